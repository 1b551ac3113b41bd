import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxMedicines, type Trade } from '@burrow/contracts/medicine';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { careTypesInUse } from '../care/public.ts';
import {
  countMedicines,
  insertMedicine,
  insertStarterMedicines,
  isCareType,
  isSpecies,
  linkStarterVaccines,
  lockMedicine,
  markArchived,
  updateMedicine,
  vaccinesWithoutCareType,
  type MedicineFields,
} from './repository.ts';
import { starterMedicines, starterVaccines } from './starter-medicines.ts';
import { recallTypeFor } from './starter-recall-types.ts';

/**
 * Adds a vaccine or a medicine.
 * @returns its id
 * @throws AppError `not_found` for an unknown species, `name_taken`, `too_many_medicines`, `invalid_input`
 */
export async function addMedicine(ctx: Ctx, input: ParsedInputOf<'medicine_create'>): Promise<number> {
  const fields: MedicineFields = {
    kind: input.kind,
    name: input.name,
    manufacturer: input.manufacturer ?? null,
    species_id: input.species_id ?? null,
    dose_per_kg: input.dose_per_kg ?? null,
    dose_unit: input.dose_unit ?? null,
    interval_count: input.interval_count ?? null,
    interval_unit: input.interval_unit ?? null,
    withdrawal: input.withdrawal ?? null,
    is_controlled: input.is_controlled ?? false,
    last_batch: input.last_batch ?? null,
    last_expiry: input.last_expiry ?? null,
    care_type_id: input.care_type_id ?? null,
  };
  checkPairs(fields);
  await checkSpecies(ctx, fields.species_id);
  await checkCareType(ctx, fields.care_type_id);
  if ((await countMedicines(ctx)) >= maxMedicines) throw new AppError('too_many_medicines');
  return insertMedicine(ctx, fields);
}

/**
 * Changes a vaccine or a medicine. Omitted fields stay.
 * @throws AppError `not_found`, also for an unknown species; `name_taken`, `invalid_input`
 */
export async function changeMedicine(
  ctx: Ctx,
  { medicine_id: medicineId, ...wanted }: ParsedInputOf<'medicine_update'>,
): Promise<void> {
  const medicine = await lockMedicine(ctx, medicineId);
  if (!medicine) throw new AppError('not_found', { message: 'Medicine not found.' });
  const changes = changesTo(medicine, wanted);
  checkPairs({ ...medicine, ...changes });
  if (changes.species_id !== undefined) await checkSpecies(ctx, changes.species_id);
  if (changes.care_type_id !== undefined) await checkCareType(ctx, changes.care_type_id);
  if (!noteChanges(ctx, changes, { species_id: 'species', care_type_id: 'recall type' })) return;
  const { dose_per_kg: dose, ...rest } = changes;
  // PostgreSQL reads the text exactly; the row type has it as a number.
  await updateMedicine(ctx, medicineId, {
    ...rest,
    ...(dose === undefined ? {} : { dose_per_kg: dose as unknown as number | null }),
  });
}

/** @throws AppError `not_found` */
export async function archiveMedicine(ctx: Ctx, medicineId: number): Promise<void> {
  if (!(await markArchived(ctx, medicineId, true))) throw new AppError('not_found');
}

/** @throws AppError `not_found`, `name_taken`, `too_many_medicines` */
export async function restoreMedicine(ctx: Ctx, medicineId: number): Promise<void> {
  const others = await countMedicines(ctx, medicineId);
  if (!(await markArchived(ctx, medicineId, false))) throw new AppError('not_found');
  if (others >= maxMedicines) throw new AppError('too_many_medicines');
}

/**
 * Adds a trade's starter list, except what exists by that name, archived or not. Its vaccines without a recall type get the
 * practice's own, where exactly one fits.
 */
export async function loadStarterMedicines(
  ctx: Ctx,
  trade: Trade,
): Promise<Omit<OutputOf<'medicines_load_starter'>, 'success'>> {
  const medicines = starterMedicines[trade];
  if ((await countMedicines(ctx)) + medicines.length > maxMedicines) throw new AppError('too_many_medicines');
  const added = await insertStarterMedicines(ctx, medicines);
  const vaccines = trade === 'vet' ? starterVaccines : [];
  const types = await careTypesInUse(ctx);
  const links = vaccines.flatMap((vaccine) => {
    const type = recallTypeFor(vaccine, vaccines, types);
    return type === null ? [] : [{ name: vaccine.name, care_type_id: type.id }];
  });
  const linked = await linkStarterVaccines(ctx, links);
  const names = vaccines.map(({ name }) => name);
  ctx.auditDetails({ trade, added, linked });
  return { added, linked, without_recall_type: await vaccinesWithoutCareType(ctx, names) };
}

function checkPairs(fields: MedicineFields): void {
  if (fields.dose_per_kg !== null && fields.dose_unit === null) {
    throw invalidField('dose_unit', 'Enter the unit of the dose, such as mg.');
  }
  if ((fields.interval_count === null) !== (fields.interval_unit === null)) {
    const field = fields.interval_count === null ? 'interval_count' : 'interval_unit';
    throw invalidField(field, 'Enter both the number and the unit of the interval, or neither.');
  }
}

async function checkSpecies(ctx: Ctx, speciesId: number | null): Promise<void> {
  if (speciesId === null || (await isSpecies(ctx, speciesId))) return;
  const message = 'Species not found. Choose another.';
  throw new AppError('not_found', { message, fields: { species_id: message } });
}

async function checkCareType(ctx: Ctx, careTypeId: number | null): Promise<void> {
  if (careTypeId === null || (await isCareType(ctx, careTypeId))) return;
  const message = 'Recall type not found. Choose another.';
  throw new AppError('not_found', { message, fields: { care_type_id: message } });
}
