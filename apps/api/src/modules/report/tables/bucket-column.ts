import type { ReportGroup } from '@burrow/contracts/report-period';
import type { ReportColumn } from '../../../lib/ports/report-table.ts';

/** The column with the labels of the parts of a period. */
export const bucketColumns: Record<ReportGroup, ReportColumn> = {
  hour: { label: 'Hour', kind: 'time' },
  day: { label: 'Date', kind: 'day' },
  week: { label: 'Week from', kind: 'day' },
  month: { label: 'Month', kind: 'month' },
};
