import { useQueryClient } from '@tanstack/react-query';
import { createContext, useEffect, useState } from 'react';
import { readAgainAfter } from '../../lib/query.ts';
import { useSession } from '../../lib/session-store.ts';
import { keepListening } from './live-connection.ts';

/** Spreads the refetches of a practice's screens, which all miss the same changes. */
const spreadMs = 1500;

/** Whether the live connection of the admin area is up; without it, screens that must stay current refetch regularly. */
export const IsLive = createContext(false);

/**
 * Refetches the queries that others' changes affect. Use it once in the admin area.
 * @returns whether the live connection is up
 */
export function useLiveUpdates(): boolean {
  const client = useQueryClient();
  const { apiKey, userId } = useSession();
  const [isUp, setIsUp] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    let catchUp: ReturnType<typeof setTimeout> | undefined;
    void keepListening(ending.signal, {
      keys: { apiKey, userId },
      onUp: (up) => {
        setIsUp(up);
        // Changes since the page's first fetch.
        if (up) void client.invalidateQueries({ queryKey: ['notifications'] });
      },
      onChange: ({ action }) => {
        if (action !== null) return readAgainAfter(client, action);
        clearTimeout(catchUp);
        catchUp = setTimeout(() => void client.invalidateQueries(), Math.random() * spreadMs);
      },
    });
    return () => {
      ending.abort();
      clearTimeout(catchUp);
    };
  }, [client, apiKey, userId]);
  return isUp;
}
