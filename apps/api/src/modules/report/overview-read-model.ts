import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { growthPercent } from './figures.ts';
import { instantsOf, type DaySpan } from './period.ts';
import { periodContext, comparedBy } from './report-context.ts';
import { revenueOf } from './revenue-read-model.ts';

interface CountsRow {
  bookings_today: number;
  bookings_this_month: number;
  bookings_period: number;
  bookings_before: number;
  upcoming: number;
  new_this_month: number;
  new_period: number;
  active_clients: number;
  active_animals: number;
}

/**
 * $2 and $3: the practice's local time. $4: the first of the month. $5 to $8: the days of the period, of that before.
 */
const overviewCounts = statement<CountsRow>(
  'report_overview',
  `select
     (select count(*) from bookings b
      where b.tenant_id = $1 and b.status <> 'cancelled' and b.booking_date = $2) as bookings_today,
     (select count(*) from bookings b
      where b.tenant_id = $1 and b.status <> 'cancelled' and b.booking_date >= $4 and b.booking_date <= $2)
       as bookings_this_month,
     (select count(*) from bookings b
      where b.tenant_id = $1 and b.status <> 'cancelled' and b.booking_date >= $5 and b.booking_date <= $6)
       as bookings_period,
     (select count(*) from bookings b
      where b.tenant_id = $1 and b.status <> 'cancelled' and b.booking_date >= $7 and b.booking_date <= $8)
       as bookings_before,
     (select count(*) from bookings b
      where b.tenant_id = $1 and b.status <> 'cancelled'
        and (b.booking_date, b.booking_time) > ($2::date, $3::time)) as upcoming,
     (select count(*) from clients c
      where c.tenant_id = $1 and c.first_booking_on >= $4 and c.first_booking_on <= $2) as new_this_month,
     (select count(*) from clients c
      where c.tenant_id = $1 and c.first_booking_on >= $5 and c.first_booking_on <= $6) as new_period,
     (select count(*) from clients c where c.tenant_id = $1 and c.archived_at is null) as active_clients,
     (select count(*) from animals a where a.tenant_id = $1 and a.active) as active_animals`,
);

/** The figures of today and this month beside those of a period and their growth. */
export async function dashboardOverview(
  ctx: Ctx,
  input: ParsedInputOf<'reports/dashboard_overview'>,
): Promise<OutputOf<'reports/dashboard_overview'>> {
  const context = await periodContext(ctx, input);
  const { period, today } = context;
  const month = { from: `${today.slice(0, 7)}-01`, to: today };
  const [counts, revenue] = await Promise.all([
    countsOf(ctx, context, month),
    context.showsMoney ? revenueFigures(ctx, context, month) : hiddenRevenue,
  ]);
  return {
    data: {
      ...revenue,
      revenue_period_label: period.label,
      bookings_today: counts.bookings_today,
      bookings_period: counts.bookings_period,
      bookings_this_month: counts.bookings_this_month,
      bookings_period_label: period.label,
      bookings_growth_percent: growthPercent(counts.bookings_period, counts.bookings_before),
      new_clients_this_month: counts.new_this_month,
      new_clients_period: counts.new_period,
      total_active_clients: counts.active_clients,
      total_active_animals: counts.active_animals,
      upcoming_appointments_count: counts.upcoming,
    },
    metadata: comparedBy(period),
  };
}

type Context = Awaited<ReturnType<typeof periodContext>>;

async function countsOf(ctx: Ctx, { period, clock }: Context, month: DaySpan): Promise<CountsRow> {
  const shown = localMoment(clock.now, clock.timeZone);
  const days = [month.from, period.from, period.to, period.previous.from, period.previous.to];
  const row = await ctx.tx.row(overviewCounts, [ctx.tenantId, shown.date, shown.time, ...days]);
  return row as CountsRow;
}

const hiddenRevenue = {
  revenue_today: null,
  revenue_period: null,
  revenue_this_month: null,
  revenue_growth_percent: null,
};

async function revenueFigures(ctx: Ctx, { period, clock, today }: Context, month: DaySpan) {
  const spans = [
    instantsOf({ from: today, to: today }, clock.timeZone),
    instantsOf(month, clock.timeZone),
    period.taken,
    period.previousTaken,
  ];
  const pence = await revenueOf(ctx, spans);
  const [ofToday, ofMonth, ofPeriod, before] = pence as [number, number, number, number];
  return {
    revenue_today: moneyFromPence(ofToday),
    revenue_period: moneyFromPence(ofPeriod),
    revenue_this_month: moneyFromPence(ofMonth),
    revenue_growth_percent: growthPercent(ofPeriod, before),
  };
}
