import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/database.ts';

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

const changeSpeciesRow = statement<{ id: number }>(
  'change_species',
  `update species set name = coalesce($3, name), active = coalesce($4, active)
   where tenant_id = $1 and id = $2
   returning id`,
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

/** Writes what is given and leaves the rest. @returns false when there is no such kind of animal */
export async function updateSpecies(
  tx: TenantTransaction,
  tenantId: number,
  speciesId: number,
  { name, active }: { name?: string | undefined; active?: boolean | undefined },
): Promise<boolean> {
  const row = await tx.row(changeSpeciesRow, [tenantId, speciesId, name ?? null, active ?? null]);
  return row !== undefined;
}
