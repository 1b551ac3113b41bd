import { useMemo } from 'react';
import { dropDraft, keepDraft, keptDraft, type DraftPlace } from '../../lib/drafts.ts';
import { useSession } from '../../lib/session-store.ts';
import { draftFrom } from './parse-draft.ts';
import { usePortalFormats } from './portal-practice.ts';

/** Today's draft of the form `name`, for the signed-in person in this tab; it survives a reload. */
export function useKeptDraft<Draft extends object>(name: string, empty: Draft) {
  const { tenantId, userId } = useSession();
  const { today } = usePortalFormats();
  return useMemo(() => {
    const place = (): DraftPlace => ({ owner: { tenantId, userId }, name, today: today() });
    return {
      read: (): Draft => draftFrom(keptDraft(sessionStorage, place()), empty),
      keep: (draft: Draft) => keepDraft(sessionStorage, place(), draft),
      forget: () => dropDraft(sessionStorage, place()),
    };
  }, [tenantId, userId, today, name, empty]);
}
