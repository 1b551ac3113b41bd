import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import { newKey } from '../../lib/requests.ts';
import { weightText } from '../animals/animal-form.ts';
import { fieldsToSend, noText, textOf, type EntryText, type EntryTextField } from './entry-values.ts';
import { kindLabels } from './entry-words.ts';

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
  /** Fields in which half a date stands: it reads as empty, so the entry isn't saved before it is completed. */
  halfTyped: readonly EntryTextField[];
}

/** The notes of an appointment as they are being written. */
export interface VisitDraft {
  weight: string;
  entries: readonly DraftEntry[];
}

/** The notes of an appointment as the server has them. */
export interface StoredNotes {
  weight: string | null;
  entries: readonly EntryRecord[];
}

export const newEntry = (kind: VisitKind, text: Partial<EntryText> = {}): DraftEntry => ({
  client_key: newKey(),
  id: null,
  version: null,
  kind,
  shared: false,
  text: { ...noText, ...text },
  halfTyped: [],
});

/** The entry after an edit. @param isHalfTyped whether half a date stands in the edited field */
export function edited(entry: DraftEntry, text: Partial<EntryText>, isHalfTyped = false): DraftEntry {
  const names = Object.keys(text) as EntryTextField[];
  const others = entry.halfTyped.filter((name) => !names.includes(name));
  return {
    ...entry,
    text: { ...entry.text, ...text },
    halfTyped: isHalfTyped ? [...others, ...names] : others,
  };
}

/** Whether the form can still change a stored entry. */
export const isEditable = (entry: EntryRecord): boolean =>
  entry.may_change === '1' &&
  entry.struck_at === null &&
  entry.client_key !== null &&
  entry.kind !== 'prescription';

const draftEntry = (entry: EntryRecord): DraftEntry => ({
  client_key: entry.client_key ?? '',
  id: entry.id,
  version: entry.version,
  kind: entry.kind as VisitKind,
  shared: entry.shared === '1',
  text: textOf(entry),
  halfTyped: [],
});

/** The entries, with an empty note to write into if there is none. */
const withNote = (entries: readonly DraftEntry[]): readonly DraftEntry[] =>
  entries.some(({ kind }) => kind === 'note') ? entries : [newEntry('note'), ...entries];

/** The stored notes that the form can change. */
export const draftOf = ({ weight, entries }: StoredNotes): VisitDraft => ({
  weight: weight ?? '',
  entries: withNote(entries.filter(isEditable).map(draftEntry)),
});

/** Whether an entry says enough to be stored. */
export function isComplete({ kind, text, version, halfTyped }: DraftEntry): boolean {
  if (halfTyped.length > 0) return false;
  return kind === 'note'
    ? version !== null || [text.body, text.title, text.temperature].some((value) => value.trim() !== '')
    : text.product.trim() !== '';
}

const said = ({ kind, shared, text }: DraftEntry): string =>
  JSON.stringify([shared, fieldsToSend(kind, text)]);

const sameKey =
  ({ client_key: key }: DraftEntry) =>
  (other: Pick<EntryRecord, 'client_key'>) =>
    other.client_key === key;

const isChanged = (entry: DraftEntry, before: VisitDraft): boolean =>
  said(before.entries.find(sameKey(entry)) ?? newEntry(entry.kind)) !== said(entry);

/**
 * The entries to save: complete, and different from those that are stored. The first weight belongs to a note, so
 * `isWeighed` adds the note even if it is empty and not stored yet.
 */
export const unsavedEntries = (draft: VisitDraft, stored: VisitDraft, isWeighed = false): DraftEntry[] => {
  const note = draft.entries.find(({ kind }) => kind === 'note');
  return draft.entries.filter((entry) => {
    const before = stored.entries.find(sameKey(entry));
    const isNew = before?.version == null;
    if (isWeighed && isNew && entry === note) return true;
    return isComplete(entry) && (isNew || said(before) !== said(entry));
  });
};

/** Whether anything was written that is not stored, also what is too incomplete to be. */
export const isUnsaved = (draft: VisitDraft, stored: VisitDraft): boolean =>
  draft.weight !== stored.weight ||
  draft.entries.some((entry) => entry.halfTyped.length > 0 || isChanged(entry, stored));

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

/** What was typed into an entry that can no longer be changed, as a new note: what was given is not given again. */
function asNote({ kind, text }: DraftEntry): DraftEntry {
  if (kind === 'note') return newEntry('note', text);
  const { medicine_id: _chosen, ...fields } = fieldsToSend(kind, text);
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null
      ? []
      : [`${name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())}: ${value}`],
  );
  return newEntry('note', { title: kindLabels[kind], body: lines.join('\n') });
}

/**
 * Notes that were written over `before`, over the ones that are stored now. What was not changed here is as it is there.
 * @returns the notes to continue with, and whether another person changed an entry that was changed here too
 */
export function continued(
  mine: VisitDraft,
  before: VisitDraft,
  stored: StoredNotes,
): { draft: VisitDraft; isStale: boolean } {
  let isStale = false;
  const written = mine.entries.flatMap((entry): DraftEntry[] => {
    const record = stored.entries.find(sameKey(entry));
    if (record === undefined && entry.version === null) return [entry];
    const now = record && draftEntry(record);
    const isMine = isChanged(entry, before) && (now === undefined || said(now) !== said(entry));
    if (record === undefined || now === undefined || !isEditable(record))
      return isMine ? [asNote(entry)] : [];
    if (!isMine) return [now];
    // Without a version it was saved and only the answer was lost: no one else knows its key.
    if (entry.version !== null && entry.version !== now.version) isStale = true;
    return [{ ...entry, id: now.id, version: now.version }];
  });
  const others = stored.entries
    .filter((record) => isEditable(record) && !mine.entries.some((entry) => sameKey(entry)(record)))
    .map(draftEntry);
  const weight = mine.weight === before.weight ? (stored.weight ?? '') : mine.weight;
  return { draft: { weight, entries: withNote([...written, ...others]) }, isStale };
}

const isSameWeight = (typed: string, stored: string | null): boolean =>
  Number(weightText(typed)) === Number(stored ?? '');

/**
 * The notes of an open form after `stored` was read in place of `seen`: what was not changed here is as it is there, and the
 * rest waits for its save.
 */
export function refreshed(
  { draft, saved }: { draft: VisitDraft; saved: VisitDraft },
  stored: StoredNotes,
  seen: StoredNotes,
): { draft: VisitDraft; saved: VisitDraft } {
  const changed = draft.entries.filter((entry) => isChanged(entry, saved));
  const now = (entry: DraftEntry): DraftEntry[] => {
    const record = stored.entries.find(sameKey(entry));
    if (record === undefined || changed.some(sameKey(entry))) return [entry];
    if (!isEditable(record)) return [];
    return [record.version > (entry.version ?? 0) ? draftEntry(record) : entry];
  };
  const isOtherWeight =
    draft.weight === saved.weight &&
    stored.weight !== seen.weight &&
    !isSameWeight(saved.weight, stored.weight);
  const over = ({ weight, entries }: VisitDraft): VisitDraft => ({
    weight: isOtherWeight ? (stored.weight ?? '') : weight,
    entries: withNote(entries.flatMap(now)),
  });
  return { draft: over(draft), saved: over(saved) };
}

/** The stored entries that the form does not hold: those that it can't change, and those that were added elsewhere. */
export const entriesBeside = (draft: VisitDraft, stored: StoredNotes): EntryRecord[] =>
  stored.entries.filter(
    (record) => !isEditable(record) || !draft.entries.some((entry) => sameKey(entry)(record)),
  );

/** The notes to keep on this device: a half-typed date is left as it is stored, because its control will be gone. */
export const toKeep = (draft: VisitDraft, stored: VisitDraft): KeptNotes => ({
  ...draft,
  entries: draft.entries.map((entry) => {
    const { text } = stored.entries.find(sameKey(entry)) ?? newEntry(entry.kind);
    const before = entry.halfTyped.map((name) => [name, text[name]]);
    return edited(entry, Object.fromEntries(before) as Partial<EntryText>);
  }),
  before: stored,
});

function parsedNotes(kept: object | null): VisitDraft | null {
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

/** Notes that are kept on this device, and what was stored of them when they were written. */
export interface KeptNotes extends VisitDraft {
  before: VisitDraft;
}

/** What was kept on this device, if it has the right form. */
export function parsedDraft(kept: object | null): KeptNotes | null {
  const notes = parsedNotes(kept);
  const { before } = (kept ?? {}) as { before?: object };
  // An earlier release did not keep what was stored.
  return notes && { ...notes, before: parsedNotes(before ?? null) ?? { weight: '', entries: [] } };
}
