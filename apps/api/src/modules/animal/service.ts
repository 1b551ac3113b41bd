import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges, type Wanted } from '../../lib/changes.ts';
import { localMoment } from '../../lib/clock.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { cancelUpcomingBookings, lockUpcomingBookings } from '../booking/public.ts';
import { lockedClient } from '../client/public.ts';
import { followWithdrawnOffers } from '../waitlist/public.ts';
import {
  canOwnAnimal,
  countPets,
  insertAnimal,
  insertWeight,
  isOfferedSpecies,
  lockAnimal,
  lockOwnAnimal,
  updateAnimal,
  deleteWeight,
  type AnimalColumns,
} from './repository.ts';

/** The limit of animals that a pet owner can add; beyond it the practice adds them. */
const maxPets = 50;

const today = ({ now, session }: Ctx): string => localMoment(now, session.timeZone).date;

/**
 * Adds an animal of a client who is not archived, with its weight of today if it was given.
 * @returns its id
 * @throws AppError `not_found` (client, species), `invalid_input` for a date of birth in the future
 */
export async function createAnimal(ctx: Ctx, input: ParsedInputOf<'animal_create'>): Promise<number> {
  checkBirth(ctx, input.dob);
  const [clientOk] = await Promise.all([canOwnAnimal(ctx, input.client_id), checkSpecies(ctx, input.type)]);
  if (!clientOk) throw missing('client_id', 'Client not found');
  const animalId = await insertAnimal(ctx, {
    client_id: input.client_id,
    species_id: input.type,
    name: input.name,
    dob: input.dob ?? null,
    gender: input.gender ?? null,
    breed: input.breed ?? null,
    color: input.color ?? null,
    allergies: input.allergies ?? null,
    no_known_allergies: noneKnown(input, null) ?? false,
    behaviour_notes: input.behaviour_notes ?? null,
    notes: input.notes ?? null,
    microchip: input.microchip ?? null,
    insurer: input.insurer ?? null,
    policy: input.policy ?? null,
    usual_vet: input.usual_vet ?? null,
    active: input.active,
  });
  if (input.weight !== undefined) {
    await insertWeight(ctx, {
      animal_id: animalId,
      measured_on: today(ctx),
      weight_grams: input.weight,
    });
  }
  return animalId;
}

/**
 * Adds an animal of the calling pet owner, as {@link createAnimal}.
 * @returns its id
 * @throws AppError `too_many_pets`, `not_found` (species), `invalid_input`
 */
export async function createOwnAnimal(ctx: Ctx, input: ParsedInputOf<'cp/animal_create'>): Promise<number> {
  // Locked, so that simultaneous calls each count the others' animals.
  const { id: clientId } = await lockedClient(ctx, ownClientId(ctx));
  if ((await countPets(ctx, clientId)) >= maxPets) throw new AppError('too_many_pets');
  return createAnimal(ctx, { ...input, client_id: clientId });
}

/**
 * Changes an animal. Omitted fields stay. Archiving this way records no reason; restoring clears it.
 * @throws AppError `not_found` (animal, species), `invalid_input` for a date of birth in the future
 */
export async function changeAnimal(ctx: Ctx, input: ParsedInputOf<'animal_update'>): Promise<void> {
  await writeAnimal(ctx, await lockedAnimal(ctx, input.animal_id), input);
}

/**
 * Changes an animal of the calling pet owner, as {@link changeAnimal}.
 * @throws AppError `archived_by_practice` when it is to be restored and the practice archived it with a reason,
 * `not_found`, also for another client's animal, `invalid_input`
 */
export async function changeOwnAnimal(ctx: Ctx, input: ParsedInputOf<'cp/animal_update'>): Promise<void> {
  const animal = found(await lockOwnAnimal(ctx, ownClientId(ctx), input.animal_id));
  if (input.active && !animal.active && animal.archived_reason !== null) {
    throw new AppError('archived_by_practice');
  }
  await writeAnimal(ctx, animal, input);
}

async function writeAnimal(
  ctx: Ctx,
  animal: LockedAnimal,
  { animal_id: _id, type, ...rest }: ParsedInputOf<'animal_update'>,
): Promise<void> {
  if (rest.dob !== animal.dob) checkBirth(ctx, rest.dob);
  // An archived species may stay, but cannot be chosen.
  if (type !== undefined && type !== animal.species_id) await checkSpecies(ctx, type);
  const restored = rest.active === true ? { archived_reason: null, deceased_on: null } : {};
  await writeChanges(ctx, animal, {
    ...rest,
    no_known_allergies: noneKnown(rest, animal.allergies),
    species_id: type,
    ...restored,
  });
}

/**
 * Whether there are no known allergies, from the input; undefined keeps the recorded value. A text ends that choice, and
 * the choice replaces no text that is not cleared with it: the person may not have seen the text.
 * @throws AppError `invalid_input` for the choice together with a text
 */
function noneKnown(
  {
    allergies,
    no_known_allergies: chosen,
  }: Pick<ParsedInputOf<'animal_update'>, 'allergies' | 'no_known_allergies'>,
  recorded: string | null,
): boolean | undefined {
  if (chosen && (allergies === undefined ? recorded : allergies) !== null) {
    throw invalidField(
      'allergies',
      'This animal has allergies recorded. Clear them before choosing “No known allergies”.',
    );
  }
  return allergies ? false : chosen;
}

/**
 * Archives an animal, with a reason.
 * @returns the ids of the appointments that were cancelled with it, if requested
 * @throws AppError `not_found`; `invalid_input` for a day of death in the future, before its birth, or with another reason
 */
export async function archiveAnimal(ctx: Ctx, input: ParsedInputOf<'animal_archive'>): Promise<number[]> {
  if (input.cancel_bookings) await lockUpcomingBookings(ctx, { animalId: input.animal_id });
  const animal = await lockedAnimal(ctx, input.animal_id);
  await writeChanges(ctx, animal, {
    active: false,
    archived_reason: input.reason,
    deceased_on: deathOf(ctx, animal, input),
  });
  // Send no messages about the appointments of an animal that has died.
  const tellsClient = input.reason !== 'deceased';
  const cancelled = input.cancel_bookings
    ? await cancelUpcomingBookings(ctx, { animalId: animal.id }, { tellsClient })
    : [];
  ctx.auditDetails({ reason: input.reason, cancelled_bookings: cancelled });
  return cancelled;
}

/** The day of death of an animal that is archived; null with a reason other than death. */
function deathOf(
  ctx: Ctx,
  { dob }: Pick<LockedAnimal, 'dob'>,
  { reason, deceased_on: day }: ParsedInputOf<'animal_archive'>,
): string | null {
  if (reason !== 'deceased') {
    if (day === undefined) return null;
    throw invalidField('deceased_on', 'Leave the date out, or choose the reason “Deceased”.');
  }
  if (day === undefined) return today(ctx);
  if (day > today(ctx)) throw invalidField('deceased_on', 'Choose today or an earlier day.');
  if (dob !== null && day < dob) {
    throw invalidField('deceased_on', 'This is before the animal was born. Choose a later day.');
  }
  return day;
}

/** Restores an animal. @throws AppError `not_found` */
export async function restoreAnimal(ctx: Ctx, animalId: number): Promise<void> {
  const animal = await lockedAnimal(ctx, animalId);
  await writeChanges(ctx, animal, { active: true, archived_reason: null, deceased_on: null });
}

/**
 * Records a weight on a day, by default today. A day may have several; the last entry counts.
 * @returns its id
 * @throws AppError `not_found`, `invalid_input` for a day in the future or before the animal's birth
 */
export async function addWeight(ctx: Ctx, input: ParsedInputOf<'animal_weight_add'>): Promise<number> {
  const now = today(ctx);
  const { measured_on: day = now, weight } = input;
  const animal = await lockedAnimal(ctx, input.animal_id);
  if (day > now) throw invalidField('measured_on', 'Choose today or an earlier day.');
  if (animal.dob !== null && day < animal.dob) {
    throw invalidField('measured_on', 'This is before the animal was born. Choose a later day.');
  }
  ctx.auditDetails({ measured_on: day });
  return insertWeight(ctx, { animal_id: animal.id, measured_on: day, weight_grams: weight });
}

/** Deletes a weight of an animal. @throws AppError `not_found`, also for a weight of another animal */
export async function removeWeight(ctx: Ctx, input: ParsedInputOf<'animal_weight_delete'>): Promise<void> {
  const day = await deleteWeight(ctx, input.animal_id, input.weight_id);
  if (day === null) throw new AppError('not_found', { message: 'Weight not found' });
  ctx.auditDetails({ measured_on: day });
}

type LockedAnimal = NonNullable<Awaited<ReturnType<typeof lockAnimal>>>;

async function lockedAnimal(ctx: Ctx, animalId: number): Promise<LockedAnimal> {
  return found(await lockAnimal(ctx, animalId));
}

function found(animal: LockedAnimal | undefined): LockedAnimal {
  if (!animal) throw new AppError('not_found', { message: 'Animal not found' });
  return animal;
}

/** Writes the changed fields, and names them in the audit log; an edit without changes writes nothing. */
async function writeChanges(ctx: Ctx, animal: LockedAnimal, wanted: Wanted<AnimalColumns>): Promise<void> {
  const changes = changesTo<AnimalColumns>(animal, wanted);
  if (!noteChanges(ctx, changes, { species_id: 'species' })) return;
  await updateAnimal(ctx, animal.id, changes);
  if (changes.active === false) await followWithdrawnOffers(ctx, { animalId: animal.id });
}

function checkBirth(ctx: Ctx, dob: string | null | undefined): void {
  const problem = birthProblem(dob, today(ctx));
  if (problem !== null) throw invalidField('dob', problem);
}

/** The error of a date of birth (YYYY-MM-DD) on the practice's today; null when it is valid. */
export const birthProblem = (dob: string | null | undefined, day: string): string | null =>
  dob && dob > day ? 'Date of birth cannot be in the future.' : null;

async function checkSpecies(ctx: Ctx, speciesId: number): Promise<void> {
  if (!(await isOfferedSpecies(ctx, speciesId))) throw missing('type', 'Species not found');
}

const missing = (field: string, message: string): AppError =>
  new AppError('not_found', { message, fields: { [field]: message } });
