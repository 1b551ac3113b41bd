import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import type { TimelineKind } from '@burrow/contracts/timeline';
import { isVeterinary } from '../../lib/business-type.ts';
import type { Formats } from '../../lib/format.ts';

/** The kinds of entry, in the order they are offered. */
export const entryKinds = [
  'note',
  'vaccination',
  'treatment',
  'prescription',
] as const satisfies readonly EntryKind[];

export const kindLabels: Record<TimelineKind, string> = {
  note: 'Note',
  vaccination: 'Vaccination',
  treatment: 'Treatment',
  prescription: 'Prescription',
  visit: 'Appointment',
  weight: 'Weight',
  file: 'File',
  message: 'Message',
};

/** The kinds that the client sees only when they are shared; of the others, the remark and the addenda. */
export const isSharedByChoice = (kind: EntryKind): boolean => kind === 'note' || kind === 'treatment';

export interface EntryFact {
  name: string;
  value: string;
  /** The address of what it names. */
  to?: string;
}

/** An entry as far as both practice and client see it. */
type Told = Omit<
  EntryRecord,
  | 'state'
  | 'locks_at'
  | 'may_change'
  | 'version'
  | 'client_key'
  | 'author_id'
  | 'shared'
  | 'struck_at'
  | 'struck_by'
  | 'struck_reason'
>;

const amountOf = ({ quantity, unit }: Pick<Told, 'quantity' | 'unit'>): string | null =>
  quantity === null ? null : [quantity, unit].filter(Boolean).join(' ');

const repeatsText = (repeats: number | null): string | null => {
  if (repeats === null || repeats === 0) return null;
  return repeats === 1 ? '1 more time' : `${repeats} more times`;
};

/** What an entry is about: the product, or the title of a note. */
export const headingOf = ({ kind, product, title }: Pick<Told, 'kind' | 'product' | 'title'>): string =>
  (kind === 'note' ? title : product) ?? kindLabels[kind];

/** The details of an entry that are recorded, besides its heading and text. */
export function factsOf(entry: Told, formats: Formats): EntryFact[] {
  const day = (value: string | null) => (value === null ? null : formats.day(value));
  const facts: [string, string | null][] = [
    ['Weight', entry.weight === null ? null : `${entry.weight} kg`],
    ['Temperature', entry.temperature === null ? null : `${entry.temperature} °C`],
    ['Manufacturer', entry.manufacturer],
    ['Batch', entry.batch],
    ['Expiry', day(entry.expiry)],
    ['Strength', entry.strength],
    ['Form', entry.form],
    ['Quantity', amountOf(entry)],
    ['Route', entry.route],
    ['Site', entry.site],
    ['Directions', entry.directions],
    ['Repeats', repeatsText(entry.repeats)],
    ['Controlled drug', entry.is_controlled === '1' ? 'Yes' : null],
    ['Valid until', day(entry.valid_until)],
    ['Qualification', entry.qualification],
    ['Withdrawal', entry.withdrawal],
    ['Next due', day(entry.next_due_on)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

/** Until when an entry can be changed, in words. */
export function lockText(entry: EntryRecord, formats: Formats): string {
  if (entry.struck_at !== null) return '';
  if (entry.state === 'locked') return 'Locked after 24 hours. Add an addendum.';
  return `Can be changed until ${formats.nearMoment(entry.locks_at)}.`;
}

/** The words of a groomer's practice differ, unless it is a vet's too. */
export const isGroomer = (businessType: string | null | undefined): boolean =>
  /groom|salon|spa\b/i.test(businessType ?? '') && !isVeterinary(businessType);

/** 'Visit notes', or in a groomer's practice 'Coat notes'. */
export const visitNotesTitle = (businessType: string | null | undefined): string =>
  isGroomer(businessType) ? 'Coat notes' : 'Visit notes';
