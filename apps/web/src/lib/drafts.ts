/**
 * Drafts of unfinished forms: each belongs to a person and a form. In a tab's storage it expires at the end of the
 * practice's day; in the browser's it may stay. The session store removes other people's drafts.
 */

/** The owner of the draft. */
export interface DraftOwner {
  tenantId: number | null;
  userId: number;
}

export interface DraftPlace {
  owner: DraftOwner;
  /** The form; with path and query if each address has a draft of its own. */
  name: string;
  /** Today on the practice's clock, YYYY-MM-DD; null for a draft that does not expire. */
  today: string | null;
}

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'draft:';
const ownedBy = ({ tenantId, userId }: DraftOwner) => `${prefix}${tenantId}:${userId}:`;
const keyOf = ({ owner, name }: DraftPlace) => ownedBy(owner) + name;

export function keepDraft(storage: DraftStorage, place: DraftPlace, draft: object): void {
  storage.setItem(keyOf(place), JSON.stringify({ day: place.today, draft }));
}

export function dropDraft(storage: DraftStorage, place: DraftPlace): void {
  storage.removeItem(keyOf(place));
}

/** The draft as parsed JSON; null if there is none. One that expired with its day is removed. */
export function keptDraft(storage: DraftStorage, place: DraftPlace): object | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(place)) ?? 'null');
    if (kept === null) return null;
    const { day, draft } = kept as { day?: unknown; draft?: unknown };
    const isCurrent = place.today === null || day === place.today;
    if (isCurrent && typeof draft === 'object' && draft !== null) return draft;
  } catch {
    // Truncated, or not written by this app.
  }
  dropDraft(storage, place);
  return null;
}

/** Removes the drafts of everyone but `owners`. */
export function dropDraftsExcept(storage: DraftStorage, owners: readonly DraftOwner[]): void {
  const kept = owners.map(ownedBy);
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    if (key.startsWith(prefix) && !kept.some((start) => key.startsWith(start))) storage.removeItem(key);
  }
}
