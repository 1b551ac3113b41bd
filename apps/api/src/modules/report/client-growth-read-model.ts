import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { countByPart, partsOfClient } from './client-visits.ts';
import { bucketsOf } from './period.ts';
import { periodContext, spannedBy } from './report-context.ts';

interface PartRow {
  /** Clients who visited in this part of the period. */
  clients: number;
  new_clients: number;
  /** On the books at its end. */
  active: number;
  /** Clients who visited in the period, each once. */
  all_clients: number;
}

/**
 * One row per part. $2 to $3 the days of the period, $4 the first days of its parts, $5 the instants at which these end.
 * Clients on the books are grouped by pairs of parts: in which they were added, and in which they left.
 */
const clientsByPart = statement<PartRow>(
  'report_client_growth',
  `with came as (
     select count(*) as clients, ${countByPart('v.parts')} as by_part
     from (
       select b.client_id, ${partsOfClient('$4')} as parts
       from bookings b
       where b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'
       group by b.client_id) v),
   began as (
     select width_bucket(c.first_booking_on, $4::date[]) as part, count(*) as clients
     from clients c
     where c.tenant_id = $1 and c.first_booking_on >= $2 and c.first_booking_on <= $3
     group by 1),
   books as materialized (
     select width_bucket(c.created_at, $5::timestamptz[]) as added_in,
       width_bucket(c.archived_at, $5::timestamptz[]) as archived_in, count(*) as clients
     from clients c where c.tenant_id = $1
     group by 1, 2)
   select came.by_part[n] as clients, coalesce(began.clients, 0) as new_clients, came.clients as all_clients,
     (select coalesce(sum(k.clients), 0) from books k
      where k.added_in < n and (k.archived_in is null or k.archived_in >= n)) as active
   from generate_series(1, cardinality($4::date[])) n
   cross join came
   left join began on began.part = n
   order by n`,
);

/** New and returning clients by parts of the period, and how many were on the books at the end of each. */
export async function clientGrowth(
  ctx: Ctx,
  input: ParsedInputOf<'reports/client_growth'>,
): Promise<OutputOf<'reports/client_growth'>> {
  const { period, clock } = await periodContext(ctx, input);
  // New clients are determined by the day and not by the hour.
  const { group, buckets } = bucketsOf(period, period.name === 'today' ? 'day' : undefined, clock);
  const rows = await ctx.tx.rows(clientsByPart, [
    ctx.tenantId,
    period.from,
    period.to,
    buckets.map(({ from }) => from),
    // A part that is not over counts those on the books now.
    buckets.map(({ taken }) => (taken.until > ctx.now ? 'infinity' : taken.until.toISOString())),
  ]);
  const newClients = rows.reduce((sum, row) => sum + row.new_clients, 0);
  return {
    data: rows.map((row, index) => ({
      period: buckets[index]?.key ?? '',
      new_clients: row.new_clients,
      returning_clients: row.clients - row.new_clients,
      total_active: row.active,
    })),
    metadata: {
      ...spannedBy(period),
      group_by: group,
      new_clients: newClients,
      returning_clients: (rows[0]?.all_clients ?? 0) - newClients,
      total_active: rows.at(-1)?.active ?? 0,
    },
  };
}
