import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** A refusal stays a refusal; only no answer, 429 and 5xx are worth another try. */
function isPassing(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

export const queryClient = new QueryClient({
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
