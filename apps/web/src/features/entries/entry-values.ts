import { fieldsOfKind, validUntil, type EntryKind, type EntryRecord } from '@burrow/contracts/entry-fields';
import { addDays, addMonths, dayToDate } from '@burrow/contracts/calendar-day';
import type { MedicineRecord } from '@burrow/contracts/medicine';

/** The fields of an entry as text. */
export interface EntryText {
  body: string;
  title: string;
  temperature: string;
  product: string;
  medicine_id: string;
  manufacturer: string;
  batch: string;
  expiry: string;
  site: string;
  quantity: string;
  unit: string;
  route: string;
  next_due_on: string;
  strength: string;
  form: string;
  directions: string;
  repeats: string;
  valid_until: string;
  withdrawal: string;
  qualification: string;
}

export type EntryTextField = keyof EntryText;

export const noText: EntryText = {
  body: '',
  title: '',
  temperature: '',
  product: '',
  medicine_id: '',
  manufacturer: '',
  batch: '',
  expiry: '',
  site: '',
  quantity: '',
  unit: '',
  route: '',
  next_due_on: '',
  strength: '',
  form: '',
  directions: '',
  repeats: '',
  valid_until: '',
  withdrawal: '',
  qualification: '',
};

const isText = (name: string): name is EntryTextField => name in noText;

/** The fields of a kind that are text. */
const textFields = (kind: EntryKind): EntryTextField[] => {
  const fields: readonly string[] = fieldsOfKind[kind];
  return [...fields.filter(isText), 'body'];
};

/** An entry's fields as text. */
export const textOf = (entry: EntryRecord): EntryText =>
  Object.fromEntries(
    Object.keys(noText).map((name) => [name, String(entry[name as EntryTextField] ?? '')]),
  ) as unknown as EntryText;

export type SentText = Partial<Record<EntryTextField, string | null>>;

/** The fields of a kind for the server: null for empty ones. */
export const fieldsToSend = (kind: EntryKind, text: EntryText): SentText =>
  Object.fromEntries(textFields(kind).map((name) => [name, text[name].trim() || null]));

/** Fields that may be left to the server: it derives them from the medicine and the day if omitted. */
const derived: ReadonlySet<string> = new Set<EntryTextField>(['valid_until']);

/** The same without what the server is to derive. */
export const newFieldsToSend = (kind: EntryKind, text: EntryText): SentText =>
  Object.fromEntries(
    Object.entries(fieldsToSend(kind, text)).filter(([name, value]) => value !== null || !derived.has(name)),
  );

/** A typed day; today while it is no day of the calendar. */
export const dayOrToday = (typed: string, today: string): string =>
  dayToDate(typed) === null ? today : typed;

/** When a medicine given on a day is due again; '' if it has no interval. */
export function dueAfter(
  { interval_count: count, interval_unit: unit }: Pick<MedicineRecord, 'interval_count' | 'interval_unit'>,
  day: string,
): string {
  if (count === null || unit === null) return '';
  if (unit === 'month') return addMonths(day, count);
  return addDays(day, unit === 'week' ? 7 * count : count);
}

/** What follows from the choice of a medicine, for an entry of a kind on a day. */
export function filledFrom(medicine: MedicineRecord, kind: EntryKind, day: string): Partial<EntryText> {
  const common = { medicine_id: String(medicine.id), product: medicine.name };
  const withdrawal = medicine.withdrawal ?? '';
  if (kind === 'prescription') return { ...common, withdrawal };
  const given = {
    ...common,
    manufacturer: medicine.manufacturer ?? '',
    batch: medicine.last_batch ?? '',
    expiry: medicine.last_expiry ?? '',
  };
  if (kind === 'vaccination') return { ...given, next_due_on: dueAfter(medicine, day) };
  return { ...given, unit: medicine.dose_unit ?? '', withdrawal };
}

/** The dates of an entry that follow from its day, when it gets another one. A date that was typed stays. */
export const datesMoved = (
  { next_due_on, valid_until }: Pick<EntryText, 'next_due_on' | 'valid_until'>,
  { medicine, isControlled }: { medicine: MedicineRecord | null; isControlled: boolean },
  { from, to }: { from: string; to: string },
): Partial<EntryText> => ({
  ...(medicine !== null && next_due_on === dueAfter(medicine, from)
    ? { next_due_on: dueAfter(medicine, to) }
    : {}),
  ...(valid_until === validUntil(from, isControlled) ? { valid_until: validUntil(to, isControlled) } : {}),
});

/** The dose of a medicine for a weight in kilograms, to a thousandth; null if either is unknown. */
export function doseFor(medicine: MedicineRecord | null, weight: string | null): string | null {
  const dose = Number(medicine?.dose_per_kg ?? '') * Number(weight ?? '');
  if (!Number.isFinite(dose) || dose <= 0) return null;
  return `${Math.round(dose * 1000) / 1000} ${medicine?.dose_unit ?? ''}`.trim();
}
