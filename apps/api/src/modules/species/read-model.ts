import type { SpeciesRecord } from '@burrow/contracts/species';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

const speciesByName = statement<SpeciesRecord>(
  'species_by_name',
  `select sp.id, sp.name, case when sp.active then '1' else '0' end as active
   from species sp where sp.tenant_id = $1
   order by sp.name, sp.id`,
);

/** The species of the practice by name, including archived ones. */
export const listSpecies = ({ tx, tenantId }: Pick<Ctx, 'tx' | 'tenantId'>): Promise<SpeciesRecord[]> =>
  tx.rows(speciesByName, [tenantId]);
