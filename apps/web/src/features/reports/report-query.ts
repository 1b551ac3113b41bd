import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import type { InputOf, QueryAction } from '../../lib/api.ts';
import { steadyQuery } from '../../lib/query.ts';

type ReportAction = Extract<QueryAction, `reports/${string}`>;

/**
 * A report, refetched whenever its page opens, because payments may have been taken since. The previous figures stay
 * while it loads.
 */
export function reportQuery<Name extends ReportAction>(name: Name, input: InputOf<Name>) {
  return { ...steadyQuery(name, input), staleTime: 0 };
}

/** Whether a report can only show an error: it was never loaded, or the person may no longer see it. */
export function isUnreadable({
  error,
  dataUpdatedAt,
  errorUpdateCount,
}: Pick<UseQueryResult, 'error' | 'dataUpdatedAt' | 'errorUpdateCount'>): boolean {
  const isForbidden = error instanceof ApiError && error.status === 403;
  return isForbidden || (dataUpdatedAt === 0 && errorUpdateCount > 0);
}
