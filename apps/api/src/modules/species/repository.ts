import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

interface SpeciesColumns {
  name: string;
  active: boolean;
}

// In the order of their names, so that two transactions that add the same ones do not deadlock.
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
 * Adds species, or restores those that exist under the same name, ignoring case.
 * @returns how many are active now that were not
 */
export async function takeSpeciesIntoUse(
  tx: TenantTransaction,
  tenantId: number,
  names: readonly string[],
): Promise<number> {
  return (await tx.rows(takeIntoUse, [tenantId, names])).length;
}

/** A species, locked against every other change until the transaction ends; undefined for an unknown one. */
export const lockSpecies = (
  tx: TenantTransaction,
  tenantId: number,
  speciesId: number,
): Promise<SpeciesColumns | undefined> => tx.row(lockSpeciesRow, [tenantId, speciesId]);

/** Updates the given columns of a species. */
export async function updateSpecies(
  tx: TenantTransaction,
  tenantId: number,
  speciesId: number,
  changes: Partial<SpeciesColumns>,
): Promise<void> {
  await tx.run(sql('species').where({ tenant_id: tenantId, id: speciesId }).update(changes));
}
