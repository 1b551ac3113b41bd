import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { dropDraft, keepDraft, keptDraft, type DraftPlace } from '../../lib/drafts.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { useSession } from '../../lib/session-store.ts';
import { toast } from '../../ui/toast.ts';
import { weightError, weightText } from '../animals/animal-form.ts';
import { fieldsToSend } from './entry-values.ts';
import {
  continued,
  draftOf,
  entriesBeside,
  isUnsaved,
  parsedDraft,
  refreshed,
  unsavedEntries,
  withVersions,
  type DraftEntry,
  type KeptNotes,
  type StoredNotes,
  type VisitDraft,
} from './visit-draft.ts';

/** How long after the last key the notes are saved. */
const saveAfterMs = 800;

type Stored = OutputOf<'visit_notes'>;
type Answer = OutputOf<'visit_notes_save'>;

const toSend = ({ client_key, version, kind, shared, text }: DraftEntry) => ({
  client_key,
  ...(version === null ? {} : { version }),
  kind,
  shared,
  ...fieldsToSend(kind, text),
});

/** The weight to save: null to delete it; undefined if it is not to be saved, such as half of one. */
function weightToSend(typed: string, saved: string): string | null | undefined {
  if (typed === saved) return undefined;
  if (typed.trim() === '') return null;
  return weightError(typed) === null ? weightText(typed) : undefined;
}

/** The input that saves what differs from `saved`; null if nothing does that is complete. */
function inputOf(bookingId: number, draft: VisitDraft, saved: VisitDraft) {
  const weight = weightToSend(draft.weight, saved.weight);
  const isFirst = saved.weight === '' && weight !== undefined && weight !== null;
  const entries = unsavedEntries(draft, saved, isFirst);
  if (entries.length === 0 && weight === undefined) return null;
  return {
    booking_id: bookingId,
    entries: entries.map(toSend),
    ...(weight === undefined ? {} : { weight }),
  };
}

/** Where the notes are kept on this device, so that they survive a closed tab. */
function usePlace(bookingId: number): DraftPlace {
  const { tenantId, userId } = useSession();
  const today = useFormats().today();
  return { owner: { tenantId, userId }, name: `visit notes ${bookingId}`, today };
}

function keepOnDevice(place: DraftPlace, notes: KeptNotes, isKept: boolean): void {
  try {
    if (isKept) keepDraft(localStorage, place, notes);
    else dropDraft(localStorage, place);
  } catch (error) {
    // The storage is full or not allowed; the server has the notes a moment later.
    console.info('The visit notes could not be kept on this device.', error);
  }
}

export type SaveState =
  { is: 'idle' | 'saving' } | { is: 'saved'; at: string } | { is: 'failed'; reason: string };

export interface VisitForm {
  draft: VisitDraft;
  /** As the server has them. */
  saved: VisitDraft;
  /** Someone else changed an entry that was changed here too; the person decides which stays. */
  isStale: boolean;
  /** The keys of entries that were removed here: what is read may still have them. */
  removed: readonly string[];
  state: SaveState;
}

/** The form when it is opened: what is stored, and over it what was kept on this device. */
function begin(stored: Stored, place: DraftPlace): VisitForm {
  const saved = draftOf(stored);
  const kept = parsedDraft(keptDraft(localStorage, place));
  const now = kept === null ? { draft: saved, isStale: false } : continued(kept, kept.before, stored);
  return { saved, ...now, removed: [], state: { is: 'idle' } };
}

const withoutRemoved = <Notes extends StoredNotes>(stored: Notes, removed: readonly string[]): Notes => ({
  ...stored,
  entries: stored.entries.filter(({ client_key: key }) => !removed.includes(key ?? '')),
});

/**
 * The form after the server has stored what was sent from `sent`.
 * @param weighed whether a weight was sent; 'kept' if it was to be deleted, but its note is locked
 */
function afterSaving(
  form: VisitForm,
  sent: VisitDraft,
  answer: Answer,
  weighed: 'saved' | 'kept' | null,
  at: string,
): VisitForm {
  const keys = new Set([...form.saved.entries, ...answer.entries].map(({ client_key: key }) => key));
  const stored = sent.entries.filter(({ client_key: key }) => keys.has(key) && !form.removed.includes(key));
  const weight = weighed === 'saved' ? sent.weight : form.saved.weight;
  const isBack = weighed === 'kept' && form.draft.weight === sent.weight;
  return {
    ...form,
    draft: withVersions(isBack ? { ...form.draft, weight } : form.draft, answer.entries),
    saved: withVersions({ weight, entries: stored }, answer.entries),
    isStale: false,
    state: { is: 'saved', at },
  };
}

/** The form over newer stored notes. */
function rebased(form: VisitForm, read: Stored): VisitForm {
  const stored = withoutRemoved(read, form.removed);
  const now = continued(form.draft, form.saved, stored);
  return { ...form, saved: draftOf(stored), ...now, state: { is: 'idle' } };
}

/** The form without an entry that was removed. */
function without({ draft, saved, removed, ...form }: VisitForm, key: string): VisitForm {
  const others = (notes: VisitDraft): VisitDraft => ({
    ...notes,
    entries: notes.entries.filter((entry) => entry.client_key !== key),
  });
  return { ...form, draft: others(draft), saved: others(saved), removed: [...removed, key] };
}

/** Removes entries of the form from the record too. One that can't be removed is shown beside the form. */
function useDiscard(form: VisitForm, setForm: Dispatch<SetStateAction<VisitForm>>) {
  const { mutateAsync } = useCommand('entry_discard');
  const removed = useRef(form.removed);
  useEffect(() => {
    removed.current = form.removed;
  });
  const discard = async ({ client_key: key, entry_id }: { client_key: string; entry_id: number }) => {
    try {
      await mutateAsync({ entry_id });
      setForm((now) => without(now, key));
    } catch (error) {
      setForm((now) => ({ ...now, removed: now.removed.filter((one) => one !== key) }));
      toast.failed('Couldn’t remove it', error);
    }
  };
  /** Discards entries that were removed from the form during their first save. */
  const discardRemoved = (sent: VisitDraft, answer: Answer) => {
    const isRemoved = (key: string) =>
      removed.current.includes(key) &&
      sent.entries.some((entry) => entry.client_key === key && entry.id === null);
    for (const entry of answer.entries) if (isRemoved(entry.client_key)) void discard(entry);
  };
  return { discard, discardRemoved };
}

/** Whether the server has other notes than the form: a newer version, or an entry that is locked by now. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'conflict' || error.code === 'entry_locked');

const weightIsLocked =
  'Its note is locked after 24 hours. You can delete the weight in Weight History, on the animal’s page.';

/** Saves the form. If it was outdated, it continues over what is stored now. */
function useSave(
  bookingId: number,
  form: VisitForm,
  setForm: Dispatch<SetStateAction<VisitForm>>,
  readStored: () => Promise<Stored | undefined>,
  onSaved: (sent: VisitDraft, answer: Answer) => void,
) {
  const formats = useFormats();
  const { mutateAsync } = useCommand('visit_notes_save');
  const isSaving = useRef(false);
  const onError = async (error: unknown) => {
    const stored = isOutdated(error) ? await readStored() : undefined;
    if (stored) setForm((now) => rebased(now, stored));
    else
      setForm((now) => ({
        ...now,
        // One that was stored before the answer was lost is shown beside the form.
        removed: [],
        state: { is: 'failed', reason: failureText('Couldn’t save', error) },
      }));
  };
  return async () => {
    const { draft: sent, saved, isStale } = form;
    const input = isStale ? null : inputOf(bookingId, sent, saved);
    if (input === null || isSaving.current) return;
    isSaving.current = true;
    setForm((now) => ({ ...now, state: { is: 'saving' } }));
    try {
      const answer = await mutateAsync(input);
      const at = formats.now().slice(11);
      const isKept = input.weight === null && answer.weight_id !== null;
      const weighed = isKept ? 'kept' : 'weight' in input ? 'saved' : null;
      setForm((now) => afterSaving(now, sent, answer, weighed, at));
      if (isKept) toast.error('This visit keeps its weight', { description: weightIsLocked });
      onSaved(sent, answer);
    } catch (error) {
      await onError(error);
    } finally {
      isSaving.current = false;
    }
  };
}

/** Saves a moment after the last change, and at once when the card is closed. */
function useAutosave(bookingId: number, form: VisitForm, canSave: boolean, save: () => Promise<void>) {
  const session = useSession();
  const latest = useRef({ form, save, session });
  useEffect(() => {
    latest.current = { form, save, session };
  });
  const { draft } = form;
  useEffect(() => {
    if (!canSave) return undefined;
    const timer = setTimeout(() => {
      if (latest.current.form.draft === draft) void latest.current.save();
    }, saveAfterMs);
    return () => clearTimeout(timer);
  }, [draft, canSave]);
  useEffect(
    () => () => {
      const { draft: last, saved, isStale, state } = latest.current.form;
      const input = isStale || state.is === 'saving' ? null : inputOf(bookingId, last, saved);
      // It may be closed because the person switched to another practice: these notes belong to the former one.
      const as = latest.current.session;
      // What fails here is kept on the device.
      if (input) void callAction('visit_notes_save', input, { as, keepalive: true }).catch(() => undefined);
    },
    [bookingId],
  );
}

/**
 * The notes of an appointment: kept on this device with every key, and saved on the server a moment after the last one.
 * @param readStored reads the stored notes again
 */
export function useVisitForm(
  bookingId: number,
  stored: Stored,
  readStored: () => Promise<Stored | undefined>,
) {
  const place = usePlace(bookingId);
  const [form, setForm] = useState(() => begin(stored, place));
  const { draft, saved, isStale, state } = form;
  const [seen, setSeen] = useState(stored);
  // While it saves, what is read may be older than what is sent.
  if (seen !== stored && state.is !== 'saving') {
    setSeen(stored);
    setForm((now) => ({ ...now, ...refreshed(now, stored, seen) }));
  }
  const isPending = isUnsaved(draft, saved);
  useEffect(() => keepOnDevice(place, { ...draft, before: saved }, isPending));
  const { discard, discardRemoved } = useDiscard(form, setForm);
  const save = useSave(bookingId, form, setForm, readStored, discardRemoved);
  useAutosave(bookingId, form, isPending && !isStale && ['idle', 'saved'].includes(state.is), save);
  const change = (next: (now: VisitDraft) => VisitDraft) =>
    setForm((now) => ({
      ...now,
      draft: next(now.draft),
      state: now.state.is === 'saving' ? now.state : { is: 'idle' },
    }));
  return {
    draft,
    state,
    isPending,
    isStale,
    change,
    save,
    /** The stored entries that the form does not hold. */
    beside: entriesBeside(draft, withoutRemoved(stored, form.removed)),
    /** Removes an entry from the form, and from the record if it is stored. */
    remove: ({ client_key, id }: DraftEntry) => {
      // The answer to its first save may have been lost.
      const entry_id = id ?? stored.entries.find((entry) => entry.client_key === client_key)?.id;
      if (entry_id === undefined) setForm((now) => without(now, client_key));
      else void discard({ client_key, entry_id });
    },
    keepMine: () => setForm((now) => ({ ...now, isStale: false })),
    takeTheirs: () => setForm((now) => ({ ...now, draft: now.saved, isStale: false })),
  };
}
