import type { ServiceValues } from '../../services/service-values.ts';

/** A service as it is typed in the guided setup. */
export interface ServiceDraft extends Pick<
  ServiceValues,
  'name' | 'description' | 'base_price' | 'duration_minutes'
> {
  /** Identifies the row. */
  key: number;
  /** The server was asked to save it, whatever came of that. */
  sent: boolean;
  saved: boolean;
}

export const emptyDraft = (key: number): ServiceDraft => ({
  key,
  name: '',
  description: '',
  base_price: '',
  duration_minutes: '60',
  sent: false,
  saved: false,
});

/** The drafts that count: those with both a name and a base price. */
export const completeDrafts = (drafts: readonly ServiceDraft[]): ServiceDraft[] =>
  drafts.filter(({ name, base_price }) => name.trim() !== '' && base_price.trim() !== '');

/**
 * What of the drafts still has to be saved. One that was sent and is on offer now was saved although the answer got lost.
 */
export function unsavedDrafts(
  drafts: readonly ServiceDraft[],
  offered: readonly { name: string }[],
): ServiceDraft[] {
  const names = new Set(offered.map(({ name }) => name.trim().toLowerCase()));
  return completeDrafts(drafts).filter(
    ({ name, sent, saved }) => !saved && !(sent && names.has(name.trim().toLowerCase())),
  );
}

/** The drafts with a suggestion in them: in the first row without a name, else in a row of its own. */
export function withSuggestion(
  drafts: readonly ServiceDraft[],
  { name, minutes }: { name: string; minutes: number },
  key: number,
): ServiceDraft[] {
  const filled = { name, duration_minutes: String(minutes) };
  const empty = drafts.find((draft) => draft.name.trim() === '' && !draft.saved);
  if (!empty) return [...drafts, { ...emptyDraft(key), ...filled }];
  return drafts.map((draft) => (draft === empty ? { ...draft, ...filled } : draft));
}
