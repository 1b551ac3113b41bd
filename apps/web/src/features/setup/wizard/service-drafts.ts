import type { ServiceValues } from '../../services/service-values.ts';

/** Errors of a draft, by field. */
export type DraftErrors = Readonly<Record<string, string>>;

/** A service as typed in the guided setup. */
export interface ServiceDraft extends Pick<
  ServiceValues,
  'name' | 'description' | 'base_price' | 'duration_minutes'
> {
  /** Identifies the row. */
  key: number;
  /** Whether it was sent to the server, whatever the response. */
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

/** The complete drafts: those with a name and a base price. */
export const completeDrafts = (drafts: readonly ServiceDraft[]): ServiceDraft[] =>
  drafts.filter(({ name, base_price }) => name.trim() !== '' && base_price.trim() !== '');

/** The error of an unsaved draft with only a name or only a base price; null for others. The only row can't be removed. */
export function missingIn(
  { name, base_price: price, saved }: ServiceDraft,
  isOnly: boolean,
): DraftErrors | null {
  const hasName = name.trim() !== '';
  if (saved || hasName === (price.trim() !== '')) return null;
  const orRemove = isOnly ? '' : ', or remove this service';
  return hasName ? { base_price: `Enter a price${orRemove}.` } : { name: `Enter a name${orRemove}.` };
}

/** The drafts that are not saved yet. A draft that was sent and now exists was saved although the response got lost. */
export function unsavedDrafts(
  drafts: readonly ServiceDraft[],
  offered: readonly { name: string }[],
): ServiceDraft[] {
  const names = new Set(offered.map(({ name }) => name.trim().toLowerCase()));
  return completeDrafts(drafts).filter(
    ({ name, sent, saved }) => !saved && !(sent && names.has(name.trim().toLowerCase())),
  );
}

/** The drafts with a suggestion added: in the first row without a name, otherwise in a new row. */
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
