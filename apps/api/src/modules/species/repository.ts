import { columns } from '../../db/columns.ts';
import { locker, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

export const lockSpecies = locker('lock_species', columns('species', 'name, active'), 'for no key update');
export const updateSpecies = updater('species', 'undated');

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

/**
 * Adds species, or restores those that exist under the same name, ignoring case.
 * @returns how many are active now that were not
 */
export async function takeSpeciesIntoUse({ tx, tenantId }: Work, names: readonly string[]): Promise<number> {
  return (await tx.rows(takeIntoUse, [tenantId, names])).length;
}
