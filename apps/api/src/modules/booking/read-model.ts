import { monthBounds } from '@burrow/contracts/calendar-day';
import type { BookingRequestRow, BookingRow } from '@burrow/contracts/booking';
import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { presenceAt } from '../availability/public.ts';

/** A booking as the database returns it: the price in pence. */
export type BookingListRow = Omit<BookingRow, 'price'> & { price_pence: number };

/** The columns of an appointment in a list, and their joins; `b` is the booking. */
export const bookingListColumns = `b.id, b.booking_date, b.booking_time, b.duration_minutes, b.status,
    b.is_provisional::int as is_provisional, b.staff_accepted::int as staff_accepted, b.client_id, c.name as client_name, b.animal_id, a.name as animal_name,
    sp.name as species, a.breed, b.service_id, sv.name as service, sv.colour as service_color, b.staff_id,
    u.name as staff_member, b.notes, b.price_pence, b.paid_type, b.stage, b.arrived_at, b.seen_at, b.ready_at,
    b.left_at, b.cancel_reason`;

export const bookingListJoins = `from bookings b
  join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
  join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
  left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
  left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id
  left join users u on u.tenant_id = b.tenant_id and u.id = b.staff_id`;

export const soonestFirst = 'b.booking_date, b.booking_time, b.id';

const list = (name: string, where: string, order = soonestFirst): Statement<BookingListRow> =>
  statement(
    name,
    `select ${bookingListColumns} ${bookingListJoins} where b.tenant_id = $1 and ${where} order by ${order}`,
  );

const inMonth = 'b.booking_date >= $2 and b.booking_date < $3';
const newestFirst = 'b.booking_date desc, b.booking_time desc, b.id desc';

export const monthList = list('bookings_month', inMonth);
const monthByStaff = list('bookings_month_by_staff', `${inMonth} and b.staff_id = $4`);
const monthByService = list('bookings_month_by_service', `${inMonth} and b.service_id = $4`);
const monthByBoth = list('bookings_month_by_both', `${inMonth} and b.staff_id = $4 and b.service_id = $5`);
const dayList = list('bookings_day', "b.booking_date = $2 and b.status <> 'cancelled'");
/**
 * SQL for the staff who provide the service of a pending request `b`, are not absent at its time, and have no appointment or
 * held time then; those who work then are found by {@link freeStaffOf}. `now` is SQL.
 */
export const freeStaffColumn = (
  now: string,
): string => `case when b.status = 'pending' and b.is_provisional then coalesce((
     select json_agg(s.id order by s.id) from users s
     where s.tenant_id = b.tenant_id and s.takes_bookings and s.disabled_at is null and not exists (
       select from bookings o
       where o.tenant_id = b.tenant_id and o.staff_id = s.id and o.id <> b.id and o.status <> 'cancelled'
         and o.booking_date >= b.booking_date - 1 and o.booking_date <= b.booking_date + 1
         and o.during && b.during)
       and not exists (
         select from holds h
         where h.tenant_id = b.tenant_id and h.staff_id = s.id and h.held_until > ${now}
           and h.booking_date >= b.booking_date - 1 and h.booking_date <= b.booking_date + 1
           and tsrange(h.booking_date + h.booking_time,
                       h.booking_date + h.booking_time + h.duration_minutes * interval '1 minute') && b.during)
       and not exists (
         select from absences x
         where x.tenant_id = b.tenant_id and x.during && b.during
           and (x.user_id = s.id or x.user_id is null and x.resource_id is null))
       and (exists (select from service_staff p
                    where p.tenant_id = b.tenant_id and p.service_id = b.service_id and p.user_id = s.id)
         or not exists (select from service_staff p
                        where p.tenant_id = b.tenant_id and p.service_id = b.service_id))), '[]') else '[]' end as free_staff_ids`;

/** For each request, the staff of {@link freeStaffColumn} who work at its time. */
export async function freeStaffOf(
  ctx: Ctx,
  rows: readonly (BookingListRow & { free_staff_ids: number[] })[],
): Promise<number[][]> {
  const isPresent = await presenceAt(
    ctx,
    rows.filter(({ free_staff_ids: ids }) => ids.length > 0),
  );
  return rows.map((row) => row.free_staff_ids.filter((id) => isPresent(id, row)));
}

// $2 now.
const requestList = statement<BookingListRow & { paid_pence: number; free_staff_ids: number[] }>(
  'bookings_requests',
  `select ${bookingListColumns}, b.paid_pence, ${freeStaffColumn('$2::timestamptz')} ${bookingListJoins}
   where b.tenant_id = $1 and b.status = 'pending' and b.is_provisional
   order by ${soonestFirst}`,
);
const clientList = list('bookings_by_client', 'b.client_id = $2', newestFirst);
const animalList = list('bookings_by_animal', 'b.animal_id = $2', newestFirst);

const exists = (name: string, table: string): Statement<{ found: boolean }> =>
  statement(
    `${name}_exists`,
    `select exists (select 1 from ${table} x where x.tenant_id = $1 and x.id = $2) as found`,
  );

const staffExists = exists('staff', 'users');
const serviceExists = exists('service', 'services');
const clientExists = exists('client', 'clients');
const animalExists = exists('animal', 'animals');

/** A booking as the wire shows it in a list. */
export function toBookingRow({ price_pence: pence, ...row }: BookingListRow): BookingRow {
  return { ...row, price: moneyFromPence(pence) };
}

interface Month {
  year: number;
  month: number;
}

/**
 * A month of appointments, of one staff member and/or for one service when given.
 * @throws AppError `not_found` for an unknown staff member or service
 */
export async function bookingsOfMonth(
  ctx: Ctx,
  { year, month }: Month,
  { staffId, serviceId }: { staffId?: number; serviceId?: number } = {},
): Promise<BookingRow[]> {
  const values = [ctx.tenantId, ...monthBounds(`${year}-${String(month).padStart(2, '0')}`)];
  if (staffId !== undefined && serviceId !== undefined) {
    return found(
      ctx,
      monthByBoth,
      [...values, staffId, serviceId],
      [
        [staffExists, staffId],
        [serviceExists, serviceId],
      ],
    );
  }
  if (staffId !== undefined) return found(ctx, monthByStaff, [...values, staffId], [[staffExists, staffId]]);
  if (serviceId !== undefined)
    return found(ctx, monthByService, [...values, serviceId], [[serviceExists, serviceId]]);
  return found(ctx, monthList, values, []);
}

/** Today's appointments on the practice's clock, without cancelled ones. */
export const bookingsToday = (ctx: Ctx): Promise<BookingRow[]> =>
  found(ctx, dayList, [ctx.tenantId, localMoment(ctx.now, ctx.session.timeZone).date], []);

/** Pending requests of clients, soonest first. */
export async function bookingRequests(ctx: Ctx): Promise<BookingRequestRow[]> {
  const rows = await ctx.tx.rows(requestList, [ctx.tenantId, ctx.now]);
  const freeStaff = await freeStaffOf(ctx, rows);
  return rows.map(({ paid_pence: paid, free_staff_ids: _unchecked, ...row }, index) => ({
    ...toBookingRow(row),
    paid: moneyFromPence(paid),
    free_staff_ids: freeStaff[index] ?? [],
  }));
}

/** @throws AppError `not_found` for an unknown client */
export const bookingsOfClient = (ctx: Ctx, clientId: number): Promise<BookingRow[]> =>
  found(ctx, clientList, [ctx.tenantId, clientId], [[clientExists, clientId]]);

/** @throws AppError `not_found` for an unknown animal */
export const bookingsOfAnimal = (ctx: Ctx, animalId: number): Promise<BookingRow[]> =>
  found(ctx, animalList, [ctx.tenantId, animalId], [[animalExists, animalId]]);

/** Runs a list together with the checks that its filters exist: one round trip. */
async function found(
  { tx, tenantId }: Ctx,
  asked: Statement<BookingListRow>,
  values: unknown[],
  mustExist: [Statement<{ found: boolean }>, number][],
): Promise<BookingRow[]> {
  const [rows, ...checks] = await Promise.all([
    tx.rows(asked, values),
    ...mustExist.map(([check, id]) => tx.row(check, [tenantId, id])),
  ]);
  if (checks.some((check) => !check?.found)) throw new AppError('not_found');
  return rows.map(toBookingRow);
}
