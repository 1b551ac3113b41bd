import { columns, insertion, insertRow, type RowOf } from '../../db/columns.ts';
import { sql } from '../../db/database.ts';
import { orderWriter, type Work } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';

const fieldColumns = columns('booking_fields', 'field_label, field_type, field_options, required');

/** The editable columns of a custom field. */
export type FieldColumns = RowOf<typeof fieldColumns>;

/** A custom field that is about to change. */
type LockedField = FieldColumns & {
  id: number;
  retired: boolean;
  /** Whether an appointment has an answer to it. */
  answered: boolean;
};

/** A custom field in the practice's list. */
type PlacedField = Pick<Schema['booking_fields'], 'id' | 'field_label' | 'display_order'> & {
  retired: boolean;
};

/** A custom field with its answer on one appointment. */
export type AskedField = FieldColumns & { id: number; retired: boolean; value: string | null };

const insertFieldRow = insertion('insert_booking_field', fieldColumns, 'id', () => ({
  display_order:
    '(select coalesce(max(f.display_order), 0) + 1 from booking_fields f where f.tenant_id = $1)',
}));

const lockFieldRow = statement<LockedField>(
  'lock_booking_field',
  `select f.id, ${fieldColumns.of('f')}, f.retired_at is not null as retired,
          exists (select 1 from booking_field_values v
                  where v.tenant_id = f.tenant_id and v.field_id = f.id and v.value is not null) as answered
   from booking_fields f where f.tenant_id = $1 and f.id = $2
   for update of f`,
);

const lockAllFields = statement<PlacedField>(
  'lock_booking_fields',
  `select f.id, f.field_label, f.display_order, f.retired_at is not null as retired
   from booking_fields f where f.tenant_id = $1
   order by f.display_order, f.id for update`,
);

const retireFieldRow = statement<{ id: number }>(
  'retire_booking_field',
  `update booking_fields set retired_at = coalesce(retired_at, $3) where tenant_id = $1 and id = $2 returning id`,
);

const restoreFieldRows = statement<{ id: number }>(
  'restore_booking_fields',
  'update booking_fields set retired_at = null where tenant_id = $1 and id = any ($2::bigint[]) returning id',
);

const lockBookingForAnswers = statement<Pick<Schema['bookings'], 'status'>>(
  'lock_booking_for_answers',
  'select b.status from bookings b where b.tenant_id = $1 and b.id = $2 for update',
);

// Shared locks: prevent changing or archiving a custom field while it is answered, and allow others to answer it too.
const askedFields = statement<AskedField>(
  'asked_booking_fields',
  `select f.id, ${fieldColumns.of('f')}, f.retired_at is not null as retired, v.value
   from booking_fields f
   left join booking_field_values v on v.tenant_id = f.tenant_id and v.field_id = f.id and v.booking_id = $2
   where f.tenant_id = $1 and f.id = any ($3::bigint[])
   order by f.id
   for share of f`,
);

const writeAnswers = statement(
  'write_booking_answers',
  `with answers as (
     insert into booking_field_values (tenant_id, booking_id, field_id, value)
     select $1, $2, a.field_id, a.value from unnest($3::bigint[], $4::text[]) a (field_id, value)
     on conflict (tenant_id, booking_id, field_id) do update set value = excluded.value)
   update bookings set answered_at = $5, updated_at = $5 where tenant_id = $1 and id = $2`,
);

const setBusinessType = statement(
  'set_business_type',
  `update tenants set updated_at = $3,
     business_type = case when fts_complete and business_type is not null then business_type else $2 end
   where id = $1`,
);

/** Adds a custom field after all others. @returns its id */
export async function insertField({ tx, tenantId }: Work, field: FieldColumns): Promise<number> {
  const row = { ...field, field_options: JSON.stringify(field.field_options) };
  return (await insertRow(tx, insertFieldRow, tenantId, row)).id;
}

/** Adds custom fields at the places from `firstPlace` on. */
export async function insertFields(
  { tx, tenantId }: Work,
  fields: readonly FieldColumns[],
  firstPlace: number,
): Promise<void> {
  await tx.run(
    sql('booking_fields').insert(
      fields.map((field, index) => ({
        ...field,
        tenant_id: tenantId,
        field_options: JSON.stringify(field.field_options),
        display_order: firstPlace + index,
      })),
    ),
  );
}

/** A custom field, locked against every change and every answer until the transaction ends. */
export const lockField = ({ tx, tenantId }: Work, fieldId: number): Promise<LockedField | undefined> =>
  tx.row(lockFieldRow, [tenantId, fieldId]);

/** All custom fields of the practice in their order, locked until the transaction ends. */
export const lockFields = ({ tx, tenantId }: Work): Promise<PlacedField[]> =>
  tx.rows(lockAllFields, [tenantId]);

/** Updates the given columns of a custom field. */
export async function updateField(
  { tx, tenantId }: Work,
  fieldId: number,
  { field_options: options, ...others }: Partial<FieldColumns>,
): Promise<void> {
  const changes = options ? { ...others, field_options: JSON.stringify(options) } : others;
  await tx.run(sql('booking_fields').where({ tenant_id: tenantId, id: fieldId }).update(changes));
}

/** Gives each custom field its place in the order of `ids`. */
export const writeFieldOrder = orderWriter('booking_fields');

/** Archives a custom field; idempotent. @returns false for an unknown one */
export async function markFieldRetired({ tx, tenantId, now }: Work, fieldId: number): Promise<boolean> {
  return (await tx.row(retireFieldRow, [tenantId, fieldId, now])) !== undefined;
}

/** Restores custom fields, each at its old place. @returns how many of them exist */
export async function markFieldsInUse({ tx, tenantId }: Work, fieldIds: readonly number[]): Promise<number> {
  return (await tx.rows(restoreFieldRows, [tenantId, fieldIds])).length;
}

/** The appointment's status, locked until the transaction ends; undefined for an unknown one. */
export async function lockBookingStatus(
  { tx, tenantId }: Work,
  bookingId: number,
): Promise<Schema['bookings']['status'] | undefined> {
  return (await tx.row(lockBookingForAnswers, [tenantId, bookingId]))?.status;
}

/** These custom fields with the answers of an appointment; locked until the transaction ends. */
export const fieldsToAnswer = (
  { tx, tenantId }: Work,
  bookingId: number,
  fieldIds: readonly number[],
): Promise<AskedField[]> => tx.rows(askedFields, [tenantId, bookingId, fieldIds]);

/** Writes answers of an appointment, by custom field; null for none. */
export async function saveAnswers(
  { tx, tenantId, now }: Work,
  bookingId: number,
  answers: ReadonlyMap<number, string | null>,
): Promise<void> {
  await tx.rows(writeAnswers, [tenantId, bookingId, [...answers.keys()], [...answers.values()], now]);
}

/** Sets the practice's type; another change of it waits until the transaction ends. */
export async function noteBusinessType({ tx, tenantId, now }: Work, businessType: string): Promise<void> {
  await tx.rows(setBusinessType, [tenantId, businessType, now]);
}
