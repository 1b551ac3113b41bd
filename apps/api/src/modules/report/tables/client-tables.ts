import type { OutputOf } from '@burrow/contracts/actions';
import type { ReportTable } from '../../../lib/ports/report-table.ts';
import { bucketColumns } from './bucket-column.ts';
import { notesOn } from './definition-notes.ts';

export const clientRetentionTable = ({
  data,
  metadata,
}: OutputOf<'reports/client_retention'>): ReportTable => ({
  title: 'Client Retention',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'Month', kind: 'month' },
    { label: 'Returned clients', kind: 'count' },
    { label: 'Retention rate', kind: 'percent' },
  ],
  rows: data.breakdown_by_month.map((row) => [row.month, row.returned_clients, row.retention_rate]),
  totals: [
    { label: 'Total clients', kind: 'count', value: data.total_clients },
    { label: 'Returned clients', kind: 'count', value: data.returned_within_period },
    { label: 'Retention rate', kind: 'percent', value: data.retention_rate },
  ],
  notes: notesOn('retention'),
  empty: 'No client retention data available',
});

export const clientGrowthTable = ({ data, metadata }: OutputOf<'reports/client_growth'>): ReportTable => ({
  title: 'Client Growth & Activity',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    bucketColumns[metadata.group_by],
    { label: 'New clients', kind: 'count' },
    { label: 'Returning clients', kind: 'count' },
    { label: 'Total active', kind: 'count' },
  ],
  rows: data.map((row) => [row.period, row.new_clients, row.returning_clients, row.total_active]),
  totals: [
    { label: 'New clients', kind: 'count', value: metadata.new_clients },
    { label: 'Returning clients', kind: 'count', value: metadata.returning_clients },
    { label: 'Active clients', kind: 'count', value: metadata.total_active },
  ],
  notes: notesOn('new_clients', 'returning_clients', 'active_clients'),
  empty: 'No client data available',
});

export const animalDemographicsTable = ({
  data,
  metadata,
}: OutputOf<'reports/animal_demographics'>): ReportTable => ({
  title: 'Animal Demographics',
  from: metadata.start_date,
  to: metadata.end_date,
  filters: [],
  columns: [
    { label: 'Species', kind: 'text' },
    { label: 'Animals', kind: 'count' },
    { label: 'Share', kind: 'percent' },
  ],
  rows: data.by_species.map((row) => [row.species, row.count, row.percentage]),
  totals: [{ label: 'Total animals', kind: 'count', value: data.total_animals }],
  notes: notesOn('active_patients'),
  empty: 'No animal demographics data available',
});
