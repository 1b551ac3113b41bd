import { notifyManager, useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useLast } from '../../lib/use-last.ts';

const isReport = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  typeof queryKey[0] === 'string' && queryKey[0].startsWith('reports/');

/** All reports that are shown, as one: when they were read, whether they are being read, and how to read them again. */
export function useReading() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const newest = useSyncExternalStore(subscribe, () =>
    Math.max(
      0,
      ...cache.findAll({ type: 'active', predicate: isReport }).map(({ state }) => state.dataUpdatedAt),
    ),
  );
  // Until another period has been read the figures of the last one are still shown.
  const readAt = useLast(newest === 0 ? null : newest);
  return {
    /** Milliseconds since 1970 of the newest answer; null before the first. */
    readAt,
    isReading: useIsFetching({ type: 'active', predicate: isReport }) > 0,
    readAgain: () => void client.invalidateQueries({ predicate: isReport }),
  };
}
