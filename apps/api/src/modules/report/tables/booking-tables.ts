import type { OutputOf } from '@burrow/contracts/actions';
import type { Trend } from '@burrow/contracts/report-answers';
import type { ReportColumn, ReportTable } from '../../../lib/ports/report-table.ts';
import { notesOn } from './definition-notes.ts';

const trendNames: Record<Trend, string> = { up: 'Up', down: 'Down', stable: 'Stable' };

/** A column of money, if the caller may see it. */
const moneyColumn = (label: string, showsMoney: boolean): ReportColumn[] =>
  showsMoney ? [{ label, kind: 'money' }] : [];

export const popularServicesTable = (
  { data, metadata }: OutputOf<'reports/popular_services'>,
  showsMoney: boolean,
): ReportTable => ({
  title: 'Popular Services',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'Service', kind: 'text' },
    { label: 'Bookings', kind: 'count' },
    { label: 'Share', kind: 'percent' },
    { label: 'Trend', kind: 'word' },
    ...moneyColumn('Revenue', showsMoney),
  ],
  rows: data.map((row) => [
    row.service_name,
    row.booking_count,
    row.percentage_of_total,
    metadata.previous_bookings === 0 ? null : trendNames[row.trend],
    ...(showsMoney ? [row.revenue] : []),
  ]),
  totals: [{ label: 'Bookings', kind: 'count', value: metadata.total_bookings }],
  notes: notesOn('popular_services', 'bookings', ...(showsMoney ? (['revenue'] as const) : [])),
  empty: 'No service data available',
});

export const bookingPatternsTable = (
  { data, metadata }: OutputOf<'reports/booking_patterns'>,
  showsMoney: boolean,
): ReportTable => ({
  title: 'Booking Patterns',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'Day', kind: 'text' },
    { label: 'Bookings', kind: 'count' },
    ...moneyColumn('Average revenue', showsMoney),
    { label: 'Peak hours', kind: 'text' },
  ],
  rows: data.map((row) => [
    row.period,
    row.booking_count,
    ...(showsMoney ? [row.average_revenue] : []),
    row.peak_hours.join(', '),
  ]),
  totals: [{ label: 'Bookings', kind: 'count', value: metadata.total_bookings }],
  notes: notesOn('bookings', 'peak_hours', ...(showsMoney ? (['average_revenue'] as const) : [])),
  empty: 'No booking pattern data available',
});
