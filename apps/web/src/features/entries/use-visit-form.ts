import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { callAction, type InputOf, type OutputOf } from '../../lib/api.ts';
import { dropDraft, keepDraft, keptDraft, type DraftPlace } from '../../lib/drafts.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useFormats } from '../../lib/practice.ts';
import { readAgainAfter, useCommand } from '../../lib/query.ts';
import { useSession } from '../../lib/session-store.ts';
import type { Session } from '../../lib/session.ts';
import { toast } from '../../ui/toast.ts';
import {
  continued,
  draftOf,
  entriesBeside,
  isUnsaved,
  parsedDraft,
  refreshed,
  toKeep,
  type DraftEntry,
  type StoredNotes,
  type VisitDraft,
} from './visit-draft.ts';
import { afterSaving, inputOf, weighedBy, type VisitForm } from './visit-save.ts';

/** Where the notes are kept on this device, so that they survive a closed tab, also overnight. */
function usePlace(bookingId: number): DraftPlace {
  const { tenantId, userId } = useSession();
  return { owner: { tenantId, userId }, name: `visit notes ${bookingId}`, today: null };
}

/** Keeps the notes on this device while anything in them is not saved. */
function keepOnDevice(place: DraftPlace, draft: VisitDraft, saved: VisitDraft): void {
  try {
    if (isUnsaved(draft, saved)) keepDraft(localStorage, place, toKeep(draft, saved));
    else dropDraft(localStorage, place);
  } catch (error) {
    // The storage is full or not allowed; the server has the notes a moment later.
    console.info('The visit notes could not be kept on this device.', error);
  }
}

/** How long after the last key the notes are saved. */
const saveAfterMs = 800;

type Stored = OutputOf<'visit_notes'>;
type Answer = OutputOf<'visit_notes_save'>;
/** What a save changes in the form. */
type Change = (now: VisitForm) => VisitForm;

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
  'The visit note is locked after 24 hours. Remove the weight under Weight History on the animal’s page.';

/** Saves the form. If it was outdated, it continues over what is stored now. `underWay` is what the current save changes. */
function useSave(
  bookingId: number,
  form: VisitForm,
  setForm: Dispatch<SetStateAction<VisitForm>>,
  readStored: () => Promise<Stored | undefined>,
  onSaved: (sent: VisitDraft, answer: Answer) => void,
) {
  const formats = useFormats();
  const { mutateAsync } = useCommand('visit_notes_save');
  const underWay = useRef<Promise<Change | null> | null>(null);
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
  const send = async (input: InputOf<'visit_notes_save'>, sent: VisitDraft) => {
    setForm((now) => ({ ...now, state: { is: 'saving' } }));
    try {
      const answer = await mutateAsync(input);
      const at = formats.now().slice(11);
      const change: Change = (now) => afterSaving(now, sent, input, answer, at);
      setForm(change);
      if (weighedBy(input, answer) === 'kept')
        toast.error('Couldn’t remove the weight', { description: weightIsLocked });
      onSaved(sent, answer);
      return change;
    } catch (error) {
      await onError(error);
      return null;
    }
  };
  const save = async () => {
    const { draft, saved, isStale } = form;
    const input = isStale ? null : inputOf(bookingId, draft, saved);
    if (input === null || underWay.current !== null) return;
    underWay.current = send(input, draft).finally(() => {
      underWay.current = null;
    });
    await underWay.current;
  };
  return { save, underWay };
}

/**
 * Sends the rest of a form that was closed, after the save that is under way. What fails is kept on this device.
 * @param onSent called when the server has stored it
 */
async function sendRest(
  bookingId: number,
  { form, place, session }: { form: VisitForm; place: DraftPlace; session: Session },
  underWay: Promise<Change | null> | null,
  onSent: () => void,
): Promise<void> {
  const kept = JSON.stringify(keptDraft(localStorage, place));
  const change = underWay === null ? (now: VisitForm) => now : await underWay;
  if (change === null || form.isStale) return;
  let last = change(form);
  const input = inputOf(bookingId, last.draft, last.saved);
  // The person may have switched to another practice: these notes belong to the former one.
  if (input) {
    const answer = await callAction('visit_notes_save', input, { as: session, keepalive: true });
    last = afterSaving(last, last.draft, input, answer, '');
    onSent();
  }
  // The form may have been opened again in the meantime.
  if (JSON.stringify(keptDraft(localStorage, place)) === kept) keepOnDevice(place, last.draft, last.saved);
}

/** Saves a moment after the last change, and at once when the card is closed. */
function useAutosave(
  bookingId: number,
  form: VisitForm,
  canSave: boolean,
  { save, underWay }: ReturnType<typeof useSave>,
  place: DraftPlace,
) {
  const session = useSession();
  const client = useQueryClient();
  const latest = useRef({ form, save, session, place });
  useEffect(() => {
    latest.current = { form, save, session, place };
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
      const onSent = () => readAgainAfter(client, 'visit_notes_save');
      // What fails here is kept on the device.
      void sendRest(bookingId, latest.current, underWay.current, onSent).catch(() => undefined);
    },
    [bookingId, client, underWay],
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
  useEffect(() => keepOnDevice(place, draft, saved));
  const { discard, discardRemoved } = useDiscard(form, setForm);
  const saving = useSave(bookingId, form, setForm, readStored, discardRemoved);
  const canSave = isPending && !isStale && ['idle', 'saved'].includes(state.is);
  useAutosave(bookingId, form, canSave, saving, place);
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
    save: saving.save,
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
