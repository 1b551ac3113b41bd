import type { NewBookingValues } from './booking-form.ts';

/** An appointment that was being made when an error took the person away from the form. */
export interface Draft {
  clientId: number | null;
  animalId: number | null;
  values: NewBookingValues;
}

/** Whose draft it is: nobody else who signs in on the same tab sees it. */
export interface DraftOwner {
  tenantId: number | null;
  userId: number;
}

const key = 'bookingDraft';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps a draft in this tab, for when the person comes back. */
export function keepDraft(storage: Storage, owner: DraftOwner, draft: Draft): void {
  storage.setItem(key, JSON.stringify({ owner, draft }));
}

export function dropDraft(storage: Storage): void {
  storage.removeItem(key);
}

/** The draft kept for this person, or null. One of anybody else is removed. */
export function keptDraft(storage: Storage, owner: DraftOwner): Draft | null {
  const stored = storage.getItem(key);
  if (stored === null) return null;
  try {
    const kept = JSON.parse(stored) as { owner?: Partial<DraftOwner>; draft?: Draft };
    if (kept.owner?.userId === owner.userId && kept.owner.tenantId === owner.tenantId && kept.draft) {
      return kept.draft;
    }
  } catch {
    // Cut off or written by something else: there is no draft to give back.
  }
  dropDraft(storage);
  return null;
}
