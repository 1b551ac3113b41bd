import { keepDraft, keptDraft, dropDraft, type DraftOwner, type DraftPlace } from '../../lib/drafts.ts';
import type { NewBookingValues } from './booking-form.ts';

/** An unfinished booking form. */
export interface Draft {
  clientId: number | null;
  animalId: number | null;
  values: NewBookingValues;
}

/** A draft saved when the session ended. */
export interface KeptDraft extends Draft {
  /** Null if no client was chosen. */
  clientName: string | null;
  /** When it was saved, on the practice's clock: HH:MM. */
  at: string;
}

/** Where the form at an address keeps its draft. `now` is the practice's clock, `YYYY-MM-DDTHH:MM`. */
const placeAt = (owner: DraftOwner, address: string, now: string): DraftPlace => ({
  owner: { tenantId: owner.tenantId, userId: owner.userId },
  name: `booking ${address}`,
  today: now.slice(0, 10),
});

/** The draft of one form, in this tab. */
export function bookingDraft(owner: DraftOwner, address: string, clock: () => string) {
  const place = () => placeAt(owner, address, clock());
  return {
    read: () => keptDraft(sessionStorage, place()) as KeptDraft | null,
    keep: (draft: Draft, clientName: string | null) =>
      keepDraft(sessionStorage, place(), { ...draft, clientName, at: clock().slice(11) }),
    drop: () => dropDraft(sessionStorage, place()),
  };
}

export type BookingDraft = ReturnType<typeof bookingDraft>;
