import type { OutputOf } from '../../lib/api.ts';

/** The days of a period and those that it is compared with, as answers name them. */
export type ComparedDays = Pick<
  OutputOf<'reports/dashboard_overview'>['metadata'],
  'period' | 'end_date' | 'previous_start_date' | 'previous_end_date'
>;

/**
 * What a change is a change on: 'on yesterday', 'on 1–21 Oct', 'on 14 Nov'; with its year where that is not the year in
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
  // Browsers differ in whether bare numbers are spaced.
  return `on ${from.slice(0, 7) === to.slice(0, 7) ? days.replace(/\s?–\s?/, '–') : days}`;
}
