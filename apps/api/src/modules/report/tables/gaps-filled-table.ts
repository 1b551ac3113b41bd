import type { OutputOf } from '@burrow/contracts/actions';
import { isWithoutGaps, waitlistIsOff } from '@burrow/contracts/report-definitions';
import type { ReportTable } from '../../../lib/ports/report-table.ts';
import { notesOn } from './definition-notes.ts';

/** @param showsMoney whether the reader may see the value */
export function gapsFilledTable(gaps: OutputOf<'reports/gaps_filled'>, showsMoney: boolean): ReportTable {
  const isUnknown = isWithoutGaps(gaps) && gaps.waitlist_off;
  return {
    title: 'Gaps Filled',
    from: gaps.start_date,
    to: gaps.end_date,
    filters: [],
    columns: [
      { label: 'Figure', kind: 'text' },
      { label: 'Value', kind: 'count' },
    ],
    rows: [
      ['Times that came free', isUnknown ? null : gaps.freed],
      ['Minutes that came free', isUnknown ? null : gaps.freed_minutes],
      ['Times offered', gaps.offered],
      ['Offers made', gaps.offers],
      ['Offers accepted', gaps.filled],
      ['Minutes filled', gaps.filled_minutes],
      ['Moved earlier', gaps.moved],
      ...(showsMoney ? [['Value', { kind: 'money', value: gaps.value }] as const] : []),
    ],
    totals: [],
    notes: [...(isUnknown ? [{ name: 'Waitlist', meaning: waitlistIsOff }] : []), ...notesOn('gaps_filled')],
    empty: '',
  };
}
