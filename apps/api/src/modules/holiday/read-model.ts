import type { HolidayRecord } from '@burrow/contracts/holiday';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { holidayOn, unnamedHoliday } from '../availability/public.ts';
import type { HolidayColumns } from './repository.ts';

const holidaysByDay = statement<HolidayRecord>(
  'holidays_by_day',
  `select h.id, coalesce(h.name, '${unnamedHoliday}') as holiday_name, h.start_date, h.end_date,
          case when h.is_recurring then '1' else '0' end as is_recurring
   from holidays h where h.tenant_id = $1
   order by h.start_date, h.end_date, h.id`,
);

// $2 now, $3 the first day and $4 the last, or null for no end.
const upcomingByDay = statement<{ booking_date: string; bookings: number }>(
  'upcoming_bookings_by_day',
  `select b.booking_date, count(*) as bookings from bookings b
   where b.tenant_id = $1 and b.starts_at >= $2 and b.status <> 'cancelled'
     and b.booking_date >= $3 and ($4::date is null or b.booking_date <= $4)
   group by b.booking_date`,
);

/** The practice’s holidays, by first day. */
export const listHolidays = ({ tx, tenantId }: Ctx): Promise<HolidayRecord[]> =>
  tx.rows(holidaysByDay, [tenantId]);

/** How many upcoming appointments, without cancelled ones, fall on the days of a holiday. */
export async function upcomingBookingsOn(ctx: Ctx, holiday: HolidayColumns): Promise<number> {
  const { tx, tenantId, session, now } = ctx;
  const today = localMoment(now, session.timeZone).date;
  const from = holiday.is_recurring || holiday.start_date < today ? today : holiday.start_date;
  const until = holiday.is_recurring ? null : holiday.end_date;
  const days = await tx.rows(upcomingByDay, [tenantId, now, from, until]);
  return days
    .filter(({ booking_date: day }) => holidayOn(day, [holiday]))
    .reduce((sum, { bookings }) => sum + bookings, 0);
}
