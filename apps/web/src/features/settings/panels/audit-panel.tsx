import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { callAction } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { usePagedList } from '../../../lib/paged-list.ts';
import { actionQuery } from '../../../lib/query.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { auditEntities } from '../audit-sentence.ts';
import { AuditCards, AuditTable } from '../components/audit-lines.tsx';

/** The filters in the address; '' for none. */
interface AuditFilters {
  staff_id: string;
  entity: string;
  date_from: string;
  date_to: string;
}

const names = ['staff_id', 'entity', 'date_from', 'date_to'] as const;
/** Entries per page. */
const auditPageSize = 50;

/** The filters, kept in the address. */
function useAuditFilters(): [AuditFilters, (edit: Partial<AuditFilters>) => void] {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? '']),
  ) as unknown as AuditFilters;
  const change = (edit: Partial<AuditFilters>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(edit)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filters, change];
}

/** The log, page by page, newest first. */
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

/** The audit log, newest first, with its filters. */
export function AuditPanel() {
  const isPhone = usePhone();
  const [filters, setFilters] = useAuditFilters();
  const log = useAuditLog(filters);
  const Lines = isPhone ? AuditCards : AuditTable;
  return (
    <Card flush>
      <AuditFilterBar filters={filters} onChange={setFilters} />
      {log.isPending ? <SkeletonRows rows={6} /> : null}
      {log.isError && !log.data ? <QueryError query={log} title="Couldn’t load the audit log" /> : null}
      {log.data && log.rows.length === 0 ? (
        <EmptyState icon={<History />} title="No activity">
          No activity matches these filters.
        </EmptyState>
      ) : null}
      {log.rows.length > 0 ? (
        <div aria-busy={log.isPlaceholderData} className={classNames(log.isPlaceholderData && 'opacity-60')}>
          <Lines rows={log.rows} />
        </div>
      ) : null}
      {log.hasNextPage && !log.isPlaceholderData ? (
        <div className="border-t border-line">
          <LoadMore
            size={auditPageSize}
            busy={log.isFetchingNextPage}
            failure={log.isFetchNextPageError ? failureText('Couldn’t load the audit log', log.error) : null}
            onMore={() => void log.fetchNextPage()}
          />
        </div>
      ) : null}
    </Card>
  );
}
