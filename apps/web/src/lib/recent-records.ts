import { maxRecent } from '@burrow/contracts/search-limits';
import type { DraftOwner, DraftStorage } from './drafts.ts';

// The records a person viewed last on this device, for each person in each practice: ids only, because the records are
// always fetched from the server. The session store removes other people's, and all at sign-out.

export type RecordKind = 'client' | 'animal' | 'booking';

export interface RecentRecord {
  kind: RecordKind;
  id: number;
}

const prefix = 'recent:';
const keyOf = ({ tenantId, userId }: DraftOwner) => `${prefix}${tenantId}:${userId}`;

const isRecord = (value: unknown): value is RecentRecord =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'client' || value.kind === 'animal' || value.kind === 'booking') &&
  'id' in value &&
  Number.isSafeInteger(value.id);

/** The record whose page is at an address; null for any other page. */
export function recordAt(pathname: string): RecentRecord | null {
  const [, kind, id] = /^\/admin\/(client|animal|booking)\/([1-9]\d{0,15})$/.exec(pathname) ?? [];
  return kind === undefined ? null : { kind: kind as RecordKind, id: Number(id) };
}

/** The recently viewed records, newest first. */
export function recentRecords(storage: DraftStorage, owner: DraftOwner): RecentRecord[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(owner)) ?? '[]');
    if (Array.isArray(kept)) return kept.filter(isRecord).slice(0, maxRecent);
  } catch {
    // Truncated, or not written by this app.
  }
  return [];
}

/** Adds a record at the top. */
export function rememberRecord(storage: DraftStorage, owner: DraftOwner, { kind, id }: RecentRecord): void {
  const others = recentRecords(storage, owner).filter((other) => other.kind !== kind || other.id !== id);
  storage.setItem(keyOf(owner), JSON.stringify([{ kind, id }, ...others].slice(0, maxRecent)));
}

/** Removes the records of everyone but `owners`. */
export function forgetRecordsExcept(storage: DraftStorage, owners: readonly DraftOwner[]): void {
  const kept = new Set(owners.map(keyOf));
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(prefix) && !kept.has(key)) storage.removeItem(key);
}
