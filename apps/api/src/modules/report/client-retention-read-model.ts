import { addMonths } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { countByPart, partsOfClient } from './client-visits.ts';
import { percentOf } from './figures.ts';
import { bucketsOf } from './period.ts';
import { periodContext, spannedBy } from './report-context.ts';

/** How long before the period a client must have visited to count as one who could return. */
const cohortMonths = 12;

interface RetentionRow {
  clients: number;
  returned: number;
  /** By month of the period, from the first on; the array may be longer than the period. */
  by_month: number[];
}

/** One scan from the beginning of the cohort ($2) to the end of the period ($3), whose months begin on $4. */
const returningClients = statement<RetentionRow>(
  'report_client_retention',
  `select count(*) as clients, count(*) filter (where v.parts > 1) as returned,
     (${countByPart('v.parts')})::int[] as by_month
   from (
     select b.client_id, ${partsOfClient('$4')} as parts
     from bookings b
     where b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'
     group by b.client_id) v
   where v.parts & 1 = 1`,
);

/** How many clients of the 12 months before the period returned in it, and in each of its months. */
export async function clientRetention(
  ctx: Ctx,
  input: ParsedInputOf<'reports/client_retention'>,
): Promise<OutputOf<'reports/client_retention'>> {
  const { period, clock } = await periodContext(ctx, input);
  const { buckets: months } = bucketsOf(period, 'month', clock);
  const row = await ctx.tx.row(returningClients, [
    ctx.tenantId,
    addMonths(period.from, -cohortMonths),
    period.to,
    months.map(({ from }) => from),
  ]);
  const { clients, returned, by_month: byMonth } = row as RetentionRow;
  const rate = (count: number): number | null => (clients === 0 ? null : percentOf(count, clients));
  return {
    data: {
      total_clients: clients,
      returned_within_period: returned,
      retention_rate: rate(returned),
      breakdown_by_month: months.map(({ key }, index) => {
        const count = byMonth[index] ?? 0;
        return { month: key, returned_clients: count, retention_rate: rate(count) };
      }),
    },
    metadata: spannedBy(period),
  };
}
