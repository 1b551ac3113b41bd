import { addDays, daysBetween, minutesOf, weekdayOf } from '@burrow/contracts/calendar-day';
import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import { holidayOn, type BusinessHours, type Holiday } from './availability.ts';
import { intersection, union, without, type Span } from './spans.ts';

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

/** Monday of the week of a day. */
export const mondayOf = (date: string): string => addDays(date, -((weekdayOf(date) + 6) % 7));

/** The hours of a day in a pattern that is valid then. */
function rangesInPattern({ weeks, anchor, ranges }: WorkPattern, date: string): WorkRange[] {
  const weekday = weekdayOf(date) || 7;
  const passed = Math.round(daysBetween(anchor, mondayOf(date)) / 7);
  // The remainder is negative before the anchor.
  const week = (((passed % weeks) + weeks) % weeks) + 1;
  return ranges.filter((range) => range.week === week && range.weekday === weekday);
}

/**
 * The hours of a person on a day: their shift of that day, or else their pattern. A person who has no pattern at all works
 * the opening hours. Absences and opening hours are not considered, see {@link workingSpans}.
 */
export function plannedDay(rota: Rota, userId: number, date: string, hours: BusinessHours): PlannedDay {
  const shift = rota.shifts.find((one) => one.user_id === userId && one.date === date);
  if (shift) return { source: 'shift', ranges: shift.ranges };
  if (!rota.with_pattern.includes(userId)) {
    return { source: 'opening_hours', ranges: openingRanges(hours, date) };
  }
  const pattern = rota.patterns.find(
    (one) =>
      one.user_id === userId &&
      one.valid_from <= date &&
      (one.valid_until === null || date <= one.valid_until),
  );
  return { source: 'pattern', ranges: pattern ? rangesInPattern(pattern, date) : [] };
}

/** Minutes from midnight of `origin` to a moment on the practice's clock. */
export const minutesFrom = (origin: string, moment: string): number =>
  daysBetween(origin, moment.slice(0, 10)) * 1440 + minutesOf(moment.slice(11, 16));

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
  // A night shift of the day before may end on the first day.
  for (
    let date = addDays(first, -1), midnight = -1440;
    date <= last;
    date = addDays(date, 1), midnight += 1440
  ) {
    for (const { starts, ends, online } of plannedDay(rota, userId, date, hours).ranges) {
      if (online || !onlineOnly) planned.push([midnight + starts, midnight + ends]);
    }
  }
  const absent = absentSpans(rota, first, (absence) => absence.user_id === userId || isOfPractice(absence));
  return without(intersection(union(planned), open), absent);
}
