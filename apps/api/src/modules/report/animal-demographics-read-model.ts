import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { percentOf } from './figures.ts';
import { periodContext, spannedBy } from './report-context.ts';

/**
 * Added up by species in the index before names are joined; a species called Unknown is merged with animals without one.
 */
const patientsBySpecies = statement<{ species: string; count: number }>(
  'report_animal_demographics',
  `select coalesce(s.name, 'Unknown') as species, sum(part.count) as count
   from (
     select a.species_id, count(*) as count
     from animals a where a.tenant_id = $1 and a.active and a.created_at < $2
     group by a.species_id) part
   left join species s on s.tenant_id = $1 and s.id = part.species_id
   group by 1
   order by 2 desc, 1`,
);

/** The animals on the books at the end of the period, by species. */
export async function animalDemographics(
  ctx: Ctx,
  input: ParsedInputOf<'reports/animal_demographics'>,
): Promise<OutputOf<'reports/animal_demographics'>> {
  const { period } = await periodContext(ctx, input);
  const { until } = period.taken;
  const rows = await ctx.tx.rows(patientsBySpecies, [ctx.tenantId, until > ctx.now ? 'infinity' : until]);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    data: {
      total_animals: total,
      by_species: rows.map(({ species, count }) => ({
        species,
        count,
        percentage: percentOf(count, total),
      })),
    },
    metadata: spannedBy(period),
  };
}
