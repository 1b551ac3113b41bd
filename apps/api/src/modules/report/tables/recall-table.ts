import type { OutputOf } from '@burrow/contracts/actions';
import type { ReportTable } from '../../../lib/ports/report-table.ts';
import { notesOn } from './definition-notes.ts';

/** @param showsMoney whether the reader may see revenue */
export const recallTable = (
  { data, metadata }: OutputOf<'reports/recall'>,
  showsMoney: boolean,
): ReportTable => ({
  title: 'Recalls',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'Recall type', kind: 'text' },
    { label: 'Due dates', kind: 'count' },
    { label: 'Booked', kind: 'count' },
    { label: 'Completed', kind: 'count' },
    ...(showsMoney ? ([{ label: 'Revenue', kind: 'money' }] as const) : []),
  ],
  rows: data.map((row) => [
    row.care_type,
    row.told,
    row.booked,
    row.completed,
    ...(showsMoney ? [row.revenue] : []),
  ]),
  totals: [
    { label: 'Recalls sent', kind: 'count', value: metadata.sent },
    { label: 'Due dates', kind: 'count', value: metadata.told },
    { label: 'Booked', kind: 'count', value: metadata.booked },
    { label: 'Completed', kind: 'count', value: metadata.completed },
    ...(showsMoney ? ([{ label: 'Revenue', kind: 'money', value: metadata.revenue }] as const) : []),
  ],
  notes: notesOn('recall'),
  empty: 'No recalls in this period.',
});
