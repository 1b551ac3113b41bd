import { paymentMethods, type PaymentMethod } from '@burrow/contracts/booking-status';
import { defaultReportDays, rangeProblem } from '@burrow/contracts/report-period';
import { ApiError } from '../../lib/api-error.ts';
import { addDays, dayToDate } from '@burrow/contracts/calendar-day';

/** The filters of the paid bookings report; '' for a filter that is not set. */
export interface ReportFilters {
  /** YYYY-MM-DD */
  date_from: string;
  date_to: string;
  /** '' for all. */
  paid_type: PaymentMethod | '';
  /** The user id of a staff member; '' for all of them. */
  staff: string;
}

/** Errors in the filters, by field; null if there are none. */
export type ReportProblems = Partial<Record<keyof ReportFilters, string>>;

/** The initial filters: the last days up to today, without other filters. */
export const defaultFilters = (today: string): ReportFilters => ({
  date_from: addDays(today, -defaultReportDays),
  date_to: today,
  paid_type: '',
  staff: '',
});

const dayIn = (value: string | null): string => (value !== null && dayToDate(value) !== null ? value : '');

/** The filters in an address; null if it has none. An invalid day, method or id counts as not set. */
export function filtersIn(search: string): ReportFilters | null {
  const params = new URLSearchParams(search);
  if (!params.has('date_from') && !params.has('date_to')) return null;
  const staff = params.get('staff') ?? '';
  return {
    date_from: dayIn(params.get('date_from')),
    date_to: dayIn(params.get('date_to')),
    paid_type: paymentMethods.find((method) => method === params.get('paid_type')) ?? '',
    staff: /^[1-9]\d{0,14}$/.test(staff) ? staff : '',
  };
}

/** The filters, as the report's actions accept them. */
export const filtersInput = ({ date_from, date_to, paid_type, staff }: ReportFilters) => ({
  date_from,
  date_to,
  ...(paid_type === '' ? {} : { paid_type }),
  ...(staff === '' ? {} : { staff: Number(staff) }),
});

export const sameFilters = (one: ReportFilters, other: ReportFilters): boolean =>
  one.date_from === other.date_from &&
  one.date_to === other.date_to &&
  one.paid_type === other.paid_type &&
  one.staff === other.staff;

/**
 * Errors in the days, before the server is called.
 * @param today on the practice's clock
 */
export function filterProblems({ date_from, date_to }: ReportFilters, today: string): ReportProblems | null {
  const problem = rangeProblem(date_from, date_to, today);
  if (problem === null) return null;
  const fields = { start: 'date_from', end: 'date_to' } as const;
  return Object.fromEntries(problem.ends.map((end) => [fields[end], problem.message]));
}

/** The server's errors in the filters, by field; null if it returned none. */
export function problemsIn(error: Error | null): ReportProblems | null {
  if (!(error instanceof ApiError)) return null;
  const fields = (['date_from', 'date_to', 'paid_type', 'staff'] as const).filter(
    (field) => error.fields[field],
  );
  return fields.length === 0 ? null : Object.fromEntries(fields.map((field) => [field, error.fields[field]]));
}
