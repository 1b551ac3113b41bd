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

/** The free times of a practice, read once for all clients who wait for the same. */
export class FreeTimes {
  readonly #ctx: WorkContext;
  readonly #read = new Map<string, Promise<PracticeDays>>();

  constructor(ctx: WorkContext) {
    this.#ctx = ctx;
  }

  /** What determines the times of some days for a want. Its own appointment's time counts as free. */
  days(want: Waiting, [first, last]: readonly [string, string]): Promise<PracticeDays> {
    const { service_id: serviceId, staff_id: staffId, keep_booking_id: withoutBookingId } = want;
    const key = [serviceId, staffId, withoutBookingId, first, last].join(' ');
    const known = this.#read.get(key);
    if (known) return known;
    const read = readPracticeDays(this.#ctx, [first, last], {
      serviceId,
      staffId,
      withoutBookingId,
      clientId: null,
      unlisted: want.source === 'staff',
    });
    this.#read.set(key, read);
    return read;
  }

  offers(days: PracticeDays): Offers {
    const { now, session } = this.#ctx;
    const { timeZone } = session;
    return offersOf(days, { now, timeZone, today: localMoment(now, timeZone).date });
  }
}

/** A start time on a day. */
interface Start {
  date: string;
  time: string;
}

const isWanted = (want: Waiting, { date, time }: Start): boolean =>
  want.weekdays.includes(weekdayKeyOf(date)) &&
  (want.from_time === null || time >= want.from_time) &&
  (want.until_time === null || time <= want.until_time) &&
  (want.kept_at === null || `${date} ${time}` < want.kept_at) &&
  !want.offered.includes(`${date} ${time}`);

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

/** The start times that suit a want and became free with `freed`, soonest first. */
async function startsIn(
  ctx: WorkContext,
  free: FreeTimes,
  want: Waiting,
  freed: FreedSpan,
): Promise<Start[]> {
  const [first, last] = daysOfSpan(freed);
  const days = await free.days(want, [first, last]);
  if (!days.service) return [];
  const { duration_minutes: minutes, needs } = days.service;
  const now = free.offers(days);
  const before = free.offers(asBefore(days, freed));
  return daysOf(want, first, last).flatMap((date) => {
    const offset = daysBetween(freed.date, date) * 1440;
    const wereFree = new Set(
      before.day(date).times.flatMap(({ time, free: isFree }) => (isFree ? [time] : [])),
    );
    return now
      .day(date)
      .times.filter(({ time, free: isFree }) => {
        const at = offset + minutesOf(time);
        const isNew = needs.length > 0 || !wereFree.has(time);
        return isFree && isNew && at < freed.end && at + minutes > freed.start;
      })
      .map(({ time }) => ({ date, time }))
      .filter((start) => isWanted(want, start) && isInTime(ctx, start));
  });
}

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
        bookingId: want.keep_booking_id,
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
export const fitIn = async (
  ctx: WorkContext,
  free: FreeTimes,
  want: Waiting,
  freed: FreedSpan,
): Promise<AppointmentRequest | null> => firstPossible(ctx, want, await startsIn(ctx, free, want, freed));

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
  const starts = dates.flatMap((date) =>
    offers
      .day(date)
      .times.filter(({ free: isFree }) => isFree)
      .map(({ time }) => ({ date, time }))
      .filter((start) => isWanted(want, start) && isInTime(ctx, start)),
  );
  return firstPossible(ctx, want, starts);
}
