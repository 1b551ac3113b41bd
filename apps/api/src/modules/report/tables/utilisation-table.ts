import type { OutputOf } from '@burrow/contracts/actions';
import type { ReportRow, ReportTable } from '../../../lib/ports/report-table.ts';
import { notesOn } from './definition-notes.ts';

type Utilisation = OutputOf<'reports/utilisation'>;
type TimeUse = Omit<Utilisation['data']['by_week'][number], 'from'>;

const kinds: Record<Utilisation['data']['by_resource'][number]['kind'], string> = {
  room: 'Room',
  equipment: 'Equipment',
  kennel: 'Kennel',
};

const minutesOf = (use: TimeUse): ReportRow => [
  use.available_minutes,
  use.booked_minutes,
  use.outside_minutes,
  use.percent,
];

export const utilisationTable = ({ data, metadata }: Utilisation): ReportTable => ({
  title: 'Utilisation',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'By', kind: 'word' },
    { label: 'Name', kind: 'text' },
    { label: 'Available minutes', kind: 'count' },
    { label: 'Booked minutes', kind: 'count' },
    { label: 'Outside hours (minutes)', kind: 'count' },
    { label: 'Utilisation', kind: 'percent' },
  ],
  rows: [
    ...data.by_person.map((row) => ['Person', row.name, ...minutesOf(row)]),
    ...data.by_resource.map((row) => [kinds[row.kind], row.name, ...minutesOf(row)]),
    ...data.by_week.map((row): ReportRow => ['Week', { kind: 'day', value: row.from }, ...minutesOf(row)]),
  ],
  totals: [
    { label: 'Available minutes', kind: 'count', value: metadata.available_minutes },
    { label: 'Booked minutes', kind: 'count', value: metadata.booked_minutes },
    { label: 'Outside hours (minutes)', kind: 'count', value: metadata.outside_minutes },
    { label: 'Utilisation', kind: 'percent', value: metadata.percent },
  ],
  notes: notesOn('utilisation', 'outside_hours'),
  empty: 'No working hours in this period.',
});
