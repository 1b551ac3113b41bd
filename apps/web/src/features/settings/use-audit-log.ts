import { useSearchParams } from 'react-router-dom';
import { callAction } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';

/** What the log is filtered by, as the address has it; '' for no filter. */
export interface AuditFilters {
  staff_id: string;
  entity: string;
  date_from: string;
  date_to: string;
}

const names = ['staff_id', 'entity', 'date_from', 'date_to'] as const;
/** Entries read at a time. */
export const auditPageSize = 50;

/** The filters, kept in the address. */
export function useAuditFilters(): [AuditFilters, (edit: Partial<AuditFilters>) => void] {
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

/** The log page by page, newest first. */
export function useAuditLog(filters: AuditFilters) {
  const { staff_id, ...others } = filters;
  return usePagedList({
    action: 'audit_log',
    asked: { ...others, ...(/^\d+$/.test(staff_id) ? { staff_id: Number(staff_id) } : {}) },
    read: (input, signal) => callAction('audit_log', input, { signal }),
    sizes: { first: auditPageSize, next: auditPageSize },
    // What was done a moment ago belongs in it.
    staleTime: 0,
  });
}
