import type { WorkPatternRecord } from '@burrow/contracts/rota';
import type { PatternWeek } from '@burrow/contracts/work-hours';
import { maxPatternWeeks } from '@burrow/contracts/rota-limits';
import { weekdays, type Weekday } from '@burrow/contracts/weekdays';
import {
  draftsOf,
  hoursProblem,
  mondayOf,
  mondayOfTyped,
  nextHours,
  sentHours,
  type HoursDraft,
} from './rota-days.ts';

export type WeekDraft = Record<Weekday, HoursDraft[]>;

/** A person's working hours while they are edited. */
export interface PatternDraft {
  weeks: string;
  valid_from: string;
  valid_until: string;
  anchor: string;
  /** As many as a cycle can have; the first `weeks` of them count. */
  hours: WeekDraft[];
}

export const daysFromMonday: readonly Weekday[] = [...weekdays.slice(1), 'sun'];
const workdays = new Set(daysFromMonday.slice(0, 5));

const weekOf = (hoursOf: (day: Weekday) => HoursDraft[]): WeekDraft =>
  Object.fromEntries(weekdays.map((day) => [day, hoursOf(day)])) as WeekDraft;

const copyOf = (hours: readonly HoursDraft[]): HoursDraft[] => hours.map((range) => ({ ...range }));

const upToMost = (weeks: readonly WeekDraft[]): WeekDraft[] =>
  Array.from({ length: maxPatternWeeks }, (_, n) => weeks[n] ?? weekOf(() => []));

const draftWeek = (week: PatternWeek): WeekDraft => weekOf((day) => draftsOf(week[day]));

/** Monday to Friday, from `today`. */
export function newPattern(today: string): PatternDraft {
  const usual = weekOf((day) => (workdays.has(day) ? [nextHours([])] : []));
  return {
    weeks: '1',
    valid_from: today,
    valid_until: '',
    anchor: mondayOf(today),
    hours: upToMost([usual]),
  };
}

export const draftOfPattern = (pattern: WorkPatternRecord): PatternDraft => ({
  weeks: String(pattern.weeks),
  valid_from: pattern.valid_from,
  valid_until: pattern.valid_until ?? '',
  anchor: pattern.anchor,
  hours: upToMost(pattern.hours.map(draftWeek)),
});

/** A week with Monday to Friday like its Monday. */
export const withMondayCopied = (week: WeekDraft): WeekDraft =>
  weekOf((day) => copyOf(workdays.has(day) ? week.mon : week[day]));

/** All weeks like the first. */
export const withFirstWeekCopied = ([first, ...others]: readonly WeekDraft[]): WeekDraft[] =>
  first ? [first, ...others.map(() => weekOf((day) => copyOf(first[day])))] : [];

const problemKey = (week: number, day: Weekday): string => `hours.${week}.${day}`;

/** What is wrong with the hours, by week from 0 and day. */
export const patternProblems = ({ hours, weeks }: PatternDraft): Record<string, string> =>
  Object.fromEntries(
    hours.slice(0, Number(weeks)).flatMap((week, n) =>
      weekdays.flatMap((day) => {
        const problem = hoursProblem(week[day]);
        return problem === null ? [] : [[problemKey(n, day), problem]];
      }),
    ),
  );

/** The sentence about a day among the errors of the form, also when the server names one of its times. */
export const problemOfDay = (
  errors: Readonly<Record<string, string | undefined>>,
  week: number,
  day: Weekday,
): string | undefined =>
  Object.entries(errors).find(([field]) => `${field}.`.startsWith(`${problemKey(week, day)}.`))?.[1];

/** As it is sent. */
export function sentPattern({ weeks, valid_from, valid_until, anchor, hours }: PatternDraft) {
  const count = Number(weeks);
  const sent = hours.slice(0, count).map((week) => weekOfSent(week));
  return {
    weeks: count,
    valid_from,
    valid_until: valid_until === '' ? null : valid_until,
    // A cycle of one week is the same from every Monday.
    ...(count === 1 ? {} : { anchor: mondayOfTyped(anchor) }),
    hours: sent,
  };
}

const weekOfSent = (week: WeekDraft) =>
  Object.fromEntries(weekdays.map((day) => [day, sentHours(week[day])])) as Record<
    Weekday,
    ReturnType<typeof sentHours>
  >;
