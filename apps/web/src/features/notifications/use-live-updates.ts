import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readAgainAfter } from '../../lib/query.ts';
import { useSession } from '../../lib/session-store.ts';
import { keepListening } from './live-connection.ts';

/** Who missed something was not the only one: not all screens of a practice read again in the same moment. */
const spreadMs = 1500;

/**
 * Has the screens read again what others changed, as it happens. Once in the admin area. Answers whether changes are
 * heard at present.
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
        // What came up between the page's first reading and this moment.
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
