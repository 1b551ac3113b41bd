import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import { addDays, daysBetween, minutesOf } from '@burrow/contracts/calendar-day';
import { fullBetween, type BusyInterval } from '@burrow/contracts/clashes';
import type { PortalDay } from '@burrow/contracts/portal-booking';
import { clockOfDay } from '../../lib/clock.ts';
import { holidayNameOn, startTimes, type StartTime } from './availability.ts';
import type { PracticeDays } from './days-read-model.ts';
import { always, intersection, type Span } from '@burrow/contracts/spans';
import { assignments, fairest, type Assignment, type Demand, type Person } from '@burrow/contracts/staffing';
import { absentSpans, isOfPractice, openSpans, workingSpans, type WorkRange } from './working-hours.ts';

/** How far ahead pet owners can request an appointment. */
const yearsAhead = 2;
const hourMs = 3_600_000;

interface Moment {
  now: Date;
  timeZone: string;
  /** The day of `now` in that time zone. */
  today: string;
}

/** A day of the portal's calendar, with its times and whether each is possible. */
type OfferedDay = Omit<PortalDay, 'times'> & { times: StartTime[] };

/** What a practice offers pet owners. */
export interface Offers {
  /**
   * The start times of a day: the slots with room for the service and its gap, or all that begin while it is open when
   * no service is requested.
   */
  day: (date: string) => OfferedDay;
  /** Who would take an appointment at a free time of {@link Offers.day}; no person if the practice has no rota. */
  assignment: (date: string, time: string) => Assignment | null;
}

/** The last day that can be requested. */
export const lastDayAhead = (today: string): string => {
  const year = Number(today.slice(0, 4)) + yearsAhead;
  // No leap year is two years from another.
  return `${year}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`;
};

/**
 * Whether pet owners can choose a person: one who provides the service, or where it does not say who does, one of a
 * practice with a rota.
 */
export function isOffered({ people, rota, service }: PracticeDays, staffId: number): boolean {
  const staff = service?.staff ?? [];
  const isNamed = staff.length > 0 ? staff.some(({ user_id: id }) => id === staffId) : rota.exists;
  return isNamed && people.includes(staffId);
}

/** Without a rota, capacity is the number of parallel appointments; with one, it is the people at work. */
const countsPlaces = ({ rota }: PracticeDays): boolean => !rota.exists;

/** Whether a person takes the appointment: one is requested, or the practice says who works or who provides the service. */
const needsPerson = ({ rota, service, staffId }: PracticeDays): boolean =>
  rota.exists || staffId !== null || (service?.staff.length ?? 0) > 0;

function demandOf(days: PracticeDays): Demand {
  const { origin: first, last, hours, holidays, rota, service, graceMinutes } = days;
  const minutes = service?.duration_minutes ?? days.slotMinutes;
  const peopleOf = (): Person[] => {
    const open = openSpans({ hours, holidays }, first, last);
    const provide = new Map(service?.staff.map((one) => [one.user_id, one]));
    const isOnline = ({ ranges }: { ranges: readonly WorkRange[] }): boolean =>
      ranges.every(({ online }) => online);
    const isAllOnline = rota.patterns.every(isOnline) && rota.shifts.every(isOnline);
    return days.people.map((id) => {
      const spans = (onlineOnly: boolean) => workingSpans(rota, id, { hours, open, first, last, onlineOnly });
      const working = spans(true);
      return {
        id,
        minutes: provide.get(id)?.duration_minutes ?? minutes,
        provides: (days.staffId === null || id === days.staffId) && (provide.size === 0 || provide.has(id)),
        working,
        atWork: isAllOnline ? () => working : once(() => spans(false)),
      };
    });
  };
  return {
    people: needsPerson(days) ? peopleOf() : null,
    needs: (service?.needs ?? []).map((choice) =>
      choice.map((resource) => ({
        ...resource,
        absent: absentSpans(rota, first, (absence) => absence.resource_id === resource.id),
      })),
    ),
    minutes,
    before: service?.before_minutes ?? 0,
    // Without a service a slot is as long as the grid, without a gap.
    after: service === null ? 0 : service.after_minutes + graceMinutes,
    occupied: days.busy.map((entry) => ({ ...entry, after: entry.after + graceMinutes })),
    uses: days.uses,
  };
}

/** What the offers of some days are computed from. */
interface Offering extends Moment {
  days: PracticeDays;
  demand: Demand;
  /** How long the appointment can be: as long as the service, or as its providers take. */
  lengths: readonly number[];
  possible: (start: number) => Assignment[];
  /** When the whole practice is closed. */
  closed: Span[];
  /** The first moment that the notice allows. */
  notBefore: Date;
  lastDay: string;
}

/** The different lengths of an appointment that one of these people takes. */
const lengthsOf = (people: readonly Person[]): number[] => [
  ...new Set(people.filter(({ provides }) => provides).map(({ minutes }) => minutes)),
];

/** What a practice offers on the days that were read. */
export function offersOf(days: PracticeDays, moment: Moment): Offers {
  const { now, today } = moment;
  const { service } = days;
  const demand = demandOf(days);
  const ownLimit = service?.max_days_ahead ?? null;
  const offering: Offering = {
    ...moment,
    days,
    demand,
    lengths: demand.people ? lengthsOf(demand.people) : [demand.minutes],
    possible: assignments(demand),
    closed: absentSpans(days.rota, days.origin, isOfPractice),
    notBefore: new Date(now.getTime() + (service?.min_notice_hours ?? 0) * hourMs),
    lastDay: ownLimit === null ? lastDayAhead(today) : earlier(lastDayAhead(today), addDays(today, ownLimit)),
  };
  return {
    day: (date) => offeredDay(offering, date),
    assignment: (date, time) => fairAssignment(offering, date, time),
  };
}

function offeredDay(offering: Offering, date: string): OfferedDay {
  const { days, today, lastDay } = offering;
  const holiday = holidayNameOn(date, days.holidays);
  const named = { date, holiday };
  if (date < today) return { ...named, state: 'past', times: [] };
  if (date > lastDay) return { ...named, state: 'later', times: [] };
  if (holiday !== null) return { ...named, state: 'holiday', times: [] };
  if ((days.hours[weekdayKeyOf(date)] ?? []).length === 0) return { ...named, state: 'closed', times: [] };
  const times = offeredTimes(offering, date);
  return { ...named, state: stateOf(times, date === today), times };
}

function offeredTimes(offering: Offering, date: string): StartTime[] {
  const { days, demand, lengths, timeZone, now, notBefore } = offering;
  const { service, slotMinutes, graceMinutes, hours } = days;
  const shortest = Math.min(...lengths, demand.minutes);
  const instantAt = clockOfDay(date, timeZone);
  const fitting = fittingOn(offering, date);
  return startTimes({
    date,
    hours,
    inTheWay: (start) => (fitting(start).length > 0 ? null : { label: null }),
    minutes: service === null ? slotMinutes : shortest + graceMinutes,
    endsInside: service !== null,
    stepMinutes: slotMinutes,
    isPossible: (time) => {
      const instant = instantAt(time);
      return instant !== null && instant > now && instant >= notBefore;
    },
  });
}

/**
 * Finds the possible assignments of an appointment, by its start in minutes after midnight of the day: those that fit with
 * the length that is booked, which is the person's own.
 */
function fittingOn(
  { days, demand, lengths, closed, possible }: Offering,
  date: string,
): (start: number) => Assignment[] {
  const midnight = midnightOf(days, date);
  const busy = busyAround(days, midnight);
  return (start) => {
    const at = midnight + start;
    const fits = (minutes: number): boolean => {
      const around: Span = [start - demand.before, start + minutes + demand.after];
      if (countsPlaces(days) && fullBetween(busy, around, days.places) !== null) return false;
      return intersection([[at, at + minutes]], closed).length === 0;
    };
    const fitting = lengths.filter(fits);
    return fitting.length === 0 ? [] : possible(at).filter(({ minutes }) => fitting.includes(minutes));
  };
}

/** The assignment to the person with the fewest booked minutes on the day. */
function fairAssignment(offering: Offering, date: string, time: string): Assignment | null {
  const { days } = offering;
  const midnight = midnightOf(days, date);
  const bookedMinutes = (staffId: number | null): number =>
    days.busy
      .filter(({ start, staffId: of }) => of === staffId && start >= midnight && start < midnight + 1440)
      .reduce((sum, { start, end }) => sum + end - start, 0);
  return fairest(fittingOn(offering, date)(minutesOf(time)), bookedMinutes) ?? null;
}

function stateOf(times: readonly StartTime[], isToday: boolean): PortalDay['state'] {
  if (times.some(({ free }) => free)) return 'open';
  const isOver = isToday && times.length > 0 && !times.some(({ possible }) => possible);
  return isOver ? 'past' : 'full';
}

/** An appointment that was offered to a pet owner earlier. */
interface Promised {
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  before_minutes: number;
  after_minutes: number;
  staff_id: number | null;
  resource_ids: readonly number[];
}

/**
 * Whether a promised appointment has a place in the diary, regardless of today's opening hours and rota: they may have
 * changed since.
 */
export function hasRoom(days: PracticeDays, promised: Promised): boolean {
  const { booking_date: date, duration_minutes: minutes, staff_id: staffId } = promised;
  const midnight = midnightOf(days, date);
  const start = minutesOf(promised.booking_time);
  if (countsPlaces(days)) {
    const around: Span = [
      start - promised.before_minutes,
      start + minutes + promised.after_minutes + days.graceMinutes,
    ];
    if (fullBetween(busyAround(days, midnight), around, days.places) !== null) return false;
  }
  // Of those in use, also one that the service no longer needs.
  const places = new Map(days.uses.map((use) => [use.resourceId, use.places]));
  const needs = promised.resource_ids.map((id) => [{ id, places: places.get(id) ?? 1, absent: [] }]);
  const { before_minutes: before, after_minutes: after } = promised;
  return (
    assignments({
      ...demandOf(days),
      people:
        staffId === null
          ? null
          : [{ id: staffId, minutes, provides: true, working: always, atWork: () => always }],
      // Appointments without a person don't take away a time that was held for this one.
      occupied: days.busy.filter((entry) => entry.staffId !== null),
      needs,
      minutes,
      before,
      after,
    })(midnight + start).length > 0
  );
}

function once<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}

const earlier = (a: string, b: string): string => (a < b ? a : b);

const midnightOf = ({ origin }: PracticeDays, date: string): number => daysBetween(origin, date) * 1440;

/** The busy entries around a day, each with its gap, counted from that day's midnight. */
function busyAround({ busy, graceMinutes }: PracticeDays, midnight: number): BusyInterval[] {
  const around: BusyInterval[] = [];
  for (const { start, end, label, before, after } of busy) {
    const taken = { start: start - before - midnight, end: end + after + graceMinutes - midnight, label };
    // A slot that begins before midnight may extend into the next day.
    if (taken.end > 0 && taken.start < 2 * 1440) around.push(taken);
  }
  return around;
}
