import type { ReportGroup } from '@burrow/contracts/report-period';
import { addDays } from '@burrow/contracts/calendar-day';
import { plural, type Formats } from '../../lib/format.ts';
import type { OutputOf } from '../../lib/api.ts';

/** The days of a report, as its response names them. */
type Spanned = Pick<OutputOf<'reports/revenue_trends'>['metadata'], 'period' | 'start_date' | 'end_date'>;

/** The names of a part of a period, for different places. */
export interface BucketWords {
  /** Under a bar: '09:00', 'Sat 21', 'Wk of 15 Nov', 'Nov 25'. */
  tick: string;
  /** In full: '09:00–10:00', 'Saturday 21 November 2026', '15 Nov 2026 to 21 Nov 2026', 'November 2025'. */
  title: string;
  /** In a sentence: 'from 09:00 to 10:00', 'on Saturday 21 November 2026', 'in the week of 15 November', 'in November 2025'. */
  phrase: string;
}

const hoursOfDay = 24;

/** The end of an hour: '09:00' → '10:00', and of the last one '00:00'. */
const hourAfter = (hour: string): string =>
  `${String((Number(hour.slice(0, 2)) + 1) % hoursOfDay).padStart(2, '0')}:00`;

/** '09:00' → '09:00–10:00', in the practice's time format. */
export const hourSpan = (hour: string, { time }: Pick<Formats, 'time'>): string =>
  `${time(hour)}–${time(hourAfter(hour))}`;

function inUtc(locale: string, options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

/**
 * Names the parts of a period.
 * @param keys the parts in the response, in order
 * @param lastDay the last day of the period, YYYY-MM-DD
 */
export function wordsOfBuckets(
  keys: readonly string[],
  group: ReportGroup,
  lastDay: string,
  formats: Pick<Formats, 'day' | 'longDay' | 'month' | 'time'>,
  locale: string,
): BucketWords[] {
  const tickOfDay = inUtc(locale, { weekday: 'short', day: 'numeric' });
  const tickOfWeek = inUtc(locale, { day: 'numeric', month: 'short' });
  const week = inUtc(locale, { day: 'numeric', month: 'long' });
  const tickOfMonth = inUtc(locale, { month: 'short', year: '2-digit' });
  const words: Record<ReportGroup, (key: string, next: string | undefined) => BucketWords> = {
    hour: (key) => ({
      tick: formats.time(key),
      title: hourSpan(key, formats),
      phrase: `from ${formats.time(key)} to ${formats.time(hourAfter(key))}`,
    }),
    day: (key) => ({
      tick: tickOfDay(key),
      title: formats.longDay(key),
      phrase: `on ${formats.longDay(key)}`,
    }),
    week: (key, next) => ({
      tick: `Wk of ${tickOfWeek(key)}`,
      title: rangeOf(key, next === undefined ? lastDay : addDays(next, -1), formats),
      phrase: `in the week of ${week(key)}`,
    }),
    month: (key) => ({
      tick: tickOfMonth(`${key}-01`),
      title: formats.month(key),
      phrase: `in ${formats.month(key)}`,
    }),
  };
  return keys.map((key, index) => words[group](key, keys[index + 1]));
}

const rangeOf = (from: string, to: string, { day }: Pick<Formats, 'day'>): string =>
  from === to ? day(from) : `${day(from)} to ${day(to)}`;

const names = { today: 'today', week: 'this week', month: 'this month', year: 'this year' } as const;

/** The period for use in a sentence: 'this month', 'on 5 Nov 2026', 'from 1 Nov 2026 to 21 Nov 2026'. */
export function periodPhrase(
  { period, start_date, end_date }: Spanned,
  formats: Pick<Formats, 'day'>,
): string {
  if (period !== 'custom') return names[period];
  return start_date === end_date
    ? `on ${formats.day(start_date)}`
    : `from ${formats.day(start_date)} to ${formats.day(end_date)}`;
}

/** The start of a period, for use in a sentence: 'this month', or '1 Nov 2026'. */
export const periodBeginning = (
  { period, start_date }: Pick<Spanned, 'period' | 'start_date'>,
  formats: Pick<Formats, 'day'>,
): string => (period === 'custom' ? formats.day(start_date) : names[period]);

/** The days of a period and the compared days, as responses name them. */
export type ComparedDays = Pick<
  OutputOf<'reports/dashboard_overview'>['metadata'],
  'period' | 'end_date' | 'previous_start_date' | 'previous_end_date'
>;

/**
 * What a change is compared with: 'on yesterday', 'on 1–21 Oct', 'on 14 Nov'; with the year if it is not the year in
 * which the period ends, 'on 1 Jan – 21 Nov 2025'.
 */
export function comparedPhrase(
  { period, end_date, previous_start_date: from, previous_end_date: to }: ComparedDays,
  locale: string,
): string {
  if (period === 'today') return 'on yesterday';
  const isOfOneYear = [from, to].every((day) => day.slice(0, 4) === end_date.slice(0, 4));
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(isOfOneYear ? {} : { year: 'numeric' }),
  });
  const days = format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
  // Browsers differ in the spaces around an en dash.
  return `on ${from.slice(0, 7) === to.slice(0, 7) ? days.replace(/\s?–\s?/, '–') : days}`;
}

/** The last day of a past period: '25 Oct 2026'; null for the current one. */
export const endedOn = (
  { end_date }: Pick<Spanned, 'end_date'>,
  formats: Pick<Formats, 'day' | 'today'>,
): string | null => (end_date < formats.today() ? formats.day(end_date) : null);

/** '4 weeks'; nothing for hours, because every day has the same number. */
export const bucketCount = (count: number, group: ReportGroup): string =>
  group === 'hour' ? '' : plural(count, group);

const opensAt = '07:00';
const closesAt = '20:00';

/** The hours to show: from seven to eight, extended to the first and last hour with data. */
export function busyHours<Row extends { date: string }>(
  rows: readonly Row[],
  isEmpty: (row: Row) => boolean,
): Row[] {
  const isShown = (row: Row) => (row.date >= opensAt && row.date <= closesAt) || !isEmpty(row);
  return rows.slice(rows.findIndex(isShown), rows.findLastIndex(isShown) + 1);
}
