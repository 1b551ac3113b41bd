import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { ErrorPanel } from './error-panel.tsx';

type QueryState<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;

/** Why something could not be loaded, with a Retry button. */
export function QueryError({
  query,
  title,
  fallback = '',
  boxed = false,
}: {
  query: Pick<QueryState<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** What failed, such as 'Failed to fetch clients'. */
  title: string;
  /** The reason to show if the server gave none. */
  fallback?: string;
  /** In a red box of its own; otherwise as quiet as the card around it. */
  boxed?: boolean;
}) {
  return (
    <ErrorPanel title={title} boxed={boxed} onRetry={() => void query.refetch()} retrying={query.isFetching}>
      {messageOf(query.error, fallback)}
    </ErrorPanel>
  );
}

/**
 * A query in each of its states: `skeleton` while it loads, the error with a Retry button, `empty` for a list without
 * rows, and otherwise `children` with the data. Data stays visible if a refresh fails.
 */
export function QueryView<Data>({
  query,
  skeleton,
  failure,
  boxed = false,
  empty,
  children,
}: {
  query: QueryState<Data>;
  skeleton: ReactNode;
  /** The heading of the error, such as 'Failed to fetch clients'. */
  failure: string;
  boxed?: boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { data } = query;
  // Deferred, so that rendering many rows for the first time does not block the page.
  const isReady = useDeferredValue(data !== undefined);
  if (data !== undefined && !isReady) return skeleton;
  if (data === undefined) {
    return query.isPending ? skeleton : <QueryError query={query} title={failure} boxed={boxed} />;
  }
  if (empty !== undefined && Array.isArray(data) && data.length === 0) return empty;
  return children(data);
}
