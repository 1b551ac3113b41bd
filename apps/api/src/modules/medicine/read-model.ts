import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { MedicineRecord } from '@burrow/contracts/medicine';
import type { Ctx } from '../../context/context.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { searchWords } from '../../lib/search-words.ts';

// $2: 'active', 'archived' or null for both; $4: patterns that all match.
const medicineList = statement<MedicineRecord>(
  'medicines',
  `select m.id, m.kind, m.name, m.manufacturer, m.species_id, s.name::text as species,
          trim_scale(m.dose_per_kg)::text as dose_per_kg, m.dose_unit, m.interval_count, m.interval_unit, m.withdrawal,
          case when m.is_controlled then '1' else '0' end as is_controlled, m.last_batch, m.last_expiry,
          m.care_type_id,
          case when m.archived_at is null then '0' else '1' end as archived
   from medicines m
   left join species s on s.tenant_id = m.tenant_id and s.id = m.species_id
   where m.tenant_id = $1 and ($2::text is null or (m.archived_at is null) = ($2 = 'active'))
     and ($3::text is null or m.kind = $3)
     and not exists (select from unnest($4::text[]) w (word)
       where lower(concat_ws(' ', m.name, m.manufacturer)) not like w.word)
   order by m.archived_at is not null, lower(m.name), m.id`,
);

/** The practice's medicines that match, by name, archived ones last. */
export const listMedicines = (
  { tx, tenantId, session }: Ctx,
  { status, kind, q }: ParsedInputOf<'medicines'>,
): Promise<MedicineRecord[]> =>
  tx.rows(medicineList, [
    tenantId,
    status ?? null,
    kind ?? null,
    searchWords(q, session.locale)?.patterns ?? [],
  ]);

/** What an entry takes from the medicine that it names. */
export type NamedMedicine = Pick<
  Schema['medicines'],
  'id' | 'name' | 'manufacturer' | 'interval_count' | 'interval_unit' | 'withdrawal' | 'is_controlled'
>;

const oneMedicine = statement<NamedMedicine>(
  'one_medicine',
  `select m.id, m.name, m.manufacturer, m.interval_count, m.interval_unit, m.withdrawal, m.is_controlled
   from medicines m where m.tenant_id = $1 and m.id = $2`,
);

/** @throws AppError `not_found` */
export async function medicineById(
  { tx, tenantId }: Pick<Ctx, 'tx' | 'tenantId'>,
  medicineId: number,
): Promise<NamedMedicine> {
  const medicine = await tx.row(oneMedicine, [tenantId, medicineId]);
  if (medicine) return medicine;
  const message = 'Medicine not found. Choose another.';
  throw new AppError('not_found', { message, fields: { medicine_id: message } });
}

/** A vaccine in use. */
export type VaccineInUse = NamedMedicine & Pick<Schema['medicines'], 'species_id' | 'care_type_id'>;

const vaccines = statement<VaccineInUse>(
  'vaccines_in_use',
  `select m.id, m.name, m.manufacturer, m.interval_count, m.interval_unit, m.withdrawal, m.is_controlled, m.species_id,
     m.care_type_id
   from medicines m where m.tenant_id = $1 and m.kind = 'vaccine' and m.archived_at is null order by m.id`,
);

/** The practice's vaccines without archived ones. */
export const vaccinesInUse = ({ tx, tenantId }: Pick<Ctx, 'tx' | 'tenantId'>): Promise<VaccineInUse[]> =>
  tx.rows(vaccines, [tenantId]);
