import { minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import { maxPatternWeeks } from '@burrow/contracts/rota-limits';
import {
  minutesOfHours,
  type PatternWeek,
  type RotaRange,
  type WorkHoursInput,
} from '@burrow/contracts/work-hours';
import { weekdays } from '@burrow/contracts/weekdays';
import type { WorkPattern, WorkRange } from '../availability/public.ts';

/** The hours of a week of a pattern, with week 1 and Monday as 1. */
export type PatternRange = WorkPattern['ranges'][number];

/** Hours as they are sent, once parsed. */
type Hours = Omit<WorkHoursInput, 'online'> & { online: boolean };

export const rangeOf = (hours: Hours): WorkRange => {
  const [starts, ends] = minutesOfHours(hours);
  return { starts, ends, online: hours.online };
};

const weekdayNumber = (index: number): number => index || 7;

export const patternRangesOf = (
  weeks: readonly Readonly<Record<(typeof weekdays)[number], readonly Hours[]>>[],
): PatternRange[] =>
  weeks.flatMap((week, n) =>
    weekdays.flatMap((name, index) =>
      week[name].map((hours) => ({ week: n + 1, weekday: weekdayNumber(index), ...rangeOf(hours) })),
    ),
  );

/** 'HH:MM' of the end of hours: on the next day after 24:00. */
const endTime = (ends: number): string => (ends > 1440 ? timeOf(ends - 1440) : timeOf(ends));

export const shownRange = ({ starts, ends, online }: WorkRange): RotaRange => ({
  from: timeOf(starts),
  to: endTime(ends),
  online: online ? '1' : '0',
});

export const shownWeeks = (weeks: number, ranges: readonly PatternRange[]): PatternWeek[] =>
  Array.from({ length: Math.min(weeks, maxPatternWeeks) }, (_, n) => {
    const days = weekdays.map((name, index) => [
      name,
      ranges
        .filter(({ week, weekday }) => week === n + 1 && weekday === weekdayNumber(index))
        .map(shownRange),
    ]);
    return Object.fromEntries(days) as PatternWeek;
  });

/** Whether two days have the same hours. */
export const haveSameHours = (some: readonly WorkRange[], others: readonly WorkRange[]): boolean =>
  some.length === others.length &&
  some.every(({ starts, ends, online }, n) => {
    const other = others[n];
    return other?.starts === starts && other.ends === ends && other.online === online;
  });

/** A day and a time as a moment on the practice's clock: '24:00' is midnight of the next day. */
export const momentOf = (date: string, time: string): string => `${date}T${time}:00`;

/** Minutes between two days and times. */
export const minutesBetween = (from: string, until: string): number =>
  (Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`)) / 60_000 +
  minutesOf(until.slice(11)) -
  minutesOf(from.slice(11));
