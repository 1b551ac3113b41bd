import {
  defaultCustomDays,
  rangeProblem,
  reportPeriods,
  type RangeProblem,
  type ReportPeriodName,
} from '@burrow/contracts/report-period';
import { addDays, dayToDate } from '@burrow/contracts/calendar-day';
import type { PeriodChoice } from './period-choice.ts';

/** First and last day, YYYY-MM-DD; '' if missing. */
export interface DayRange {
  start: string;
  end: string;
}

/** The period in an address, with the days of a custom range. Other periods have none. */
export interface AskedPeriod extends DayRange {
  period: ReportPeriodName;
}

const month: AskedPeriod = { period: 'month', start: '', end: '' };

/** The custom range that is suggested first. */
export const defaultRange = (today: string): AskedPeriod => ({
  period: 'custom',
  start: addDays(today, -defaultCustomDays),
  end: today,
});

/**
 * The period in an address, `period=custom&start_date=2026-11-01&end_date=2026-11-21`; the month if it has none or an
 * unknown one. A custom range may be invalid, see {@link problemOf}.
 * @param today on the practice's clock
 */
export function askedPeriod(params: URLSearchParams, today: string): AskedPeriod {
  const period = reportPeriods.find((name) => name === params.get('period'));
  if (period === undefined) return month;
  if (period !== 'custom') return { period, start: '', end: '' };
  const [start, end] = [params.get('start_date'), params.get('end_date')];
  if (start === null && end === null) return defaultRange(today);
  const isRange = [start, end].every((day) => !day || dayToDate(day) !== null);
  return isRange ? { period, start: start ?? '', end: end ?? '' } : month;
}

/** The part of the address for a period. A missing day stays missing. */
export function periodAddress({ period, start, end }: AskedPeriod): URLSearchParams {
  return new URLSearchParams(period === 'custom' ? { period, start_date: start, end_date: end } : { period });
}

/** The error in the range of the address, or null. */
export const problemOf = ({ period, start, end }: AskedPeriod, today: string): RangeProblem | null =>
  period === 'custom' ? rangeProblem(start, end, today) : null;

/** The period, as actions accept it. */
export const choiceOf = ({ period, start, end }: AskedPeriod): PeriodChoice =>
  period === 'custom' ? { period, start_date: start, end_date: end } : { period };
