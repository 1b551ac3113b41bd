import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long a page waits for its slowest part. */
const maxMs = 1500;

/**
 * Whether a page of several lists can be shown: when all have loaded, so that none moves another. Does not wait for a
 * list that has failed or takes long.
 */
export function useAppearTogether(
  parts: readonly Pick<UseQueryResult, 'isPending' | 'failureCount'>[],
): boolean {
  const isThere = parts.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
  const [isDue, setDue] = useState(false);
  // Once shown, the page stays, also during a refetch.
  if (isThere && !isDue) setDue(true);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), maxMs);
    return () => clearTimeout(timer);
  }, []);
  return isDue;
}
