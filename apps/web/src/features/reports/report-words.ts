import type { Formats } from '../../lib/format.ts';
import type { SelectOption } from '../../ui/select.tsx';
import type { ReportFilters } from './report-address.ts';
import type { PaidBooking } from './use-paid-bookings.ts';

/** '14 Nov 2026 to 21 Nov 2026', or one day. */
export const daysInWords = ({ date_from, date_to }: ReportFilters, formats: Formats): string =>
  date_from === date_to ? formats.day(date_from) : `${formats.day(date_from)} to ${formats.day(date_to)}`;

/** The filters of a report in words: 'All payment types · Ada Admin'. */
export const choiceInWords = (
  { paid_type, staff }: ReportFilters,
  members: readonly SelectOption[],
): string => {
  const member = members.find(({ value }) => value === staff)?.label ?? `Staff member ${staff}`;
  return `${paid_type === '' ? 'All payment types' : paid_type} · ${staff === '' ? 'All staff' : member}`;
};

/** 'refunded', for the last entry of an appointment. */
export const changeInWords = ({ last_kind }: Pick<PaidBooking, 'last_kind'>): string => changes[last_kind];

const changes = {
  payment: 'paid',
  deposit: 'paid',
  refund: 'refunded',
  void: 'marked unpaid',
} as const satisfies Record<PaidBooking['last_kind'], string>;
