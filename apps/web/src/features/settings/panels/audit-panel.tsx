import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { callAction } from '../../../lib/api.ts';
import { usePagedList } from '../../../lib/paged-list.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useAddressValues, type AddressValues } from '../../../lib/use-address-values.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LogFilters } from '../../../ui/log-filters.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { Select } from '../../../ui/select.tsx';
import { auditEntities } from '../audit-sentence.ts';
import { AuditCards, AuditTable } from '../components/audit-lines.tsx';

/** The filters of the log, kept in the address. */
const filterNames = ['staff_id', 'entity', 'date_from', 'date_to'] as const;
type AuditFilters = AddressValues<(typeof filterNames)[number]>;

const noFilters: AuditFilters = { staff_id: '', entity: '', date_from: '', date_to: '' };

/** Entries read at a time. */
const auditPageSize = 50;

/** The log page by page, newest first. */
function useAuditLog(filters: AuditFilters) {
  const { staff_id, ...others } = filters;
  return usePagedList({
    action: 'audit_log',
    asked: { ...others, ...(/^\d+$/.test(staff_id) ? { staff_id: Number(staff_id) } : {}) },
    read: (input, signal) => callAction('audit_log', input, { signal }),
    sizes: { first: auditPageSize, next: auditPageSize },
    // Refetch, because it changes with every action.
    staleTime: 0,
  });
}

/** The filters of the log: person, kind of record and days. */
function AuditFilterBar({
  filters,
  onChange,
}: {
  filters: AuditFilters;
  onChange: (edit: Partial<AuditFilters>) => void;
}) {
  const people = useQuery(actionQuery('audit_log_people', {}));
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <LogFilters
      days={filters}
      onChange={onChange}
      onClear={isFiltered ? () => onChange(noFilters) : null}
      columns="lg:grid-cols-[1fr_1fr_auto_auto_auto]"
    >
      <Select
        label="Person"
        className="max-sm:col-span-2"
        emptyLabel="Everyone"
        options={(people.data ?? []).map(({ id, name, support }) => ({
          value: String(id),
          label: support === '1' ? `${name} (support)` : name,
        }))}
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
    </LogFilters>
  );
}

/** The audit log, newest first, with its filters. */
export function AuditPanel() {
  const isPhone = usePhone();
  const [filters, setFilters] = useAddressValues(filterNames);
  const log = useAuditLog(filters);
  const Lines = isPhone ? AuditCards : AuditTable;
  return (
    <Card flush>
      <AuditFilterBar filters={filters} onChange={setFilters} />
      <PagedView
        list={log}
        size={auditPageSize}
        failure="Couldn’t load the audit log"
        empty={
          <EmptyState icon={<History />} title="No activity">
            No activity matches these filters.
          </EmptyState>
        }
      >
        {(rows) => <Lines rows={rows} />}
      </PagedView>
    </Card>
  );
}
