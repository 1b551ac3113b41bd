import { addDays, daysBetween, minutesOf } from '@burrow/contracts/calendar-day';
import { offerNoticeMinutes } from '@burrow/contracts/waitlist-limits';
import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import type { WorkContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { instantOf, localMoment } from '../../lib/clock.ts';
import { offersOf, readPracticeDays, type PracticeDays } from '../availability/public.ts';
import { checkRequest, type AppointmentRequest } from '../booking/public.ts';
import { daysOf, type Waiting } from './waiting.ts';

/** A time that came free, in days and minutes of the practice's clock. */
export interface FreedSpan {
  date: string;
  /** Minutes after midnight of that day. */
  start: number;
  end: number;
  staffId: number | null;
}

type Offers = ReturnType<typeof offersOf>;

/** A start time on a day. */
interface Start {
  date: string;
  time: string;
}

/** The free times of a practice, computed once for all clients who wait for the same. */
export class FreeTimes {
  readonly #ctx: WorkContext;
  readonly #days = new Map<string, Promise<PracticeDays>>();
  readonly #freed = new Map<string, Promise<Start[]>>();

  constructor(ctx: WorkContext) {
    this.#ctx = ctx;
  }

  /** What determines the times of some days for a want. Its own appointment's time counts as free. */
  days(want: Waiting, [first, last]: readonly [string, string]): Promise<PracticeDays> {
    const { service_id: serviceId, staff_id: staffId, moving } = want;
    return once(this.#days, keyOf(want, first, last), () =>
      readPracticeDays(this.#ctx, [first, last], {
        serviceId,
        staffId,
        moving,
        clientId: null,
        unlisted: want.source === 'staff',
      }),
    );
  }

  offers(days: PracticeDays): Offers {
    const { now, session } = this.#ctx;
    const { timeZone } = session;
    return offersOf(days, { now, timeZone, today: localMoment(now, timeZone).date });
  }

  /** The start times of the service that a want is for which became free with `freed`, soonest first. */
  startsIn(want: Waiting, freed: FreedSpan): Promise<Start[]> {
    const [first, last] = daysOfSpan(freed);
    const key = keyOf(want, first, last, freed.start, freed.end, freed.staffId);
    return once(this.#freed, key, async () => this.#opened(await this.days(want, [first, last]), freed));
  }

  #opened(days: PracticeDays, freed: FreedSpan): Start[] {
    if (!days.service) return [];
    const { needs } = days.service;
    const now = this.offers(days);
    const before = this.offers(asBefore(days, freed));
    const [first, last] = daysOfSpan(freed);
    const dates = first === last ? [first] : [first, last];
    return dates.flatMap((date) => {
      const offset = daysBetween(freed.date, date) * 1440;
      const wereFree = new Set(freeOn(before, date).map(({ time }) => time));
      return freeOn(now, date).filter(({ time }) => {
        const at = offset + minutesOf(time);
        // What rooms were in use is not known: a service that needs one may have its time by the room alone.
        const isNew = needs.length > 0 || !wereFree.has(time);
        if (!isNew || at >= freed.end) return false;
        const assignment = now.assignment(date, time);
        return assignment !== null && at + assignment.minutes > freed.start;
      });
    });
  }
}

const keyOf = (want: Waiting, ...more: readonly (string | number | null)[]): string =>
  [want.service_id, want.staff_id, want.keep_booking_id, want.source, ...more].join(' ');

function once<Value>(known: Map<string, Value>, key: string, compute: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = compute();
  known.set(key, value);
  return value;
}

const freeOn = (offers: Offers, date: string): Start[] =>
  offers.day(date).times.flatMap(({ time, free }) => (free ? [{ date, time }] : []));

/** Whether a client could come at a time, by what they said. */
export const suits = (want: Waiting, { date, time }: Start): boolean =>
  want.weekdays.includes(weekdayKeyOf(date)) &&
  (want.from_time === null || time >= want.from_time) &&
  (want.until_time === null || time <= want.until_time) &&
  (want.kept_at === null || `${date} ${time}` < want.kept_at);

/** No time is offered twice. */
const isWanted = (want: Waiting, start: Start): boolean =>
  suits(want, start) && !want.offered.includes(`${start.date} ${start.time}`);

/** Whether there is time enough to answer, and to come. */
function isInTime({ now, session }: WorkContext, start: Start): boolean {
  const instant = instantOf(start, session.timeZone);
  return instant !== null && instant.getTime() >= now.getTime() + offerNoticeMinutes * 60_000;
}

/** The same days as if the freed time were still taken. */
function asBefore(days: PracticeDays, { date, start, end, staffId }: FreedSpan): PracticeDays {
  const midnight = daysBetween(days.origin, date) * 1440;
  const taken = { label: null, before: 0, after: 0, staffId, providers: null };
  const entry = { ...taken, start: midnight + start, end: midnight + end };
  return { ...days, busy: [...days.busy, entry].toSorted((a, b) => a.start - b.start) };
}

/** The days that a freed time touches. */
export const daysOfSpan = ({ date, end }: FreedSpan): [string, string] => [
  date,
  addDays(date, Math.floor((end - 1) / 1440)),
];

/** How many start times are tried in full: an animal may have another appointment at one of them. */
const maxTries = 5;

/** The first of some start times that can be booked for a want, as a request. */
async function firstPossible(
  ctx: WorkContext,
  want: Waiting,
  starts: readonly Start[],
): Promise<AppointmentRequest | null> {
  for (const { date, time } of starts.slice(0, maxTries)) {
    try {
      const wanted = { ...want, booking_date: date, booking_time: time, notes: null };
      const { request } = await checkRequest(ctx, want.client_id, wanted, {
        moving: want.moving,
        unlisted: want.source === 'staff',
      });
      return request;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

/** The first appointment in a freed time that suits a want, exactly as clients can request it. */
export async function fitIn(
  ctx: WorkContext,
  free: FreeTimes,
  want: Waiting,
  freed: FreedSpan,
): Promise<AppointmentRequest | null> {
  const [first, last] = daysOfSpan(freed);
  const days = daysOf(want, first, last);
  const starts = await free.startsIn(want, freed);
  return firstPossible(
    ctx,
    want,
    starts.filter((start) => days.includes(start.date) && isWanted(want, start) && isInTime(ctx, start)),
  );
}

/** The first free appointment from a day on that suits a want, whenever it came free. */
export async function fitFrom(
  ctx: WorkContext,
  free: FreeTimes,
  want: Waiting,
  today: string,
): Promise<AppointmentRequest | null> {
  const dates = daysOf(want, today, want.until_date);
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return null;
  const offers = free.offers(await free.days(want, [first, last]));
  const starts = dates.flatMap((date) => freeOn(offers, date));
  return firstPossible(
    ctx,
    want,
    starts.filter((start) => isWanted(want, start) && isInTime(ctx, start)),
  );
}
