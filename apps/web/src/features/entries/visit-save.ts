import type { InputOf, OutputOf } from '../../lib/api.ts';
import { weightError, weightText } from '../animals/animal-form.ts';
import { fieldsToSend } from './entry-values.ts';
import { unsavedEntries, withVersions, type DraftEntry, type VisitDraft } from './visit-draft.ts';

type Input = InputOf<'visit_notes_save'>;
type Answer = OutputOf<'visit_notes_save'>;

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
export function inputOf(bookingId: number, draft: VisitDraft, saved: VisitDraft): Input | null {
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

/** Whether a weight was sent: 'kept' if it was to be deleted, but its note is locked; null if none was. */
export function weighedBy(input: Input, answer: Answer): 'saved' | 'kept' | null {
  if (input.weight === null && answer.weight_id !== null) return 'kept';
  return 'weight' in input ? 'saved' : null;
}

/** The form after the server has stored `input`, which was made from `sent`. */
export function afterSaving(
  form: VisitForm,
  sent: VisitDraft,
  input: Input,
  answer: Answer,
  at: string,
): VisitForm {
  const weighed = weighedBy(input, answer);
  const written = new Set(answer.entries.map(({ client_key: key }) => key));
  const stored = sent.entries.flatMap((entry) => {
    if (form.removed.includes(entry.client_key)) return [];
    if (written.has(entry.client_key)) return [entry];
    // An incomplete entry was not sent.
    return form.saved.entries.filter(({ client_key: key }) => key === entry.client_key);
  });
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
