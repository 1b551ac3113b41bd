import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { popularServicesLimit } from '@burrow/contracts/report-period';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { percentOf, trendOf } from './figures.ts';
import { periodContext, comparedBy } from './report-context.ts';

/** A service, or nulls when there are no bookings, beside the bookings of all services whatever the limit. */
type ServiceRow = Totals & (Service | Record<keyof Service, null>);

interface Totals {
  all_bookings: number;
  all_bookings_before: number;
}

interface Service {
  service_id: number | null;
  name: string;
  bookings: number;
  bookings_before: number;
  revenue_pence: number;
}

/**
 * Three index-only scans, each aggregated before they are joined: $2 to $3 the days, $4 to $5 those before, $6 to $7 as
 * instants.
 */
const servicesByBookings = statement<ServiceRow>(
  'report_popular_services',
  `with ranked as (
     select part.service_id, sum(part.bookings) as bookings, sum(part.bookings_before) as bookings_before,
       sum(part.revenue_pence) as revenue_pence
     from (
       select b.service_id, count(*) as bookings, 0 as bookings_before, 0 as revenue_pence
       from bookings b
       where b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'
       group by b.service_id
       union all
       select b.service_id, 0, count(*), 0
       from bookings b
       where b.tenant_id = $1 and b.booking_date >= $4 and b.booking_date <= $5 and b.status <> 'cancelled'
       group by b.service_id
       union all
       select p.service_id, 0, 0, sum(p.amount_pence)
       from payments p
       where p.tenant_id = $1 and p.taken_at >= $6 and p.taken_at < $7
       group by p.service_id) part
     group by part.service_id)
   select shown.*, totals.*
   from (
     select coalesce(sum(r.bookings), 0) as all_bookings, coalesce(sum(r.bookings_before), 0) as all_bookings_before
     from ranked r) totals
   left join (
     select r.service_id, coalesce(s.name, 'No service') as name, r.bookings, r.bookings_before, r.revenue_pence
     from ranked r
     left join services s on s.tenant_id = $1 and s.id = r.service_id
     where r.bookings > 0
     order by r.bookings desc, name, r.service_id
     limit $8) shown on true
   order by shown.bookings desc, shown.name, shown.service_id`,
);

/**
 * The services with most bookings in the period, including archived ones; their revenue only for callers who may see it.
 */
export async function popularServices(
  ctx: Ctx,
  input: ParsedInputOf<'reports/popular_services'>,
): Promise<OutputOf<'reports/popular_services'>> {
  const { period, showsMoney } = await periodContext(ctx, input);
  const { from, to, previous, taken } = period;
  const rows = await ctx.tx.rows(servicesByBookings, [
    ctx.tenantId,
    from,
    to,
    previous.from,
    previous.to,
    taken.from,
    taken.until,
    input.limit ?? popularServicesLimit,
  ]);
  return {
    data: rows.flatMap((row) =>
      row.name === null
        ? []
        : [
            {
              service_id: row.service_id,
              service_name: row.name,
              booking_count: row.bookings,
              percentage_of_total: percentOf(row.bookings, row.all_bookings),
              trend: trendOf(row.bookings, row.bookings_before),
              revenue: showsMoney ? moneyFromPence(row.revenue_pence) : null,
            },
          ],
    ),
    metadata: {
      ...comparedBy(period),
      total_bookings: rows[0]?.all_bookings ?? 0,
      previous_bookings: rows[0]?.all_bookings_before ?? 0,
    },
  };
}
