import { columns } from '../../db/columns.ts';
import { activeCounter, archiver, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const details = `kind, name, manufacturer, species_id, dose_unit, interval_count, interval_unit, withdrawal, is_controlled,
   last_batch, last_expiry, care_type_id`;
const lockedColumns = columns('medicines', details);

/** The editable fields of a medicine. The dose is exact decimal text. */
export interface MedicineFields {
  kind: 'vaccine' | 'medicine';
  name: string;
  manufacturer: string | null;
  species_id: number | null;
  dose_per_kg: string | null;
  dose_unit: string | null;
  interval_count: number | null;
  interval_unit: 'day' | 'week' | 'month' | null;
  withdrawal: string | null;
  is_controlled: boolean;
  last_batch: string | null;
  last_expiry: string | null;
  care_type_id: number | null;
}

const lockMedicineRow = statement<MedicineFields>(
  'lock_medicine',
  `select ${lockedColumns.of('m')}, trim_scale(m.dose_per_kg)::text as dose_per_kg
   from medicines m where m.tenant_id = $1 and m.id = $2 for no key update`,
);

const insertMedicineRow = statement<{ id: number }>(
  'insert_medicine',
  `insert into medicines (tenant_id, ${details}, dose_per_kg, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text::numeric, $15, $15) returning id`,
);

const insertStarters = statement<{ id: number }>(
  'insert_starter_medicines',
  `insert into medicines (tenant_id, kind, name, interval_count, interval_unit, is_controlled, created_at, updated_at)
   select $1, t.kind, t.name, t.interval_count, t.interval_unit, coalesce(t.is_controlled, false), $3, $3
   from jsonb_to_recordset($2::jsonb)
     as t (kind text, name text, interval_count smallint, interval_unit text, is_controlled boolean)
   where not exists (select from medicines m where m.tenant_id = $1 and lower(m.name) = lower(t.name))
   returning id`,
);

// Vaccines in use without a recall type; a recall type that was chosen stays.
const linkStarters = statement<{ id: number }>(
  'link_starter_vaccines',
  `update medicines m set care_type_id = t.care_type_id, updated_at = $3
   from jsonb_to_recordset($2::jsonb) as t (name text, care_type_id bigint)
   where m.tenant_id = $1 and m.kind = 'vaccine' and lower(m.name) = lower(t.name)
     and m.care_type_id is null and m.archived_at is null
   returning m.id`,
);

const unlinkedStarters = statement<{ name: string }>(
  'starter_vaccines_without_care_type',
  `select m.name from medicines m
   where m.tenant_id = $1 and m.kind = 'vaccine' and lower(m.name) = any($2::text[])
     and m.care_type_id is null and m.archived_at is null
   order by lower(m.name)`,
);

const noteBatch = statement(
  'note_batch_given',
  `update medicines set last_batch = $3, last_expiry = $4, updated_at = $5
   where tenant_id = $1 and id = $2 and (last_batch, last_expiry) is distinct from ($3::text, $4::date)`,
);

const speciesExists = statement<{ id: number }>(
  'species_of_medicine',
  'select s.id from species s where s.tenant_id = $1 and s.id = $2',
);

export const lockMedicine = (
  { tx, tenantId }: Work,
  medicineId: number,
): Promise<MedicineFields | undefined> => tx.row(lockMedicineRow, [tenantId, medicineId]);

export async function insertMedicine({ tx, tenantId, now }: Work, fields: MedicineFields): Promise<number> {
  const names = lockedColumns.names;
  const row = await tx.row(insertMedicineRow, [
    tenantId,
    ...names.map((name) => fields[name]),
    fields.dose_per_kg,
    now,
  ]);
  if (!row) throw new Error('The new medicine has no id.');
  return row.id;
}

export const updateMedicine = updater('medicines');
export const countMedicines = activeCounter('medicines');
export const markArchived = archiver('medicines');

/** Adds those whose name the practice does not have. @returns how many */
export const insertStarterMedicines = async (
  { tx, tenantId, now }: Work,
  medicines: readonly object[],
): Promise<number> => (await tx.rows(insertStarters, [tenantId, JSON.stringify(medicines), now])).length;

/** Gives vaccines in use their recall type, unless they have one. @returns how many */
export const linkStarterVaccines = async (
  { tx, tenantId, now }: Work,
  links: readonly { name: string; care_type_id: number }[],
): Promise<number> =>
  links.length === 0 ? 0 : (await tx.rows(linkStarters, [tenantId, JSON.stringify(links), now])).length;

/** Those of some vaccines that are in use and have no recall type, by name. */
export const vaccinesWithoutCareType = async (
  { tx, tenantId }: Work,
  names: readonly string[],
): Promise<string[]> =>
  (await tx.rows(unlinkedStarters, [tenantId, names.map((name) => name.toLowerCase())])).map(
    ({ name }) => name,
  );

/** Remembers the batch that was given last, to be suggested. */
export async function noteBatchGiven(
  { tx, tenantId, now }: Work,
  medicineId: number,
  { batch, expiry }: { batch: string; expiry: string | null },
): Promise<void> {
  await tx.rows(noteBatch, [tenantId, medicineId, batch, expiry, now]);
}

const careTypeInUse = statement<{ id: number }>(
  'care_type_of_medicine',
  'select y.id from care_types y where y.tenant_id = $1 and y.id = $2 and y.archived_at is null',
);

export const isCareType = async ({ tx, tenantId }: Work, careTypeId: number): Promise<boolean> =>
  (await tx.row(careTypeInUse, [tenantId, careTypeId])) !== undefined;

export const isSpecies = async ({ tx, tenantId }: Work, speciesId: number): Promise<boolean> =>
  (await tx.row(speciesExists, [tenantId, speciesId])) !== undefined;
