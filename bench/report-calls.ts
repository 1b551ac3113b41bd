import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import { maxRangeDays } from '../packages/contracts/src/report-period.ts';
import type { Call } from './load.ts';

/** A call of the analytics page or of the paid bookings report. */
export interface ReportCall extends Call {
  /** The action, such as `reports/revenue_trends`. */
  title: string;
  /** Its days. */
  period: string;
  /** The goal in milliseconds for 95 of 100 answers, if any. */
  goalMs?: number;
  /** The maximum number of measurements: it is rate-limited per caller and minute. */
  maxRepeats?: number;
}

const panels = [
  'dashboard_overview',
  'revenue_trends',
  'popular_services',
  'payment_methods',
  'booking_patterns',
  'client_growth',
  'client_retention',
  'animal_demographics',
  'utilisation',
  'cancellations',
  'recall',
  'gaps_filled',
] as const;
const panelGoalMs = 300;
const pageGoalMs = 100;

/** The measured periods, by name. */
export function reportPeriods(now: Date): Record<string, Call['body']> {
  const today = localMoment(now, 'Europe/London').date;
  return {
    month: { period: 'month' },
    year: { period: 'year' },
    [`${maxRangeDays} days`]: {
      period: 'custom',
      start_date: addDays(today, -maxRangeDays),
      end_date: today,
    },
  };
}

/** The requests of the analytics page at once. */
export const panelCalls = (period: string, body: Call['body']): ReportCall[] =>
  panels.map((panel) => ({
    title: panel,
    period,
    path: `/api/reports/${panel}`,
    body,
    goalMs: panelGoalMs,
  }));

/**
 * The paid bookings report: the first page of the last 31 days, which is a month of full days on any date; the same of
 * one person, and of one method; its file; and the first page of the longest range.
 * @param staff id of a person with appointments
 */
export function paidBookingsCalls(now: Date, staff: number): ReportCall[] {
  const today = localMoment(now, 'Europe/London').date;
  const path = '/api/reports/bookings_between_dates';
  const month = { date_from: addDays(today, -30), date_to: today };
  const page = { ...month, limit: 100 };
  const all = { date_from: addDays(today, -maxRangeDays), date_to: today, limit: 100 };
  const named = 'bookings_between_dates';
  return [
    { title: `${named}, first page`, period: 'month', path, body: page, goalMs: pageGoalMs },
    { title: `${named} of one person`, period: 'month', path, body: { ...page, staff }, goalMs: pageGoalMs },
    {
      title: `${named} by card`,
      period: 'month',
      path,
      body: { ...page, paid_type: 'Card' },
      goalMs: pageGoalMs,
    },
    { title: `${named}, first page`, period: `${maxRangeDays} days`, path, body: all },
    { title: `${named} of one person`, period: `${maxRangeDays} days`, path, body: { ...all, staff } },
    {
      title: `${named} as CSV`,
      period: 'month',
      path: '/api/reports/export_csv',
      body: { ...month, report: named },
      maxRepeats: 8,
    },
  ];
}
