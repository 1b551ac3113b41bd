import { addDays, dayToDate, minutesOf, timeOf, weekdayOf } from '@burrow/contracts/calendar-day';
import type { RotaRange } from '@burrow/contracts/work-hours';
import { maxRangesADay } from '@burrow/contracts/rota-limits';
import type { Formats } from '../../lib/format.ts';

export const mondayOf = (date: string): string => addDays(date, -((weekdayOf(date) + 6) % 7));

/** The Monday of a typed day; what is no day of the calendar stays, and the server refuses it. */
export const mondayOfTyped = (typed: string): string => (dayToDate(typed) === null ? typed : mondayOf(typed));

/** An end at midnight as a time field shows it, which has no 24:00, and as it is sent. */
export const shownEnd = (time: string): string => (time === '24:00' ? '00:00' : time);
export const sentEnd = (time: string): string => (time === '00:00' ? '24:00' : time);

/** Hours while they are edited, with {@link shownEnd}. */
export interface HoursDraft {
  from: string;
  to: string;
  online: boolean;
}

const usual: HoursDraft = { from: '09:00', to: '17:00', online: true };

export const draftsOf = (ranges: readonly RotaRange[]): HoursDraft[] =>
  ranges.map(({ from, to, online }) => ({ from, to: shownEnd(to), online: online === '1' }));

export const sentHours = (drafts: readonly HoursDraft[]) =>
  drafts.map(({ from, to, online }) => ({
    from,
    to: sentEnd(to),
    online: online ? ('1' as const) : ('0' as const),
  }));

export const canAddHours = (drafts: readonly HoursDraft[]): boolean => drafts.length < maxRangesADay;

/** The usual hours for an empty day, else four hours from an hour after the last. */
export function nextHours(drafts: readonly HoursDraft[]): HoursDraft {
  const last = drafts.at(-1);
  if (!last || last.to === '') return usual;
  const start = Math.min(minutesOf(last.to) + 60, 23 * 60);
  return { from: timeOf(start), to: timeOf((start + 240) % 1440), online: last.online };
}

const endsOn = ({ from, to }: HoursDraft): number => {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return end > start ? end : end + 1440;
};

/** What is wrong with the hours of a day; null for nothing. */
export function hoursProblem(drafts: readonly HoursDraft[]): string | null {
  if (drafts.some(({ from, to }) => from === '' || to === '')) return 'Enter both times.';
  if (drafts.some(({ from, to }) => from === to)) return 'The start and the end can’t be the same.';
  const sorted = drafts.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from));
  const overlaps = sorted.some((hours, n) => {
    const next = sorted[n + 1];
    return next !== undefined && endsOn(hours) > minutesOf(next.from);
  });
  return overlaps ? 'These hours overlap.' : null;
}

/** '09:00–17:00'. */
export const hoursText = ({ from, to }: { from: string; to: string }, formats: Formats): string =>
  `${formats.time(from)}–${formats.time(to)}`;

/** Whether an absence lasts the whole day. */
export const isWholeDay = ({ from, to }: { from: string; to: string }): boolean =>
  from === '00:00' && to === '24:00';
