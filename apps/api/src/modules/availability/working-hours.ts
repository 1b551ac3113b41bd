import { addDays, dayMs, daysBetween, minutesOf, weekdayOf } from '@burrow/contracts/calendar-day';
import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import { holidayOn, type BusinessHours, type Holiday } from './availability.ts';
import { intersection, union, without, type Span } from '@burrow/contracts/spans';

/** Working hours in minutes after midnight of the day they begin on; a night shift ends after 1440. */
export interface WorkRange {
  starts: number;
  ends: number;
  /** Whether pet owners can request appointments in them. */
  online: boolean;
}

/** A person's hours in a cycle of one to four weeks. */
export interface WorkPattern {
  user_id: number;
  weeks: number;
  /** A Monday on which week 1 begins. */
  anchor: string;
  valid_from: string;
  /** The last day; null for no end. */
  valid_until: string | null;
  /** Weeks count from 1, and Monday is weekday 1. */
  ranges: readonly (WorkRange & { week: number; weekday: number })[];
}

/** A day on which a person works other hours than in their pattern; without ranges, a day off. */
export interface Shift {
  user_id: number;
  date: string;
  ranges: readonly WorkRange[];
}

/** Of a person, a resource, or the whole practice; 'YYYY-MM-DDTHH:MM:SS' on the practice's clock. */
export interface Absence {
  id: number;
  user_id: number | null;
  resource_id: number | null;
  starts: string;
  ends: string;
  kind: string;
  note: string | null;
}

/** Who works when, for the days it was read for. */
export interface Rota {
  /** Whether the practice has a rota at all. Without one, people are not limited by working hours. */
  exists: boolean;
  /** The ids of everyone who has a pattern, on whatever days. */
  with_pattern: readonly number[];
  patterns: readonly WorkPattern[];
  shifts: readonly Shift[];
  absences: readonly Absence[];
}

/** When the practice is open. */
export interface OpeningTimes {
  hours: BusinessHours;
  holidays: readonly Holiday[];
}

/** The hours of a person that begin on one day, and their source. */
export interface PlannedDay {
  source: 'shift' | 'pattern' | 'opening_hours';
  ranges: readonly WorkRange[];
}

/** The opening hours of a weekday, also on a holiday. */
const openingRanges = (hours: BusinessHours, date: string): WorkRange[] =>
  (hours[weekdayKeyOf(date)] ?? []).map(([from, to]) => ({
    starts: minutesOf(from),
    ends: minutesOf(to),
    online: true,
  }));

export const mondayOf = (date: string): string => addDays(date, -((weekdayOf(date) + 6) % 7));

// Days are numbered from a Monday, because a report needs those of two years for each person.
const aMonday = '1970-01-05';
const dayNumber = (date: string): number => (Date.parse(date) - Date.parse(aMonday)) / dayMs;
/** The remainder, which is not negative. */
const modulo = (number: number, by: number): number => ((number % by) + by) % by;

/** Finds the hours of a day in a pattern; none while it is not valid. */
function cycleOf({ weeks, anchor, valid_from: from, valid_until: until, ranges }: WorkPattern) {
  const days = Array.from({ length: weeks * 7 }, (): WorkRange[] => []);
  for (const range of ranges) days[(range.week - 1) * 7 + range.weekday - 1]?.push(range);
  const [start, first] = [dayNumber(anchor), dayNumber(from)];
  const last = until === null ? Infinity : dayNumber(until);
  return (day: number): readonly WorkRange[] =>
    day < first || day > last ? [] : (days[modulo(day - start, days.length)] ?? []);
}

/** Finds the hours of a person on a day by its number, as {@link plannedDay} does by its date. */
function plannerOf(rota: Rota, userId: number, hours: BusinessHours): (day: number) => PlannedDay {
  const isOf = (one: { user_id: number }): boolean => one.user_id === userId;
  const shifts = new Map(rota.shifts.filter(isOf).map(({ date, ranges }) => [dayNumber(date), ranges]));
  const cycles = rota.patterns.filter(isOf).map(cycleOf);
  const hasPattern = rota.with_pattern.includes(userId);
  const opening = Array.from({ length: 7 }, (_, n) => openingRanges(hours, addDays(aMonday, n)));
  return (day) => {
    const shift = shifts.get(day);
    if (shift) return { source: 'shift', ranges: shift };
    if (!hasPattern) return { source: 'opening_hours', ranges: opening[modulo(day, 7)] ?? [] };
    // One at most is valid.
    return { source: 'pattern', ranges: cycles.flatMap((rangesOn) => rangesOn(day)) };
  };
}

/**
 * The hours of a person on a day: their shift of that day, or else their pattern. A person who has no pattern at all works
 * the opening hours. Absences and opening hours are not considered, see {@link workingSpans}.
 */
export const plannedDay = (rota: Rota, userId: number, date: string, hours: BusinessHours): PlannedDay =>
  plannerOf(rota, userId, hours)(dayNumber(date));

/** Minutes from midnight of `origin` to a moment on the practice's clock. */
export const minutesFrom = (origin: string, moment: string): number =>
  Math.floor((Date.parse(`${moment}Z`) - Date.parse(origin)) / 60_000);

/** When the practice is open from the day `first` to the day `last`, in minutes after midnight of `first`. */
export function openSpans({ hours, holidays }: OpeningTimes, first: string, last: string): Span[] {
  const spans: Span[] = [];
  for (let date = first, midnight = 0; date <= last; date = addDays(date, 1), midnight += 1440) {
    if (holidayOn(date, holidays)) continue;
    for (const { starts, ends } of openingRanges(hours, date)) {
      spans.push([midnight + starts, midnight + ends]);
    }
  }
  return union(spans);
}

/** The absences of a person, of a resource, or of the whole practice (null), in minutes after midnight of `origin`. */
export const absentSpans = (
  { absences }: Rota,
  origin: string,
  isOf: (absence: Absence) => boolean,
): Span[] =>
  union(
    absences
      .filter(isOf)
      .map(({ starts, ends }): Span => [minutesFrom(origin, starts), minutesFrom(origin, ends)]),
  );

/** Whether an absence is a closure of the whole practice. */
export const isOfPractice = ({ user_id, resource_id }: Absence): boolean =>
  user_id === null && resource_id === null;

/**
 * When a person works from the day `first` to the day `last`, in minutes after midnight of `first`: their hours within the
 * opening hours, less their absences and those of the practice.
 * @param open when the practice is open, by {@link openSpans} for the same days
 * @param onlineOnly only hours in which pet owners can request appointments
 */
export function workingSpans(
  rota: Rota,
  userId: number,
  {
    hours,
    open,
    first,
    last,
    onlineOnly,
  }: {
    hours: BusinessHours;
    open: readonly Span[];
    first: string;
    last: string;
    onlineOnly: boolean;
  },
): Span[] {
  const planned: Span[] = [];
  const plannedOn = plannerOf(rota, userId, hours);
  const firstDay = dayNumber(first);
  const days = daysBetween(first, last);
  // A night shift of the day before may end on the first day.
  for (let day = -1; day <= days; day += 1) {
    for (const { starts, ends, online } of plannedOn(firstDay + day).ranges) {
      if (online || !onlineOnly) planned.push([day * 1440 + starts, day * 1440 + ends]);
    }
  }
  const absent = absentSpans(rota, first, (absence) => absence.user_id === userId || isOfPractice(absence));
  return without(intersection(union(planned), open), absent);
}
