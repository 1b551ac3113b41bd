import { dropDraft, keepDraft, type DraftPlace } from '../../lib/drafts.ts';
import { useSession } from '../../lib/session-store.ts';
import { isUnsaved, toKeep, type VisitDraft } from './visit-draft.ts';

/** Where the notes are kept on this device, so that they survive a closed tab, also overnight. */
export function usePlace(bookingId: number): DraftPlace {
  const { tenantId, userId } = useSession();
  return { owner: { tenantId, userId }, name: `visit notes ${bookingId}`, today: null };
}

/** Keeps the notes on this device while anything in them is not saved. */
export function keepOnDevice(place: DraftPlace, draft: VisitDraft, saved: VisitDraft): void {
  try {
    if (isUnsaved(draft, saved)) keepDraft(localStorage, place, toKeep(draft, saved));
    else dropDraft(localStorage, place);
  } catch (error) {
    // The storage is full or not allowed; the server has the notes a moment later.
    console.info('The visit notes could not be kept on this device.', error);
  }
}
