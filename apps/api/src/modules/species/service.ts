import type { ParsedInputOf } from '@burrow/contracts/actions';
import { maxSpeciesNameLength } from '@burrow/contracts/species-name';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { lockSpecies, takeSpeciesIntoUse, updateSpecies } from './repository.ts';

/**
 * Adds or restores species from a text with commas between.
 * @returns how many are active now that were not
 * @throws AppError `invalid_input`
 */
export async function addSpecies(ctx: Ctx, species: string): Promise<number> {
  const names = species
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw invalidField('species', 'Please select at least one species');
  if (names.some((name) => name.length > maxSpeciesNameLength)) {
    throw invalidField('species', `Use at most ${maxSpeciesNameLength} characters for each.`);
  }
  ctx.auditDetails({ names });
  return takeSpeciesIntoUse(ctx, names);
}

/** Adds or restores species by validated names, as {@link addSpecies} does. */
export async function addSpeciesNamed(ctx: Ctx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await takeSpeciesIntoUse(ctx, names);
}

/**
 * Renames, archives or restores a species; animals that have it keep it.
 * @throws AppError `not_found`, `name_taken`
 */
export async function changeSpecies(ctx: Ctx, input: ParsedInputOf<'animal_species_update'>): Promise<void> {
  const { species_id: id, ...wanted } = input;
  const species = await lockSpecies(ctx, id);
  if (!species) throw new AppError('not_found');
  const changes = changesTo(species, wanted);
  if (noteChanges(ctx, changes)) await updateSpecies(ctx, id, changes);
}
