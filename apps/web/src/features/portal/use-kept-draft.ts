import { useMemo } from 'react';
import { useSession } from '../../lib/session-store.ts';
import { parseDraft } from './parse-draft.ts';

/**
 * The form `name` that the person who is signed in was filling in, in this tab: it survives that the page is loaded
 * again.
 */
export function useKeptDraft<Draft extends object>(name: string, empty: Draft) {
  const { tenantId, userId } = useSession();
  const key = `${name}-draft ${tenantId} ${userId}`;
  return useMemo(
    () => ({
      read: (): Draft => parseDraft(sessionStorage.getItem(key), empty),
      keep: (draft: Draft) => sessionStorage.setItem(key, JSON.stringify(draft)),
      forget: () => sessionStorage.removeItem(key),
    }),
    [key, empty],
  );
}
