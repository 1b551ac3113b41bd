import type { OutputOf } from '@burrow/contracts/actions';
import type { Figure, ReportTable } from '../../../lib/ports/report-table.ts';
import { notesOn } from './definition-notes.ts';

type Overview = OutputOf<'reports/dashboard_overview'>;

export const overviewTable = ({ data, metadata }: Overview, showsMoney: boolean): ReportTable => ({
  title: 'Overview',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'Figure', kind: 'text' },
    { label: 'Value', kind: 'count' },
  ],
  // A period of today or of this month has the same figure twice, under the same name.
  rows: [...new Map([...(showsMoney ? revenueOf(data) : []), ...countsOf(data)])],
  totals: [],
  notes: notesOn(
    ...(showsMoney ? (['revenue'] as const) : []),
    'bookings',
    'growth',
    'new_clients',
    'active_clients',
    'active_patients',
  ),
  empty: '',
});

const money = (value: string | null): Figure => ({ kind: 'money', value });
const percent = (value: number | null): Figure => ({ kind: 'percent', value });
const count = (value: number): Figure => ({ kind: 'count', value });

const revenueOf = (data: Overview['data']): [string, Figure][] => [
  ['Revenue today', money(data.revenue_today)],
  [`Revenue ${data.revenue_period_label}`, money(data.revenue_period)],
  ['Revenue this month', money(data.revenue_this_month)],
  ['Revenue growth', percent(data.revenue_growth_percent)],
];

const countsOf = (data: Overview['data']): [string, Figure][] => [
  ['Bookings today', count(data.bookings_today)],
  [`Bookings ${data.bookings_period_label}`, count(data.bookings_period)],
  ['Bookings this month', count(data.bookings_this_month)],
  ['Bookings growth', percent(data.bookings_growth_percent)],
  [`New clients ${data.bookings_period_label}`, count(data.new_clients_period)],
  ['New clients this month', count(data.new_clients_this_month)],
  ['Active clients', count(data.total_active_clients)],
  ['Patients', count(data.total_active_animals)],
  ['Upcoming appointments', count(data.upcoming_appointments_count)],
];
