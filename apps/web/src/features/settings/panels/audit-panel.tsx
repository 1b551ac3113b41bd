import { History } from 'lucide-react';
import { failureText } from '../../../lib/failure-text.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { AuditFilterBar } from '../components/audit-filter-bar.tsx';
import { AuditCards, AuditTable } from '../components/audit-lines.tsx';
import { auditPageSize, useAuditFilters, useAuditLog } from '../use-audit-log.ts';

/** Who did what to which record, newest first. */
export function AuditPanel() {
  const isPhone = usePhone();
  const [filters, setFilters] = useAuditFilters();
  const log = useAuditLog(filters);
  const Lines = isPhone ? AuditCards : AuditTable;
  return (
    <Card flush>
      <AuditFilterBar filters={filters} onChange={setFilters} />
      {log.isPending ? <SkeletonRows rows={6} /> : null}
      {log.isError && !log.data ? <QueryError query={log} title="Failed to load the audit log" /> : null}
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
            failure={log.isFetchNextPageError ? failureText('Failed to load the audit log', log.error) : null}
            onMore={() => void log.fetchNextPage()}
          />
        </div>
      ) : null}
    </Card>
  );
}
