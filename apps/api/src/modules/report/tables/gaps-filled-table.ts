import type { OutputOf } from '@burrow/contracts/actions';
import type { ReportTable } from '../../../lib/ports/report-table.ts';
import { notesOn } from './definition-notes.ts';

/** @param showsMoney whether the reader may see the value */
export const gapsFilledTable = (gaps: OutputOf<'reports/gaps_filled'>, showsMoney: boolean): ReportTable => ({
  title: 'Gaps Filled',
  from: gaps.start_date,
  to: gaps.end_date,
  filters: [],
  columns: [
    { label: 'Figure', kind: 'text' },
    { label: 'Value', kind: 'count' },
  ],
  rows: [
    ['Times that came free', gaps.freed],
    ['Minutes that came free', gaps.freed_minutes],
    ['Times offered', gaps.offered],
    ['Offers made', gaps.offers],
    ['Offers accepted', gaps.filled],
    ['Minutes filled', gaps.filled_minutes],
    ['Moved earlier', gaps.moved],
    ...(showsMoney ? [['Value', { kind: 'money', value: gaps.value }] as const] : []),
  ],
  totals: [],
  notes: notesOn('gaps_filled'),
  empty: '',
});
