import type { DraftOwner, DraftStorage } from './drafts.ts';
import type { PracticeLocale } from './format.ts';

// A pet owner's next appointments, kept on the device for its offline page. The session store removes them as soon as the
// session is another one or none.

export interface KeptAppointment {
  /** `YYYY-MM-DD` and `HH:MM` on the practice's clock. */
  date: string;
  time: string;
  animal: string;
  service: string | null;
  /** As shown, such as 'Confirmed'. */
  status: string;
}

export interface KeptAppointments {
  practice: PracticeLocale & { name: string; phone: string | null; color: string | null };
  /** When the server was asked, ISO 8601. */
  readAt: string;
  /** Soonest first. */
  appointments: KeptAppointment[];
}

const key = 'next_appointments';

const ownerOf = ({ tenantId, userId }: DraftOwner): string => `${tenantId}:${userId}`;

function stored(storage: DraftStorage): ({ owner: string } & KeptAppointments) | null {
  try {
    const value = JSON.parse(storage.getItem(key) ?? 'null') as ({ owner: string } & KeptAppointments) | null;
    return value !== null && Array.isArray(value.appointments) ? value : null;
  } catch {
    // Truncated, or not written by this app.
    return null;
  }
}

/** Keeps the appointments in place of those kept before. */
export const keepAppointments = (storage: DraftStorage, owner: DraftOwner, kept: KeptAppointments): void =>
  storage.setItem(key, JSON.stringify({ owner: ownerOf(owner), ...kept }));

/** What was kept for a person; null without anything. */
export function keptAppointments(storage: DraftStorage, owner: DraftOwner): KeptAppointments | null {
  const found = stored(storage);
  return found?.owner === ownerOf(owner) ? found : null;
}

/** Removes what was kept for anyone but `owner`. */
export function forgetAppointmentsExcept(storage: DraftStorage, owner: DraftOwner | null): void {
  if (storage.getItem(key) === null) return;
  if (owner === null || stored(storage)?.owner !== ownerOf(owner)) storage.removeItem(key);
}
