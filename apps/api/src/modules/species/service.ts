import type { ParsedInputOf } from '@burrow/contracts/actions';
import { AppError, invalidField } from '../../lib/app-error.ts';
import type { Ctx } from '../../lib/context.ts';
import { takeSpeciesIntoUse, updateSpecies } from './repository.ts';

const longestName = 60;

/**
 * Takes kinds of animals into use that are in a text with commas between.
 * @returns how many are in use that were not
 * @throws AppError `invalid_input`
 */
export async function addSpecies(ctx: Ctx, species: string): Promise<number> {
  const names = species
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw invalidField('species', 'Please select at least one species');
  if (names.some((name) => name.length > longestName)) {
    throw invalidField('species', `Please use at most ${longestName} characters for each.`);
  }
  ctx.auditDetails({ names });
  return takeSpeciesIntoUse(ctx.tx, ctx.tenantId, names);
}

/**
 * Renames a kind of animal, or takes it in or out of use; animals that have it keep it.
 * @throws AppError `not_found`, `name_taken`
 */
export async function changeSpecies(
  { tx, tenantId }: Ctx,
  input: ParsedInputOf<'animal_species_update'>,
): Promise<void> {
  const found = await updateSpecies(tx, tenantId, input.species_id, input);
  if (!found) throw new AppError('not_found');
}
