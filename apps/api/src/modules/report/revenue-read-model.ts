import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { InstantSpan } from './period.ts';

/** A part is a range of the index on time, so many parts cost only as much as the entries in them. */
const revenueOfSpans = statement<{ pence: number }>(
  'report_revenue',
  `select coalesce(taken.pence, 0) as pence
   from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as span (begins, ends, number)
   cross join lateral (
     select sum(p.amount_pence) as pence from payments p
     where p.tenant_id = $1 and p.taken_at >= span.begins and p.taken_at < span.ends) taken
   order by span.number`,
);

/** Revenue of intervals in pence, in order; they may overlap. */
export async function revenueOf({ tx, tenantId }: Ctx, spans: readonly InstantSpan[]): Promise<number[]> {
  const rows = await tx.rows(revenueOfSpans, [
    tenantId,
    spans.map(({ from }) => from),
    spans.map(({ until }) => until),
  ]);
  return rows.map(({ pence }) => pence);
}
