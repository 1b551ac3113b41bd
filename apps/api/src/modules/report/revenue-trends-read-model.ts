import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { growthPercent, total } from './figures.ts';
import { bucketsOf, type Bucket } from './period.ts';
import { mustShowMoney, periodContext, comparedBy } from './report-context.ts';
import { revenueOf } from './revenue-read-model.ts';

const bookingsOfParts = statement<{ bookings: number }>(
  'report_bookings_by_part',
  `select counted.bookings
   from unnest($2::date[], $3::date[], $4::time[], $5::time[]) with ordinality
     as part (first_day, last_day, begins, ends, number)
   cross join lateral (
     select count(*) as bookings from bookings b
     where b.tenant_id = $1 and b.booking_date >= part.first_day and b.booking_date <= part.last_day
       and b.booking_time >= part.begins and b.booking_time < part.ends and b.status <> 'cancelled') counted
   order by part.number`,
);

/** Revenue and bookings of the parts of a period, and the growth of the revenue over the equal period before. */
export async function revenueTrends(
  ctx: Ctx,
  input: ParsedInputOf<'reports/revenue_trends'>,
): Promise<OutputOf<'reports/revenue_trends'>> {
  const context = await periodContext(ctx, input);
  mustShowMoney(context);
  const { period, clock } = context;
  const { group, buckets } = bucketsOf(period, input.group_by, clock);
  const [pence, bookings] = await Promise.all([
    revenueOf(ctx, [period.previousTaken, ...buckets.map(({ taken }) => taken)]),
    bookingsOf(ctx, buckets),
  ]);
  const [previous = 0, ...revenue] = pence;
  return {
    data: buckets.map(({ key }, index) => ({
      date: key,
      revenue: moneyFromPence(revenue[index] ?? 0),
      bookings: bookings[index] ?? 0,
    })),
    metadata: {
      ...comparedBy(period),
      group_by: group,
      total_revenue: moneyFromPence(total(revenue)),
      total_bookings: total(bookings),
      previous_revenue: moneyFromPence(previous),
      growth_percent: growthPercent(total(revenue), previous),
    },
  };
}

async function bookingsOf({ tx, tenantId }: Ctx, parts: readonly Bucket[]): Promise<number[]> {
  const rows = await tx.rows(bookingsOfParts, [
    tenantId,
    parts.map(({ from }) => from),
    parts.map(({ to }) => to),
    parts.map(({ times }) => times.from),
    parts.map(({ times }) => times.until),
  ]);
  return rows.map(({ bookings }) => bookings);
}
