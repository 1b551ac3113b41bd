import { addDays, monthBounds, timeOf } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { unnamedHoliday } from './availability.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { readPracticeDays, type MovingBooking, type PracticeDays } from './days-read-model.ts';
import { isOffered, lastDayAhead, offersOf } from './portal-days.ts';

type Availability = OutputOf<'cp/booking_availability'>;

/** The practice whose days are shown, and to whom: to a pet owner, or to anyone (`clientId` null). */
type Viewing = Pick<Ctx, 'tenantId' | 'now'> & {
  tx: Queryable;
  session: Pick<Ctx['session'], 'timeZone' | 'clientId'>;
};

interface OwnMoving extends MovingBooking {
  service_id: number | null;
  staff_id: number | null;
}

const ownMovingBooking = statement<OwnMoving>(
  'own_moving_booking',
  `select b.id, b.service_id, b.staff_id, b.duration_minutes, b.before_minutes, b.after_minutes, b.price_pence
   from bookings b
   where b.tenant_id = $1 and b.id = $2 and b.client_id = $3 and b.status in ('pending', 'confirmed')`,
);

/** The caller's appointment that is to move. @throws AppError `not_found`, also for another client's */
async function movingBooking(ctx: Viewing, bookingId: number | undefined): Promise<OwnMoving | null> {
  if (bookingId === undefined) return null;
  const booking = await ctx.tx.row(ownMovingBooking, [ctx.tenantId, bookingId, ctx.session.clientId]);
  if (!booking) throw new AppError('not_found', { message: 'Appointment not found' });
  return booking;
}

/**
 * A month of days and times as pet owners see them; busy times without whose they are.
 * @throws AppError `not_found` for a service or a person that cannot be requested
 */
export async function portalAvailability(
  ctx: Viewing,
  input: ParsedInputOf<'cp/booking_availability'>,
): Promise<Availability> {
  const { now } = ctx;
  const { timeZone } = ctx.session;
  const today = localMoment(now, timeZone).date;
  const year = input.year ?? Number(today.slice(0, 4));
  const month = input.month ?? Number(today.slice(5, 7));
  const latest = lastDayAhead(today);
  const [first, next] = monthBounds(`${year}-${String(month).padStart(2, '0')}`);
  const moving = await movingBooking(ctx, input.booking_id);
  const days = await readPracticeDays(ctx, [first, addDays(next, -1)], {
    serviceId: moving ? moving.service_id : (input.service_id ?? null),
    staffId: input.staff_id ?? null,
    clientId: ctx.session.clientId,
    moving,
  });
  if (moving === null && input.service_id !== undefined && days.service === null) {
    throw new AppError('not_found', { message: 'This service isn’t available. Choose another.' });
  }
  const { staff_id: staffId } = input;
  if (staffId !== undefined && staffId !== moving?.staff_id && !isOffered(days, staffId))
    throw staffMissing();
  const offers = offersOf(days, { now, timeZone, today });
  const calendar: string[] = [];
  for (let date = days.origin; date < next; date = addDays(date, 1)) calendar.push(date);
  return {
    year,
    month,
    today,
    latest,
    days: calendar
      .filter((date) => date >= first)
      .map((date) => {
        const { times, ...day } = offers.day(date);
        return { ...day, times: times.map(({ time, free }) => ({ time, free })) };
      }),
    // Hide past days and those too far ahead.
    bookings: busyOn(days, calendar, (date) => date >= first && date >= today && date <= latest),
    holidays: days.holidays.map(({ name, is_recurring: isRecurring, start_date, end_date }) => ({
      holiday_name: name ?? unnamedHoliday,
      start_date,
      end_date,
      is_recurring: isRecurring ? '1' : '0',
    })),
  };
}

/** The error for a person who can't be requested, in words for pet owners. */
export const staffMissing = (): AppError => {
  const message = 'This person isn’t available. Choose another.';
  return new AppError('not_found', { message, fields: { staff_id: message } });
};

/** The entries that begin on the shown days of `calendar`, which counts from the origin. */
function busyOn(
  { busy }: PracticeDays,
  calendar: readonly string[],
  isShown: (date: string) => boolean,
): Availability['bookings'] {
  return busy.flatMap(({ start, end }) => {
    const date = calendar[Math.floor(start / 1440)];
    return date !== undefined && isShown(date)
      ? [{ date, time: timeOf(start % 1440), duration: end - start }]
      : [];
  });
}

/** A person who can be chosen for a service, with what they take for it. */
interface OfferedPerson {
  id: number;
  name: string;
  price_pence: number;
  duration_minutes: number;
}

// $2 the service. Without a rota, people are only offered for a service that says who provides it.
const offeredStaff = statement<{ offered: boolean; staff: OfferedPerson[] }>(
  'staff_offered_to_clients',
  `select s.id is not null as offered,
     coalesce((
       select json_agg(json_build_object('id', u.id, 'name', u.name,
         'price_pence', coalesce(own.price_pence, s.base_price_pence),
         'duration_minutes', coalesce(own.duration_minutes, s.duration_minutes)) order by u.name, u.id)
       from users u
       left join service_staff own on own.tenant_id = $1 and own.service_id = $2 and own.user_id = u.id
       where u.tenant_id = $1 and u.takes_bookings and u.disabled_at is null
         and case when exists (select from service_staff w where w.tenant_id = $1 and w.service_id = $2)
           then own.user_id is not null
           else exists (select from work_patterns p where p.tenant_id = $1)
             or exists (select from shifts d where d.tenant_id = $1) end), '[]') as staff
   from (select 1) one
   left join services s on s.tenant_id = $1 and s.id = $2 and s.online and s.retired_at is null`,
);

/**
 * The people a pet owner can choose for a service; none if the practice has no rota.
 * @throws AppError `not_found` for a service that cannot be requested
 */
export async function portalStaff(
  { tx, tenantId }: Pick<Viewing, 'tx' | 'tenantId'>,
  serviceId: number,
): Promise<OfferedPerson[]> {
  const row = await tx.row(offeredStaff, [tenantId, serviceId]);
  if (!row?.offered) {
    throw new AppError('not_found', { message: 'This service isn’t available. Choose another.' });
  }
  return row.staff;
}
