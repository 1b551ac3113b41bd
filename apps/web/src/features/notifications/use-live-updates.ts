import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readAgainAfter } from '../../lib/query.ts';
import { useSession } from '../../lib/session-store.ts';
import { keepListening } from './live-connection.ts';

/** Spreads the refetches of a practice's screens, which all miss the same changes. */
const spreadMs = 1500;

const pollMs = 60_000;

/**
 * Refetches the queries that others' changes affect; every minute all of a visible page while there is no live
 * connection. Use it once in the admin area.
 */
export function useLiveUpdates(): void {
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
  useEffect(() => {
    if (isUp) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void client.invalidateQueries();
    }, pollMs);
    return () => clearInterval(timer);
  }, [client, isUp]);
}
