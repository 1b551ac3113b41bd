import type { OutputOf } from '@burrow/contracts/actions';
import type { ReportRow, ReportTable } from '../../../lib/ports/report-table.ts';
import { notesOn } from './definition-notes.ts';

type Cancellations = OutputOf<'reports/cancellations'>;
type Figures = Omit<Cancellations['data']['by_person'][number], 'user_id' | 'name'>;

const notices: Record<Cancellations['data']['by_notice'][number]['notice'], string> = {
  after_start: 'After the start',
  under_2_hours: 'Less than 2 hours',
  under_24_hours: '2 to 24 hours',
  under_48_hours: '24 to 48 hours',
  under_7_days: '2 to 7 days',
  from_7_days: '7 days or more',
  unknown: 'Not recorded',
};

const figuresOf = (row: Figures): ReportRow => [
  row.bookings,
  row.by_client,
  row.by_practice,
  row.no_shows,
  row.percent,
];

/** @param showsMoney whether the reader may see what was kept and refunded */
export const cancellationsTable = ({ data, metadata }: Cancellations, showsMoney: boolean): ReportTable => ({
  title: 'Cancellations',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'By', kind: 'word' },
    { label: 'Name', kind: 'text' },
    { label: 'Bookings', kind: 'count' },
    { label: 'By clients', kind: 'count' },
    { label: 'By the practice', kind: 'count' },
    { label: 'No-shows', kind: 'count' },
    { label: 'Share', kind: 'percent' },
  ],
  rows: [
    ...data.by_service.map((row) => ['Service', row.service_name, ...figuresOf(row)]),
    ...data.by_notice.map((row): ReportRow => [
      'Notice',
      notices[row.notice],
      null,
      row.by_client,
      row.by_practice,
      null,
      null,
    ]),
    ...data.by_person.map((row) => ['Person', row.name, ...figuresOf(row)]),
  ],
  totals: [
    { label: 'Bookings', kind: 'count', value: metadata.bookings },
    { label: 'By clients', kind: 'count', value: metadata.by_client },
    { label: 'By the practice', kind: 'count', value: metadata.by_practice },
    { label: 'No-shows', kind: 'count', value: metadata.no_shows },
    { label: 'Share', kind: 'percent', value: metadata.percent },
    ...(showsMoney
      ? ([
          { label: 'Deposits kept', kind: 'money', value: metadata.kept },
          { label: 'Deposits refunded', kind: 'money', value: metadata.refunded },
        ] as const)
      : []),
  ],
  notes: notesOn('cancellations'),
  empty: 'No bookings in this period.',
});
