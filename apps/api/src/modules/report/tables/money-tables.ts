import type { OutputOf } from '@burrow/contracts/actions';
import type { ReportTable } from '../../../lib/ports/report-table.ts';
import { bucketColumns } from './bucket-column.ts';
import { notesOn } from './definition-notes.ts';

export const revenueTrendsTable = ({ data, metadata }: OutputOf<'reports/revenue_trends'>): ReportTable => ({
  title: 'Revenue Trends',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    bucketColumns[metadata.group_by],
    { label: 'Revenue', kind: 'money' },
    { label: 'Bookings', kind: 'count' },
  ],
  rows: data.map(({ date, revenue, bookings }) => [date, revenue, bookings]),
  totals: [
    { label: 'Revenue', kind: 'money', value: metadata.total_revenue },
    { label: 'Bookings', kind: 'count', value: metadata.total_bookings },
    { label: 'Revenue in the previous period', kind: 'money', value: metadata.previous_revenue },
    { label: 'Growth', kind: 'percent', value: metadata.growth_percent },
  ],
  notes: notesOn('revenue', 'bookings', 'growth'),
  empty: 'No revenue data available',
});

export const paymentMethodsTable = ({
  data,
  metadata,
}: OutputOf<'reports/payment_methods'>): ReportTable => ({
  title: 'Payment Methods',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'Method', kind: 'text' },
    { label: 'Transactions', kind: 'count' },
    { label: 'Amount', kind: 'money' },
    { label: 'Share', kind: 'percent' },
  ],
  rows: data.map((row) => [row.payment_method, row.transaction_count, row.total_amount, row.percentage]),
  totals: [
    { label: 'Revenue', kind: 'money', value: metadata.total_amount },
    { label: 'Unpaid', kind: 'money', value: metadata.unpaid_amount },
  ],
  notes: notesOn('revenue', 'unpaid'),
  empty: 'No payment method data available',
});
