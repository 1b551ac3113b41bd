import { addDays, addMonths } from '@burrow/contracts/calendar-day';
import {
  controlledDays,
  fieldsOfKind,
  misfits,
  prescriptionMonths,
  validUntil,
  type entryFields,
  type EntryKind,
} from '@burrow/contracts/entry-fields';
import type { z } from 'zod';
import type { Ctx } from '../../context/context.ts';
import { invalidField } from '../../lib/app-error.ts';
import { medicineById, type NamedMedicine } from '../medicine/public.ts';

type Field = keyof typeof entryFields;
/** The fields of an entry as they were sent: omitted or null where there is nothing. */
export type SentFields = { [Name in Field]?: z.output<(typeof entryFields)[Name]> };

/** What an entry says, as it is stored. */
export interface EntryContent {
  body: string;
  medicine_id: number | null;
  product: string | null;
  batch: string | null;
  /** Exact decimal text. */
  quantity: string | null;
  unit: string | null;
  next_due_on: string | null;
  /** The other fields of the kind that have a value. */
  data: Record<string, unknown>;
}

const inColumns: ReadonlySet<string> = new Set<Field>([
  'body',
  'medicine_id',
  'product',
  'batch',
  'quantity',
  'unit',
  'next_due_on',
]);

/** The fields as they were sent, from stored content. */
export const fieldsOf = ({ data, ...columns }: EntryContent): SentFields => ({ ...columns, ...data });

/**
 * The content of an entry of a kind, completed from the medicine that it names.
 * @param day when it happened, on the practice's clock
 * @throws AppError `invalid_input` for fields that the kind has not or must have, `not_found` for an unknown medicine
 */
export async function contentOf(
  ctx: Pick<Ctx, 'tx' | 'tenantId'>,
  kind: EntryKind,
  sent: SentFields,
  day: string,
): Promise<EntryContent> {
  const [misfit] = misfits({ ...sent, kind });
  if (misfit) throw invalidField(misfit.field, misfit.message);
  return contentWith(kind, sent, sent.medicine_id ? await medicineById(ctx, sent.medicine_id) : null, day);
}

/**
 * As {@link contentOf}, of fields that the kind has and with the medicine that they name.
 * @throws AppError `invalid_input` for dates that the kind can't have
 */
export function contentWith(
  kind: EntryKind,
  sent: SentFields,
  medicine: NamedMedicine | null,
  day: string,
): EntryContent {
  const fields = completed(kind, sent, medicine, day);
  const names: readonly Field[] = fieldsOfKind[kind];
  const data = names.flatMap((name) => {
    const value = fields[name];
    return inColumns.has(name) || value === undefined || value === null ? [] : [[name, value] as const];
  });
  return {
    body: fields.body ?? '',
    medicine_id: fields.medicine_id ?? null,
    product: fields.product ?? null,
    batch: fields.batch ?? null,
    quantity: fields.quantity ?? null,
    unit: fields.unit ?? null,
    next_due_on: fields.next_due_on ?? null,
    data: Object.fromEntries(data),
  };
}

/** What was omitted and follows from the medicine, the kind and the day. */
function completed(
  kind: EntryKind,
  sent: SentFields,
  medicine: NamedMedicine | null,
  day: string,
): SentFields {
  if (kind === 'note') return sent;
  const fields = { ...sent, product: sent.product ?? medicine?.name ?? null };
  const withdrawal = sent.withdrawal === undefined ? medicine?.withdrawal : sent.withdrawal;
  if (kind === 'prescription') {
    const is_controlled = sent.is_controlled ?? medicine?.is_controlled ?? false;
    return {
      ...fields,
      withdrawal,
      is_controlled,
      valid_until: validity(sent.valid_until, is_controlled, day),
    };
  }
  const manufacturer = sent.manufacturer === undefined ? medicine?.manufacturer : sent.manufacturer;
  if (kind === 'treatment') return { ...fields, manufacturer, withdrawal };
  const next_due_on = sent.next_due_on === undefined ? dueAgain(medicine, day) : sent.next_due_on;
  if (next_due_on && next_due_on <= day) throw invalidField('next_due_on', 'Choose a later day.');
  return { ...fields, manufacturer, next_due_on };
}

/** The last day on which a prescription is valid. */
function validity(sent: string | null | undefined, isControlled: boolean, day: string): string {
  const last = validUntil(day, isControlled);
  if (!sent) return last;
  if (sent >= day && sent <= last) return sent;
  const most = isControlled ? `${controlledDays} days for a controlled drug` : `${prescriptionMonths} months`;
  throw invalidField('valid_until', `Choose a day from the prescription’s on, at most ${most} later.`);
}

function dueAgain(medicine: NamedMedicine | null, day: string): string | null {
  if (!medicine?.interval_count || !medicine.interval_unit) return null;
  const { interval_count: count, interval_unit: unit } = medicine;
  return unit === 'month' ? addMonths(day, count) : addDays(day, unit === 'week' ? 7 * count : count);
}
