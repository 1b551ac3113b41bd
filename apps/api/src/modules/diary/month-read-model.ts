import type { ParsedInputOf } from '@burrow/contracts/actions';
import { monthBounds } from '@burrow/contracts/calendar-day';
import type { CalendarEntry } from '@burrow/contracts/diary';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';

interface MonthRow {
  staff_found: boolean;
  service_found: boolean;
  appointments: CalendarEntry[];
}

// $2 the first day, $3 the first of the next month, $4 staff or null, $5 service or null.
const calendarMonth = statement<MonthRow>(
  'calendar_month',
  `select
     $4::bigint is null or exists (select from users u where u.tenant_id = $1 and u.id = $4) as staff_found,
     $5::bigint is null or exists (select from services s where s.tenant_id = $1 and s.id = $5) as service_found,
     coalesce((select json_agg(x order by x.booking_date, x.booking_time, x.id) from (
       select b.id, b.booking_date, to_char(b.booking_time, 'HH24:MI') as booking_time, b.duration_minutes, b.status,
         b.is_provisional::int as is_provisional, b.staff_accepted::int as staff_accepted, b.stage,
         c.name as client_name, a.name as animal_name, sp.name as species, sv.name as service, u.name as staff_member
       from bookings b
       join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
       join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
       left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
       left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id
       left join users u on u.tenant_id = b.tenant_id and u.id = b.staff_id
       where b.tenant_id = $1 and b.booking_date >= $2 and b.booking_date < $3
         and ($4::bigint is null or b.staff_id = $4) and ($5::bigint is null or b.service_id = $5)) x), '[]') as appointments`,
);

/**
 * A month of appointments as a calendar shows them, of a staff member and for a service if given.
 * @throws AppError `not_found` for an unknown staff member or service
 */
export async function readMonth(
  { tx, tenantId }: Ctx,
  { year, month, staff_id: staffId, service_id: serviceId }: ParsedInputOf<'calendar_month'>,
): Promise<CalendarEntry[]> {
  const [first, next] = monthBounds(`${year}-${String(month).padStart(2, '0')}`);
  const row = await tx.row(calendarMonth, [tenantId, first, next, staffId ?? null, serviceId ?? null]);
  if (!row?.staff_found || !row.service_found) throw new AppError('not_found');
  return row.appointments;
}
