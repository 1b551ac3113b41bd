import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onConnectionChange } from './connection.ts';
import { practiceQuery } from './practice.ts';

/** Retry only without a response, or after 429 and 5xx; any other error would be the same again. */
function isPassing(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * The practice has hidden revenue from staff since its record was loaded here. Remove everything that may contain money
 * from the cache at once, and refetch it without.
 */
function forgetHiddenRevenue(error: Error): void {
  if (!(error instanceof ApiError && error.code === 'revenue_hidden')) return;
  const known = queryClient.getQueryData(practiceQuery.queryKey);
  if (known === undefined || known.every((practice) => practice.hide_revenue_from_staff === '1')) return;
  queryClient.setQueryData(
    practiceQuery.queryKey,
    known.map((practice) => ({ ...practice, hide_revenue_from_staff: '1' as const })),
  );
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries({
    type: 'active',
    predicate: ({ queryKey }) => queryKey[0] !== practiceQuery.queryKey[0],
  });
  void queryClient.invalidateQueries({ queryKey: practiceQuery.queryKey });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetHiddenRevenue }),
  // An export is refused like the report itself.
  mutationCache: new MutationCache({ onError: forgetHiddenRevenue }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 3_000),
      // The server may be on the same machine, so whether the browser is online is irrelevant.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Refetches queries that failed while the server could not be reached, as soon as it can be. */
export function recoverWithConnection(): void {
  onConnectionChange((lost) => {
    if (lost) return;
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.error instanceof ApiError && state.error.code === 'unreachable',
    });
  });
}
