import { dayMs, minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import { weekdayKeyOf, type Weekday } from '@burrow/contracts/weekdays';

/** Opening ranges by weekday, 'HH:MM' pairs; the closing time may be '24:00'. */
export type BusinessHours = Partial<Record<Weekday, readonly (readonly [string, string])[]>>;

export interface Holiday {
  name: string | null;
  start_date: string;
  end_date: string;
  is_recurring: boolean;
}

/** A busy interval of the day, in minutes after midnight of the requested day; may begin before 0. */
export interface BusyInterval {
  start: number;
  end: number;
  label: string | null;
}

/** A busy entry: an appointment, or a time held for a payment, which has neither person nor animal. */
export interface Taken extends BusyInterval {
  staffId: number | null;
  animalId: number | null;
  /** False for an entry that occupies only its person and its animal. */
  takesPlace: boolean;
}

/** The requirements of an appointment at the desk, in minutes after midnight of the same day. */
interface WantedStretch {
  start: number;
  end: number;
  staffId: number | null;
  animalId: number | null;
}

/** A practice's capacity. */
export interface Capacity {
  /** Appointments at the same time. */
  places: number;
  /** People who take appointments. */
  people: number;
  graceMinutes: number;
}

export interface Clash<T> {
  code: 'staff_busy' | 'animal_busy' | 'practice_full';
  inTheWay: T[];
}

export interface StartTime {
  /** HH:MM */
  time: string;
  free: boolean;
  /** False for a local time that is skipped or past. */
  possible: boolean;
  /** The conflicting appointment. */
  busy_with: string | null;
}

/** The label of a holiday without a name. */
export const unnamedHoliday = 'Company Holiday';

/** The 'MM-DD' of a day in another year: 29 February is observed on the 28th in other years. */
export function yearlyDay(date: string, year: number): string {
  const monthDay = date.slice(5);
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return monthDay === '02-29' && !isLeap ? '02-28' : monthDay;
}

/** The holiday of a day, or undefined. A recurring one repeats every year and may span New Year. */
export function holidayOn(date: string, holidays: readonly Holiday[]): Holiday | undefined {
  const year = Number(date.slice(0, 4));
  const day = date.slice(5);
  return holidays.find((holiday) => {
    if (!holiday.is_recurring) return date >= holiday.start_date && date <= holiday.end_date;
    const start = yearlyDay(holiday.start_date, year);
    const end = yearlyDay(holiday.end_date, year);
    return start <= end ? day >= start && day <= end : day >= start || day <= end;
  });
}

/** The name of a day's holiday; null for none. */
export function holidayNameOn(date: string, holidays: readonly Holiday[]): string | null {
  const holiday = holidayOn(date, holidays);
  return holiday ? (holiday.name ?? unnamedHoliday) : null;
}

interface StartTimesOf {
  date: string;
  hours: BusinessHours;
  /** The conflict of an appointment from `start` to `end`; null when it is free. */
  inTheWay: (start: number, end: number) => Pick<BusyInterval, 'label'> | null;
  /** The duration of a new appointment, with its gap. */
  minutes: number;
  /** Whether it has to end inside the opening range; otherwise it only begins there. */
  endsInside: boolean;
  /** Distance between the start times offered. */
  stepMinutes: number;
  /** False for a local time that is skipped or past. */
  isPossible: (time: string) => boolean;
}

/** The start times of a day, from each opening range in steps. A time is free when it is possible and not busy. */
export function startTimes(day: StartTimesOf): StartTime[] {
  const ranges = day.hours[weekdayKeyOf(day.date)] ?? [];
  return ranges.flatMap(([open, close]) => {
    const times: StartTime[] = [];
    const last = day.endsInside ? minutesOf(close) - day.minutes : minutesOf(close) - 1;
    for (let start = minutesOf(open); start <= last; start += day.stepMinutes) {
      const end = start + day.minutes;
      const taken = day.inTheWay(start, end);
      const time = timeOf(start);
      const possible = day.isPossible(time);
      times.push({
        time,
        free: taken === null && possible,
        possible,
        busy_with: taken?.label ?? null,
      });
    }
    return times;
  });
}

/**
 * The conflict when as many appointments as there are places run at a moment between `start` and `end`; null while there
 * is room.
 * @param graceMinutes the gap after each busy entry, if `busy` does not include it; `end` does
 */
export function fullBetween<T extends BusyInterval>(
  busy: readonly T[],
  [start, end]: readonly [number, number],
  places: number,
  graceMinutes = 0,
): T[] | null {
  const inTheWay = busy.filter((taken) => taken.start < end && taken.end + graceMinutes > start);
  return mostAtOnce(inTheWay, graceMinutes) >= places ? inTheWay : null;
}

/**
 * Why the desk should not book: the staff member or the animal has an appointment then, or the practice is full.
 * Without a staff member it is full by the portal's rule: its places, with the gap after each appointment. With one,
 * the people count as places too, without gaps: the desk plans a person's day to the minute.
 * @returns each reason with its conflicts; a full practice only in addition to the other reasons
 */
export function clashesOf<T extends Taken>(
  taken: readonly T[],
  { start, end, staffId, animalId }: WantedStretch,
  { places, people, graceMinutes }: Capacity,
): Clash<T>[] {
  const now = taken.filter((other) => other.start < end && other.end > start);
  const busyStaff = staffId === null ? [] : now.filter((other) => other.staffId === staffId);
  const busyAnimal = animalId === null ? [] : now.filter((other) => other.animalId === animalId);
  const inPlaces = taken.filter(({ takesPlace }) => takesPlace);
  const full =
    staffId === null
      ? fullBetween(inPlaces, [start, end + graceMinutes], places, graceMinutes)
      : fullBetween(inPlaces, [start, end], Math.max(places, people));
  const named = new Set([...busyStaff, ...busyAnimal]);
  const isNew = (other: T) => !named.has(other);
  const clashes: Clash<T>[] = [
    { code: 'staff_busy', inTheWay: busyStaff },
    { code: 'animal_busy', inTheWay: busyAnimal },
    { code: 'practice_full', inTheWay: full?.some(isNew) ? full : [] },
  ];
  return clashes.filter(({ inTheWay }) => inTheWay.length > 0);
}

/** The time of an appointment, in minutes after midnight of `date`; negative on an earlier day. */
export function busyInterval(
  booking: { booking_date: string; booking_time: string; duration_minutes: number },
  date: string,
  label: string | null,
): BusyInterval {
  const daysAway =
    booking.booking_date === date ? 0 : (Date.parse(booking.booking_date) - Date.parse(date)) / dayMs;
  const start = minutesOf(booking.booking_time) + daysAway * 1440;
  return { start, end: start + booking.duration_minutes, label };
}

/** The maximum number of simultaneous intervals, by a sweep in O(n log n). */
function mostAtOnce(intervals: readonly BusyInterval[], graceMinutes: number): number {
  const starts = Int32Array.from(intervals, ({ start }) => start).toSorted();
  const ends = Int32Array.from(intervals, ({ end }) => end + graceMinutes).toSorted();
  let ended = 0;
  return starts.reduce((most, start, begun) => {
    while ((ends[ended] ?? Infinity) <= start) ended += 1;
    return Math.max(most, begun + 1 - ended);
  }, 0);
}
