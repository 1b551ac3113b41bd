import { given, nextNumber, type With } from './factory-defaults.ts';
import { insertRow, type OwnerDb } from './factory-insert.ts';
import { practiceOf } from './factory-people.ts';
import { makeAnimal } from './factory-records.ts';
import type {
  AnimalRow,
  BookingRow,
  EntryAddendumRow,
  EntryRow,
  MedicineRow,
  NoteTemplateRow,
  UserRow,
} from './factory-rows.ts';

// Health records; see factories.ts for the conventions of all factories.

const written = { created_at: '2026-01-13T09:00:00Z', updated_at: '2026-01-13T09:00:00Z' };

/** A vaccine that is due again after a year. */
export async function makeMedicine(
  db: OwnerDb,
  { tenant, ...columns }: With<MedicineRow, 'tenant'> = {},
): Promise<MedicineRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'medicines', {
    tenant_id,
    kind: 'vaccine',
    name: `Vaccine ${nextNumber()}`,
    manufacturer: 'Acme Animal Health',
    interval_count: 12,
    interval_unit: 'month',
    ...written,
    ...given(columns),
  });
}

export async function makeNoteTemplate(
  db: OwnerDb,
  { tenant, ...columns }: With<NoteTemplateRow, 'tenant'> = {},
): Promise<NoteTemplateRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'note_templates', {
    tenant_id,
    kind: 'template',
    name: `Template ${nextNumber()}`,
    body: 'Reason: ',
    ...written,
    ...given(columns),
  });
}

/**
 * An entry about `animal`: a note unless `kind` and `product` are given, begun now and so not locked unless `begun_at` is.
 * Its client is the animal's owner.
 */
export async function makeEntry(
  db: OwnerDb,
  {
    animal,
    booking,
    author,
    medicine,
    ...columns
  }: With<EntryRow, never> & {
    animal?: AnimalRow;
    booking?: BookingRow;
    author?: UserRow;
    medicine?: MedicineRow;
  } = {},
): Promise<EntryRow> {
  const tenant_id = await practiceOf(db, columns, undefined, animal, booking);
  const of = animal ?? (await makeAnimal(db, { tenant_id }));
  // PostgreSQL computes it.
  const { batch_key: _computed, ...rest } = columns;
  return insertRow(db, 'entries', {
    tenant_id,
    animal_id: of.id,
    client_id: of.client_id,
    booking_id: booking?.id,
    user_id: author?.id,
    medicine_id: medicine?.id,
    product: medicine?.name,
    kind: medicine ? 'vaccination' : 'note',
    at: '2026-01-13T10:00:00Z',
    ...given(rest),
  });
}

export const makeAddendum = (
  db: OwnerDb,
  entry: EntryRow,
  body = 'Also limping slightly.',
): Promise<EntryAddendumRow> =>
  insertRow(db, 'entry_addenda', {
    tenant_id: entry.tenant_id,
    entry_id: entry.id,
    user_id: entry.user_id,
    body,
  });
