import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { auditEntities } from '../audit-sentence.ts';
import type { AuditFilters } from '../use-audit-log.ts';

/** What the log is filtered by: a person, a kind of record, days. */
export function AuditFilterBar({
  filters,
  onChange,
}: {
  filters: AuditFilters;
  onChange: (edit: Partial<AuditFilters>) => void;
}) {
  const team = useQuery(actionQuery('team', {}));
  const isFiltered = Object.values(filters).some((value: string) => value !== '');
  return (
    <div className="grid grid-cols-2 items-end gap-3 border-b border-line p-4 lg:grid-cols-[1fr_1fr_auto_auto_auto]">
      <Select
        label="Person"
        className="max-sm:col-span-2"
        emptyLabel="Everyone"
        options={(team.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filters.staff_id}
        onChange={(event) => onChange({ staff_id: event.target.value })}
      />
      <Select
        label="Kind of record"
        className="max-sm:col-span-2"
        emptyLabel="Everything"
        options={auditEntities}
        value={filters.entity}
        onChange={(event) => onChange({ entity: event.target.value })}
      />
      <DateInput
        label="From"
        value={filters.date_from}
        max={filters.date_to}
        onChange={(event) => onChange({ date_from: event.target.value })}
      />
      <DateInput
        label="To"
        value={filters.date_to}
        min={filters.date_from}
        onChange={(event) => onChange({ date_to: event.target.value })}
      />
      <Button
        className="max-lg:col-span-2"
        disabled={!isFiltered}
        onClick={() => onChange({ staff_id: '', entity: '', date_from: '', date_to: '' })}
      >
        Clear filters
      </Button>
    </div>
  );
}
