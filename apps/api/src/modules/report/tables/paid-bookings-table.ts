import type { OutputOf } from '@burrow/contracts/actions';
import { paymentMethods } from '@burrow/contracts/booking-status';
import type { MoneyKind } from '@burrow/contracts/report';
import { wallClock } from '../../../lib/clock.ts';
import type { Figure, ReportColumn, ReportRow, ReportTable } from '../../../lib/ports/report-table.ts';
import type { PaidBooking } from '../paid-bookings-read-model.ts';
import { notesOn } from './definition-notes.ts';

export const paidBookingsColumns: readonly ReportColumn[] = [
  { label: 'Booking ID', kind: 'id' },
  { label: 'Animal', kind: 'text' },
  { label: 'Customer', kind: 'text', isBelow: true },
  { label: 'Date', kind: 'day' },
  { label: 'Time', kind: 'time', isBelow: true },
  { label: 'Service', kind: 'text' },
  { label: 'Total', kind: 'money' },
  { label: 'Price', kind: 'money' },
  { label: 'Method', kind: 'word' },
  { label: 'Who?', kind: 'text' },
  { label: 'Last change', kind: 'word' },
  { label: 'Changed at', kind: 'moment' },
];

/** The last event of an appointment's payments. */
const changes: Record<MoneyKind, string> = {
  payment: 'Paid',
  deposit: 'Deposit paid',
  refund: 'Refunded',
  void: 'Marked unpaid',
};

/**
 * A row of the report. If it was paid by more than one method, all of them are named.
 * @param clock the practice's
 */
export function paidBookingRow(booking: PaidBooking, clock: ReturnType<typeof wallClock>): ReportRow {
  const { date, time } = clock(new Date(booking.paid_at));
  return [
    booking.id,
    booking.animal_name,
    booking.client_name,
    booking.booking_date,
    booking.booking_time,
    booking.service,
    booking.amount,
    booking.price,
    booking.paid_types.join(', '),
    booking.staff_member,
    changes[booking.last_kind],
    `${date} ${time}`,
  ];
}

type PaidBookingsReport = Pick<OutputOf<'reports/bookings_between_dates'>['data'], 'bookings' | 'summary'>;

/** @param about its days and filters */
export const paidBookingsTable = (
  { bookings, summary }: PaidBookingsReport,
  about: Pick<ReportTable, 'from' | 'to' | 'filters'>,
  timeZone: string,
): ReportTable => {
  const clock = wallClock(timeZone);
  const headline: ReportTable['totals'] = [
    { label: 'Paid bookings', kind: 'count', value: summary.booking_count },
    { label: 'Total', kind: 'money', value: summary.total_revenue },
  ];
  return {
    title: 'Paid Bookings Report',
    ...about,
    headline,
    columns: paidBookingsColumns,
    rows: bookings.map((booking) => paidBookingRow(booking, clock)),
    totals: [
      ...headline,
      ...(Number(summary.other_deposits) === 0
        ? []
        : [{ label: 'of which deposits without an appointment', ...money(summary.other_deposits) }]),
      ...paymentMethods.map((method) => ({
        label: `of which ${method}`,
        ...money(summary.by_method[method]),
      })),
    ],
    notes: notesOn('paid_bookings', 'revenue'),
    empty: 'No bookings found for the selected criteria',
  };
};

const money = (value: string): Figure => ({ kind: 'money', value });
