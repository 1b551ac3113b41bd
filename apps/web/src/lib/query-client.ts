import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onConnectionChange } from './connection.ts';
import { practiceQuery } from './practice.ts';

/** A refusal stays a refusal; only no answer, 429 and 5xx are worth another try. */
function isPassing(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * The server keeps revenue from this person, though the practice's record as it was read here does not say so yet. Whatever
 * may hold money is forgotten at once, and read again without it.
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
      // The server may be on this very machine, so the browser's idea of being online says nothing.
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
