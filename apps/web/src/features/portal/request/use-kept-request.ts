import { useSession } from '../../../lib/session-store.ts';
import { parseRequestDraft, type RequestDraft } from './request-draft.ts';

/** The request that the person who is signed in was making, in this tab: it survives that the page is loaded again. */
export function useKeptRequest() {
  const { tenantId, userId } = useSession();
  const key = `request-draft ${tenantId} ${userId}`;
  return {
    read: () => parseRequestDraft(sessionStorage.getItem(key)),
    keep: (draft: RequestDraft) => sessionStorage.setItem(key, JSON.stringify(draft)),
    forget: () => sessionStorage.removeItem(key),
  };
}
