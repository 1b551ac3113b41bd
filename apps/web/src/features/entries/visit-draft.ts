import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import { fieldsToSend, noText, textOf, type EntryText } from './entry-values.ts';

/** The kinds that are written at the appointment. */
export type VisitKind = Exclude<EntryKind, 'prescription'>;

export interface DraftEntry {
  /** Chosen here, so that a repeated save begins the entry once. */
  client_key: string;
  /** Of the stored entry; null before its first save. */
  id: number | null;
  version: number | null;
  kind: VisitKind;
  shared: boolean;
  text: EntryText;
}

/** The notes of an appointment as they are being written. */
export interface VisitDraft {
  weight: string;
  entries: readonly DraftEntry[];
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const newEntry = (kind: VisitKind, text: Partial<EntryText> = {}): DraftEntry => ({
  client_key: newKey(),
  id: null,
  version: null,
  kind,
  shared: false,
  text: { ...noText, ...text },
});

/** Whether the form can still change a stored entry. */
export const isEditable = (entry: EntryRecord): boolean =>
  entry.may_change === '1' &&
  entry.struck_at === null &&
  entry.client_key !== null &&
  entry.kind !== 'prescription';

/** The notes as they are stored, with an empty note to write into if there is none. */
export function draftOf(weight: string | null, stored: readonly EntryRecord[]): VisitDraft {
  const entries = stored.filter(isEditable).map((entry): DraftEntry => ({
    client_key: entry.client_key ?? '',
    id: entry.id,
    version: entry.version,
    kind: entry.kind as VisitKind,
    shared: entry.shared === '1',
    text: textOf(entry),
  }));
  const hasNote = entries.some(({ kind }) => kind === 'note');
  return { weight: weight ?? '', entries: hasNote ? entries : [newEntry('note'), ...entries] };
}

/** Whether an entry says enough to be stored. */
export const isComplete = ({ kind, text, version }: DraftEntry): boolean =>
  kind === 'note'
    ? version !== null || [text.body, text.title, text.temperature].some((value) => value.trim() !== '')
    : text.product.trim() !== '';

const said = ({ kind, shared, text }: DraftEntry): string =>
  JSON.stringify([shared, fieldsToSend(kind, text)]);

const sameKey =
  ({ client_key: key }: DraftEntry) =>
  (other: DraftEntry) =>
    other.client_key === key;

/**
 * The entries to save: complete, and different from those that are stored. A weight belongs to a note, so `withNote` adds
 * the note even if it is empty and not stored yet.
 */
export const unsavedEntries = (draft: VisitDraft, stored: VisitDraft, withNote = false): DraftEntry[] => {
  const note = draft.entries.find(({ kind }) => kind === 'note');
  return draft.entries.filter((entry) => {
    const before = stored.entries.find(sameKey(entry));
    const isNew = before?.version == null;
    if (withNote && isNew && entry === note) return true;
    return isComplete(entry) && (isNew || said(before) !== said(entry));
  });
};

/** Whether anything was written that is not stored, also what is too incomplete to be. */
export const isUnsaved = (draft: VisitDraft, stored: VisitDraft): boolean =>
  draft.weight !== stored.weight ||
  draft.entries.some((entry) => {
    const before = stored.entries.find(sameKey(entry));
    return said(before ?? newEntry(entry.kind)) !== said(entry);
  });

export interface SavedEntry {
  client_key: string;
  entry_id: number;
  version: number;
}

/** The notes with the ids and versions of the entries just saved. */
export const withVersions = (draft: VisitDraft, saved: readonly SavedEntry[]): VisitDraft => ({
  ...draft,
  entries: draft.entries.map((entry) => {
    const found = saved.find(({ client_key: key }) => key === entry.client_key);
    return found ? { ...entry, id: found.entry_id, version: found.version } : entry;
  }),
});

/**
 * Notes that were kept on this device and not saved, over the stored ones.
 * @returns the notes to continue with, and whether another person changed an entry in the meantime
 */
export function continued(kept: VisitDraft, stored: VisitDraft): { draft: VisitDraft; isStale: boolean } {
  let isStale = false;
  const mine = kept.entries.flatMap((entry): DraftEntry[] => {
    const now = stored.entries.find(sameKey(entry));
    // It was deleted, struck through or locked.
    if (now === undefined && entry.version !== null) return [];
    if (now === undefined) return [entry];
    // Without a version it was saved and only the answer was lost: no one else knows its key.
    if (entry.version !== null && entry.version !== now.version && said(now) !== said(entry)) isStale = true;
    return [{ ...entry, id: now.id, version: now.version }];
  });
  const others = stored.entries.filter(
    (entry) => entry.version !== null && !kept.entries.some(sameKey(entry)),
  );
  const entries = [...mine, ...others];
  const hasNote = entries.some(({ kind }) => kind === 'note');
  return {
    draft: { weight: kept.weight, entries: hasNote ? entries : [newEntry('note'), ...entries] },
    isStale,
  };
}

/** What was kept on this device, if it has the right form. */
export function parsedDraft(kept: object | null): VisitDraft | null {
  if (kept === null || !('weight' in kept) || !('entries' in kept)) return null;
  const { weight, entries } = kept;
  if (typeof weight !== 'string' || !Array.isArray(entries)) return null;
  const rows = entries as Partial<DraftEntry>[];
  const isWhole = rows.every(({ client_key: key, kind, text }) => key && kind && typeof text === 'object');
  if (!isWhole) return null;
  return {
    weight,
    entries: rows.map((row) => ({ ...newEntry('note'), ...row, text: { ...noText, ...row.text } })),
  };
}
