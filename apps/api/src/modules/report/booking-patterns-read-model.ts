import { timeOf, weekdayOf } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { total } from './figures.ts';
import { bucketsOf, type PeriodClock, type ReportPeriod } from './period.ts';
import { periodContext, spannedBy } from './report-context.ts';
import { revenueOf } from './revenue-read-model.ts';

interface HourRow {
  /** 0 for Sunday. */
  weekday: number;
  hour: number;
  bookings: number;
}

/**
 * Bookings by the hour in which they begin. Counted by day and time first, in the order of the index, so that only a few
 * thousand pairs are mapped to weekdays and hours. The last day of 1899 was a Sunday.
 */
const bookingsByWeekdayAndHour = statement<HourRow>(
  'report_booking_patterns',
  `select (start.booking_date - date '1899-12-31') % 7 as weekday, extract(hour from start.booking_time)::int as hour,
     sum(start.bookings) as bookings
   from (
     select b.booking_date, b.booking_time, count(*) as bookings from bookings b
     where b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'
     group by b.booking_date, b.booking_time) start
   group by 1, 2`,
);

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Bookings of each weekday, in the order of the practice's week. */
export async function bookingPatterns(
  ctx: Ctx,
  input: ParsedInputOf<'reports/booking_patterns'>,
): Promise<OutputOf<'reports/booking_patterns'>> {
  const { period, clock, showsMoney } = await periodContext(ctx, input);
  const [hours, revenue] = await Promise.all([
    ctx.tx.rows(bookingsByWeekdayAndHour, [ctx.tenantId, period.from, period.to]),
    showsMoney ? revenueByWeekday(ctx, period, clock) : null,
  ]);
  const firstWeekday = clock.weekStartsOn === 'monday' ? 1 : 0;
  return {
    data: dayNames.map((_, index) => {
      const weekday = (firstWeekday + index) % 7;
      const ofDay = hours.filter((row) => row.weekday === weekday);
      const bookings = total(ofDay.map((row) => row.bookings));
      const pence = revenue?.[weekday] ?? 0;
      return {
        period: dayNames[weekday] as string,
        booking_count: bookings,
        average_revenue: revenue && bookings > 0 ? moneyFromPence(Math.round(pence / bookings)) : null,
        peak_hours: peakHours(ofDay),
      };
    }),
    metadata: {
      ...spannedBy(period),
      group_by: 'day_of_week',
      total_bookings: total(hours.map(({ bookings }) => bookings)),
    },
  };
}

/** Pence by weekday from Sunday on. */
async function revenueByWeekday(ctx: Ctx, period: ReportPeriod, clock: PeriodClock): Promise<number[]> {
  const { buckets: days } = bucketsOf(period, 'day', clock);
  const spans = days.map(({ taken }) => taken);
  const revenue = await revenueOf(ctx, spans);
  const byWeekday = dayNames.map(() => 0);
  for (const [index, { from }] of days.entries()) {
    const weekday = weekdayOf(from);
    byWeekday[weekday] = (byWeekday[weekday] ?? 0) + (revenue[index] ?? 0);
  }
  return byWeekday;
}

const maxPeakHours = 3;
const nearlyAsMany = 0.75;

/** The busiest hour of a weekday and those near it, as HH:MM in the order of the day; of equals the earlier. */
function peakHours(hours: readonly HourRow[]): string[] {
  const busiest = hours.toSorted((one, other) => other.bookings - one.bookings || one.hour - other.hour);
  const most = busiest[0]?.bookings ?? 0;
  return busiest
    .slice(0, maxPeakHours)
    .filter(({ bookings }) => bookings >= most * nearlyAsMany)
    .map(({ hour }) => timeOf(hour * 60))
    .toSorted();
}
