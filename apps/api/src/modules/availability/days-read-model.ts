import { addDays } from '@burrow/contracts/calendar-day';
import type { BusyInterval } from '@burrow/contracts/clashes';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { BusinessHours, Holiday } from './availability.ts';
import { rotaColumn } from './rota-columns.ts';
import type { ResourceUse } from '@burrow/contracts/staffing';
import type { Rota } from './working-hours.ts';

/** The holidays of the practice `t`. */
export const holidaysColumn = `coalesce((select json_agg(json_build_object('name', h.name, 'start_date', h.start_date,
       'end_date', h.end_date, 'is_recurring', h.is_recurring) order by h.start_date, h.end_date, h.id)
     from holidays h where h.tenant_id = t.id), '[]') as holidays`;

/** The requested service, with everything that limits its times. */
export interface OfferedService {
  duration_minutes: number;
  price_pence: number;
  before_minutes: number;
  after_minutes: number;
  min_notice_hours: number;
  max_days_ahead: number | null;
  /** Who provides it, with their own duration and price; empty if everyone does. */
  staff: { user_id: number; duration_minutes: number | null; price_pence: number | null }[];
  /** For each need, the resources of which it takes one. */
  needs: { id: number; name: string; places: number }[][];
}

/**
 * SQL for the service `s` as {@link OfferedService} in JSON. Archived resources are excluded; a need with
 * archived ones only can't be met.
 */
export const serviceJson = `json_build_object('duration_minutes', s.duration_minutes, 'price_pence', s.base_price_pence,
       'before_minutes', s.before_minutes, 'after_minutes', s.after_minutes, 'min_notice_hours', s.min_notice_hours,
       'max_days_ahead', s.max_days_ahead,
       'staff', coalesce((
         select json_agg(json_build_object('user_id', w.user_id, 'duration_minutes', w.duration_minutes,
           'price_pence', w.price_pence)) from service_staff w where w.tenant_id = s.tenant_id and w.service_id = s.id), '[]'),
       'needs', coalesce((
         select json_agg(n.choice order by n.need) from (
           select r.need, coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'places', e.places) order by e.display_order, e.id)
             filter (where e.retired_at is null), '[]') as choice
           from service_resources r join resources e on e.tenant_id = r.tenant_id and e.id = r.resource_id
           where r.tenant_id = s.tenant_id and r.service_id = s.id group by r.need) n), '[]'))`;

/** The busy entries of the practice `t` from day $2 to day $3, including pending requests, but not the moving one $7. */
const takesRoom = `b.tenant_id = t.id and b.booking_date >= $2 and b.booking_date <= $3 and b.status <> 'cancelled'
     and ($7::bigint is null or b.id <> $7)`;

/** The times `h` of the practice `t`, from day $2 to day $3, that are held for pet owners; `now` is SQL. */
const heldTimes = (now: string): string =>
  `h.tenant_id = t.id and h.held_until > ${now} and h.booking_date >= $2 and h.booking_date <= $3
     and not (h.kind = 'payment' and h.client_id is not distinct from $6)
     and not (h.kind = 'offer' and h.id is not distinct from $8)`;

interface DaysRow {
  business_hours: BusinessHours;
  parallel_places: number;
  slot_minutes: number;
  grace_minutes: number;
  holidays: Holiday[];
  service: OfferedService | null;
  deposit_pence: number;
  rota: Rota;
  people: number[];
  /** Who provides a service, by its id; without those that everyone provides. */
  providers: Record<number, number[]>;
  /** Lists of numbers, which are the quickest to read: minutes after midnight of $2, and so on; 0 for none. */
  starts: number[];
  lengths: number[];
  befores: number[];
  afters: number[];
  staff: number[];
  services: number[];
  /** What the moving appointment uses, without archived ones. */
  moving_uses: OfferedService['needs'][number];
  uses: PracticeDays['uses'];
}

/** The start of an entry, in minutes after midnight of day $2; `row` is the SQL name of its row. */
const startOf = (row: string): string =>
  `(${row}.booking_date - $2::date) * 1440 + (extract(epoch from ${row}.booking_time) / 60)::int`;

const listOf = (column: string): string => `coalesce(array_to_json(array_agg(d.${column})), '[]')`;

// $4 the requested service, or null; $5 now; $6 the viewing pet owner: what they are paying for is free to them; $7 the
// appointment that moves, or null: it keeps its service, offered or not; $8 an offer that doesn't count; $9 whether the
// service may be one that is not offered online.
const practiceDays = statement<DaysRow>(
  'practice_days',
  `select t.business_hours, t.parallel_places, t.slot_minutes, t.grace_minutes,
     ${holidaysColumn},
     (select ${serviceJson} from services s
      where s.tenant_id = t.id and s.id = $4::bigint
        and ($7::bigint is not null or (s.online or $9) and s.retired_at is null)) as service,
     case when t.deposit_required then t.deposit_pence else 0 end as deposit_pence,
     ${rotaColumn('$2::date', '$3::date')},
     coalesce((select json_agg(u.id order by u.id) from users u
       where u.tenant_id = t.id and u.takes_bookings and u.disabled_at is null), '[]') as people,
     coalesce((select json_object_agg(w.service_id, w.staff) from (
       select p.service_id, json_agg(p.user_id) as staff from service_staff p where p.tenant_id = t.id
       group by p.service_id) w), '{}') as providers,
     case when $7::bigint is null then '[]'::json else coalesce((
       select json_agg(json_build_object('id', e.id, 'name', e.name, 'places', e.places))
       from booking_parts p join resources e on e.tenant_id = p.tenant_id and e.id = p.resource_id
       where p.tenant_id = t.id and p.booking_id = $7 and e.retired_at is null), '[]') end as moving_uses,
     busy.starts, busy.lengths, busy.befores, busy.afters, busy.staff, busy.services,
     case when $4::bigint is null and $7::bigint is null then '[]'::json else coalesce((
       select json_agg(json_build_object('resourceId', q.resource_id, 'places', e.places,
         'start', extract(epoch from q.starts - $2::date::timestamp) / 60,
         'end', extract(epoch from q.ends - $2::date::timestamp) / 60))
       from (
         select p.resource_id, lower(p.busy) as starts, upper(p.busy) as ends
         from bookings b join booking_parts p on p.tenant_id = b.tenant_id and p.booking_id = b.id
         where ${takesRoom} and p.resource_id is not null and p.live
         union all
         select u.resource_id, h.booking_date + h.booking_time - h.before_minutes * interval '1 minute',
           h.booking_date + h.booking_time + (h.duration_minutes + h.after_minutes) * interval '1 minute'
         from holds h cross join unnest(h.resource_ids) u (resource_id) where ${heldTimes('$5')}) q
       join resources e on e.tenant_id = t.id and e.id = q.resource_id), '[]') end as uses
   from tenants t cross join lateral (
     select ${listOf('start')} as starts, ${listOf('duration_minutes')} as lengths, ${listOf('before_minutes')} as befores,
            ${listOf('after_minutes')} as afters, ${listOf('staff_id')} as staff, ${listOf('service_id')} as services
     from (select ${startOf('b')} as start, b.duration_minutes, b.before_minutes, b.after_minutes,
                  coalesce(b.staff_id, 0) as staff_id, coalesce(b.service_id, 0) as service_id
           from bookings b where ${takesRoom}
           union all
           select ${startOf('h')}, h.duration_minutes, h.before_minutes, h.after_minutes, coalesce(h.staff_id, 0),
                  h.service_id
           from holds h where ${heldTimes('$5')}
           order by 1, 2) d) busy
   where t.id = $1`,
);

/** An entry of the diary, in minutes after midnight of {@link PracticeDays.origin}. */
export interface DayEntry extends BusyInterval {
  /** Minutes kept free before and after it. */
  before: number;
  after: number;
  staffId: number | null;
  /** Without a person, those who provide its service; null for everyone. */
  providers: readonly number[] | null;
}

/** The diary of a practice over some days, with everything that determines their free times. */
export interface PracticeDays {
  /** The day that `busy` counts from. */
  origin: string;
  /** The last day with entries. */
  last: string;
  hours: BusinessHours;
  places: number;
  slotMinutes: number;
  graceMinutes: number;
  holidays: Holiday[];
  /** The requested service; null when it is not offered to pet owners, or none is requested. */
  service: OfferedService | null;
  /** The deposit required with a request; 0 for none. */
  depositPence: number;
  rota: Rota;
  /** The ids of staff who take appointments. */
  people: number[];
  /** The requested person; null for anyone. */
  staffId: number | null;
  /** By their start, without the gap after each. */
  busy: DayEntry[];
  /** Of all resources, with how many appointments each has places for, if a service is requested. */
  uses: (ResourceUse & { places: number })[];
}

/** An appointment that moves. */
export interface MovingBooking {
  id: number;
  duration_minutes: number;
  before_minutes: number;
  after_minutes: number;
  price_pence: number;
}

/** The service of an appointment as it was booked: with its length, the same for everyone who provides it, and the rooms chosen for it. */
function serviceOfMoving({ service, moving_uses: uses }: DaysRow, moving: MovingBooking): OfferedService {
  const needs = service?.needs ?? [];
  const needed = new Set(needs.flat().map(({ id }) => id));
  const chosen = uses.filter(({ id }) => !needed.has(id)).map((one) => [one]);
  return {
    duration_minutes: moving.duration_minutes,
    price_pence: moving.price_pence,
    before_minutes: service?.before_minutes ?? moving.before_minutes,
    after_minutes: service?.after_minutes ?? moving.after_minutes,
    min_notice_hours: service?.min_notice_hours ?? 0,
    max_days_ahead: service?.max_days_ahead ?? null,
    staff: (service?.staff ?? []).map((one) => ({ ...one, duration_minutes: null })),
    needs: [...needs, ...chosen],
  };
}

/** An appointment of a whole day, with its gap, reaches from two days before. */
const daysBefore = 2;

/**
 * Reads everything that determines the times of the days from `first` to `last`, including entries that reach in from
 * adjacent days.
 * @param clientId the pet owner for whom it is read: their own payment in progress does not count as busy
 * @param withoutBookingId an appointment that would move: its own time counts as free
 * @param withoutOfferId an offer that is being accepted
 * @param unlisted whether the service may be one that is not offered online
 * @param moving the appointment for whose move it is read: its own time is free, and it keeps its service and length
 */
export async function readPracticeDays(
  { tx, tenantId, now }: Pick<WorkContext, 'tenantId' | 'now'> & { tx: Queryable },
  [first, last]: readonly [string, string],
  {
    serviceId,
    clientId,
    staffId = null,
    withoutBookingId = null,
    withoutOfferId = null,
    unlisted = false,
    moving = null,
  }: {
    serviceId: number | null;
    clientId: number | null;
    staffId?: number | null;
    withoutBookingId?: number | null;
    withoutOfferId?: number | null;
    unlisted?: boolean;
    moving?: MovingBooking | null;
  },
): Promise<PracticeDays> {
  const origin = addDays(first, -daysBefore);
  const lastRead = addDays(last, 1);
  const movingId = moving?.id ?? withoutBookingId;
  const values = [tenantId, origin, lastRead, serviceId, now, clientId, movingId, withoutOfferId, unlisted];
  const row = await tx.row(practiceDays, values);
  if (!row) throw new Error('The practice of this session was not found.');
  return {
    origin,
    last: lastRead,
    hours: row.business_hours,
    places: row.parallel_places,
    slotMinutes: row.slot_minutes,
    graceMinutes: row.grace_minutes,
    holidays: row.holidays,
    service: moving === null ? row.service : serviceOfMoving(row, moving),
    depositPence: row.deposit_pence,
    rota: row.rota,
    people: row.people,
    staffId,
    busy: row.starts.map((start, n) => ({
      start,
      end: start + (row.lengths[n] ?? 0),
      label: null,
      before: row.befores[n] ?? 0,
      after: row.afters[n] ?? 0,
      staffId: row.staff[n] || null,
      providers: row.providers[row.services[n] ?? 0] ?? null,
    })),
    uses: row.uses,
  };
}
