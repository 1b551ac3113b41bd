import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { addDays, clockOfDay } from '../../lib/clock.ts';
import type { Ctx } from '../../lib/context.ts';
import {
  busyInterval,
  holidayOn,
  startTimes,
  unnamedHoliday,
  weekdayOf,
  type BusinessHours,
  type Holiday,
} from './availability.ts';
import { heldTimes, holidaysColumn, takesRoom } from './days-read-model.ts';

/** What is in the way at a time that a pet owner has while they pay a deposit. */
const heldLabel = 'Held for payment';

/** The desk moves appointments more finely than the portal offers them. */
const deskStepMinutes = 15;

interface DayRow {
  business_hours: BusinessHours;
  parallel_places: number;
  holidays: Holiday[];
  staff_found: boolean;
  booking_found: boolean;
  busy: { booking_date: string; booking_time: string; duration_minutes: number; animal_name: string }[];
  held: { booking_date: string; booking_time: string; duration_minutes: number }[];
}

// $2 the day before, $3 the day, $4 staff or null, $5 the appointment being moved or null, $6 now. What is held for a
// payment takes a place of the practice and nobody's diary. An appointment of the day
// before may reach over midnight.
export const dayForDesk = statement<DayRow>(
  'day_for_desk',
  `select t.business_hours, t.parallel_places,
     ${holidaysColumn},
     $4::bigint is null or exists (select 1 from users u where u.tenant_id = t.id and u.id = $4) as staff_found,
     $5::bigint is null or exists (select 1 from bookings m where m.tenant_id = t.id and m.id = $5) as booking_found,
     coalesce((select json_agg(json_build_object('booking_date', b.booking_date, 'booking_time', b.booking_time,
                 'duration_minutes', b.duration_minutes, 'animal_name', a.name) order by b.booking_date, b.booking_time)
       from bookings b join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
       where ${takesRoom}
         and ($4::bigint is null or b.staff_id = $4) and ($5::bigint is null or b.id <> $5)), '[]') as busy,
     coalesce((select json_agg(json_build_object('booking_date', h.booking_date, 'booking_time', h.booking_time,
                 'duration_minutes', h.duration_minutes) order by h.booking_date, h.booking_time)
       from deposits h where ${heldTimes('$6')} and $4::bigint is null), '[]') as held
   from tenants t where t.id = $1`,
);

/**
 * A day's start times for the desk: of one member of staff, or of the practice with its parallel places.
 * @throws AppError `not_found` for a member of staff or an appointment that is not there
 */
export async function freeTimes(
  ctx: Ctx,
  input: ParsedInputOf<'bookings/free_times'>,
): Promise<OutputOf<'bookings/free_times'>> {
  const { tx, tenantId, session, now } = ctx;
  const { date, staff_id: staffId, booking_id: bookingId, duration_minutes: durationMinutes } = input;
  const day = await tx.row(dayForDesk, [
    tenantId,
    addDays(date, -1),
    date,
    staffId ?? null,
    bookingId ?? null,
    now,
  ]);
  if (!day?.staff_found || !day.booking_found) throw new AppError('not_found');
  const holiday = holidayOn(date, day.holidays);
  const instantAt = clockOfDay(date, session.timeZone);
  const times = startTimes({
    date,
    hours: day.business_hours,
    busy: [
      ...day.busy.map((booking) => busyInterval(booking, date, booking.animal_name)),
      ...day.held.map((held) => busyInterval(held, date, heldLabel)),
    ],
    minutes: durationMinutes,
    endsInside: true,
    stepMinutes: deskStepMinutes,
    places: staffId === undefined ? day.parallel_places : 1,
    isPossible: (time) => {
      const instant = instantAt(time);
      return instant !== null && instant > now;
    },
  });
  return {
    date,
    closed: (day.business_hours[weekdayOf(date)] ?? []).length === 0,
    holiday: holiday ? (holiday.name ?? unnamedHoliday) : null,
    times: times.map(({ time, free, busy_with }) => ({ time, free, busy_with })),
  };
}
