import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

interface SpeciesColumns {
  name: string;
  active: boolean;
}

// In the order of their names, so that two who add the same ones at once wait for each other instead of deadlocking.
const takeIntoUse = statement<{ id: number }>(
  'take_species_into_use',
  `insert into species (tenant_id, name)
   select $1, given.name
   from (select distinct on (n.name) n.name from unnest($2::citext[]) with ordinality n (name, place)
         order by n.name, n.place) given
   order by given.name
   on conflict (tenant_id, name) do update set active = true where not species.active
   returning id`,
);

const lockSpeciesRow = statement<SpeciesColumns>(
  'lock_species',
  'select s.name::text as name, s.active from species s where s.tenant_id = $1 and s.id = $2 for no key update',
);

/**
 * Adds kinds of animals, or takes back into use those that are there under the same name, whatever its case.
 * @returns how many are in use that were not
 */
export async function takeSpeciesIntoUse(
  tx: TenantTransaction,
  tenantId: number,
  names: readonly string[],
): Promise<number> {
  return (await tx.rows(takeIntoUse, [tenantId, names])).length;
}

/** A kind of animal, locked against every other change until the transaction ends; undefined when it is not there. */
export const lockSpecies = (
  tx: TenantTransaction,
  tenantId: number,
  speciesId: number,
): Promise<SpeciesColumns | undefined> => tx.row(lockSpeciesRow, [tenantId, speciesId]);

/** Writes the given columns of a kind of animal and leaves the rest. */
export async function updateSpecies(
  tx: TenantTransaction,
  tenantId: number,
  speciesId: number,
  changes: Partial<SpeciesColumns>,
): Promise<void> {
  await tx.run(sql('species').where({ tenant_id: tenantId, id: speciesId }).update(changes));
}
