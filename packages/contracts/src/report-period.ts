import { daysBetween } from './calendar-day.ts';

/** The periods of reports, each ending today at the latest. */
export const reportPeriods = ['today', 'week', 'month', 'year', 'custom'] as const;
export type ReportPeriodName = (typeof reportPeriods)[number];

/** The units into which a chart divides a period. */
export const reportGroups = ['hour', 'day', 'week', 'month'] as const;
export type ReportGroup = (typeof reportGroups)[number];

/** How many days there may be between the first and the last day of a report. */
export const maxRangeDays = 730;
/** How many days before today a custom range begins until one is chosen. */
export const defaultCustomDays = 30;
/** How many days before today the paid bookings report begins until one is chosen. */
export const defaultReportDays = 7;
/** How many services the ranking shows. */
export const popularServicesLimit = 6;

export const rangeMessages = {
  missing: 'Please select both start and end dates',
  reversed: 'Start date must be before end date',
  future: 'End date cannot be in the future',
  tooLong: 'Date range cannot exceed 2 years',
} as const;

export interface RangeProblem {
  /** Which ends of the range are at fault. */
  ends: readonly ('start' | 'end')[];
  message: string;
}

/**
 * The error of a range of days (YYYY-MM-DD, both included), or null. Browser and server use the same check.
 * @param today on the practice's clock
 */
export function rangeProblem(
  start: string | null | undefined,
  end: string | null | undefined,
  today: string,
): RangeProblem | null {
  if (!start || !end) {
    const ends = [...(start ? [] : (['start'] as const)), ...(end ? [] : (['end'] as const))];
    return { ends, message: rangeMessages.missing };
  }
  if (start > end) return { ends: ['start'], message: rangeMessages.reversed };
  if (end > today) return { ends: ['end'], message: rangeMessages.future };
  if (daysBetween(start, end) > maxRangeDays)
    return { ends: ['start', 'end'], message: rangeMessages.tooLong };
  return null;
}

/**
 * The unit of a chart unless the caller chooses one: today by the hour, a week by the day, a month by the week, a
 * year by the month; a custom range of at most 7 days by the day, of at most 60 by the week, a longer one by the
 * month.
 * @param days how many days the range has, its first and last included
 */
export function groupOf(period: ReportPeriodName, days: number): ReportGroup {
  if (period === 'today') return 'hour';
  if (period === 'week') return 'day';
  if (period === 'month') return 'week';
  if (period === 'year') return 'month';
  if (days <= 7) return 'day';
  return days <= 60 ? 'week' : 'month';
}
