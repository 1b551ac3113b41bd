import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { insertRow, insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { Patient } from './willow-animals.ts';

interface Waitlist {
  tenantId: number;
  serviceIds: ReadonlyMap<string, number>;
  /** Animals whose owners use the portal. */
  patients: readonly Patient[];
  today: string;
  now: Date;
}

const everyDay = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Since when the waitlist of the demo has filled gaps. */
const gapsSince = "interval '150 days'";

// $2 now. Times that clients gave up.
const freedByClients = `
  insert into freed_times (tenant_id, cause, booking_id, service_id, staff_id, during, freed_at)
  select b.tenant_id, 'cancelled', b.id, b.service_id, b.staff_id, b.during, k.asked_at
  from bookings b join booking_changes k on k.tenant_id = b.tenant_id and k.booking_id = b.id and k.kind = 'cancel'
  where b.tenant_id = $1 and b.status = 'cancelled' and k.asked_at > $2::timestamptz - ${gapsSince}
    and k.asked_at < b.starts_at - interval '2 hours'
  order by k.asked_at, b.id`;

// $2 now. Appointments made at short notice: times that others had moved away from, offered and taken within the hour.
const filledGaps = `
  with filled as (
    select b.*, row_number() over (order by b.created_at, b.id) as n
    from bookings b join services s on s.tenant_id = b.tenant_id and s.id = b.service_id and s.online
    where b.tenant_id = $1 and b.status in ('completed', 'confirmed') and b.staff_id is not null and b.id % 9 = 0
      and b.created_at > $2::timestamptz - ${gapsSince} and b.created_at > b.starts_at - interval '5 days'),
  came_free as (
    insert into freed_times (tenant_id, cause, service_id, staff_id, during, freed_at)
    select f.tenant_id, 'moved', f.service_id, f.staff_id, f.during, f.created_at - interval '20 minutes'
    from filled f order by f.n
    returning id, staff_id, during),
  wanted as (
    insert into wants (tenant_id, client_id, animal_id, service_id, weekdays, from_date, until_date, state, source, booking_id,
      created_at, updated_at)
    select f.tenant_id, f.client_id, f.animal_id, f.service_id, '{sun,mon,tue,wed,thu,fri,sat}',
      (f.created_at - interval '4 days')::date, f.booking_date + 14, 'booked',
      case when f.source = 'portal' then 'portal' else 'staff' end, f.id, f.created_at - interval '4 days', f.created_at
    from filled f order by f.n
    returning id, booking_id)
  insert into offers (tenant_id, want_id, client_id, animal_id, service_id, staff_id, booking_date, booking_time,
    duration_minutes, starts_at, price_pence, state, held_until, freed_time_id, booking_id, ended_at, created_at, updated_at)
  select f.tenant_id, w.id, f.client_id, f.animal_id, f.service_id, f.staff_id, f.booking_date, f.booking_time,
    f.duration_minutes, f.starts_at, f.price_pence, 'taken', f.created_at + interval '40 minutes', c.id, f.id, f.created_at,
    f.created_at - interval '18 minutes', f.created_at
  from filled f
  join wanted w on w.booking_id = f.id
  join came_free c on c.staff_id = f.staff_id and c.during = f.during
  order by f.n`;

// $2 now. Of the times that clients gave up, every second was offered to one who let the offer lapse and came another day.
const lapsedOffers = `
  with missed as (
    select distinct on (t.id) t.id as freed_time_id, t.freed_at, t.during, t.staff_id, b.booking_date, b.booking_time,
      b.duration_minutes, b.starts_at, b.price_pence, b.service_id, n.animal_id, n.client_id
    from freed_times t
    join bookings b on b.tenant_id = t.tenant_id and b.id = t.booking_id
    join bookings n on n.tenant_id = t.tenant_id and n.service_id = b.service_id and n.status = 'completed'
      and n.created_at > t.freed_at + interval '1 day' and n.client_id <> b.client_id
    where t.tenant_id = $1 and t.cause = 'cancelled' and t.booking_id % 2 = 0 and t.freed_at < $2::timestamptz - interval '2 days'
    order by t.id, n.created_at, n.id),
  wanted as (
    insert into wants (tenant_id, client_id, animal_id, service_id, weekdays, from_date, until_date, state, source,
      created_at, updated_at)
    select $1, m.client_id, m.animal_id, m.service_id, '{sun,mon,tue,wed,thu,fri,sat}', m.freed_at::date - 3,
      m.booking_date, 'ended', 'portal', m.freed_at - interval '3 days', m.freed_at + interval '1 day'
    from missed m order by m.freed_time_id
    returning id, animal_id, created_at)
  insert into offers (tenant_id, want_id, client_id, animal_id, service_id, staff_id, booking_date, booking_time,
    duration_minutes, starts_at, price_pence, state, held_until, freed_time_id, ended_at, created_at, updated_at)
  select $1, w.id, m.client_id, m.animal_id, m.service_id, m.staff_id, m.booking_date, m.booking_time, m.duration_minutes,
    m.starts_at, m.price_pence, 'lapsed', m.freed_at + interval '1 hour', m.freed_time_id, m.freed_at + interval '1 hour',
    m.freed_at + interval '2 minutes', m.freed_at + interval '1 hour'
  from missed m
  join wanted w on w.animal_id = m.animal_id and w.created_at = m.freed_at - interval '3 days'
  order by m.freed_time_id`;

/** The gaps that the waitlist filled in the last months, and the offers that lapsed. */
async function insertFilledGaps(db: OwnerDb, tenantId: number, now: Date): Promise<void> {
  for (const text of [freedByClients, filledGaps, lapsedOffers])
    await db.query({ text, values: [tenantId, now] });
}

/** Two clients wait for a time: one who joined in the portal, and one whom the desk added. Others got one that came free. */
export async function insertWaitlist(
  db: OwnerDb,
  { tenantId, serviceIds, patients, today, now }: Waitlist,
): Promise<void> {
  const alive = patients.filter(({ row }) => row.active);
  const wants = [
    {
      patient: alive[3],
      service: 'Dental scale and polish',
      weekdays: everyDay,
      from_time: null,
      days: 3,
      note: 'Any day, the sooner the better',
      source: 'portal',
    },
    {
      patient: alive[7],
      service: 'Booster vaccination',
      weekdays: ['mon', 'wed', 'fri'],
      from_time: '15:00',
      days: 1,
      note: 'Works shifts: ring if a text gets no answer',
      source: 'staff',
    },
  ] as const;
  await insertRows(
    db,
    'wants',
    wants.flatMap(({ patient, service, days, ...want }) => {
      const service_id = serviceIds.get(service);
      if (!patient || service_id === undefined) return [];
      const at = new Date(now.getTime() - days * 86_400_000);
      return {
        ...want,
        weekdays: [...want.weekdays],
        tenant_id: tenantId,
        client_id: patient.row.client_id,
        animal_id: patient.row.id,
        service_id,
        from_date: today,
        until_date: addDays(today, 30),
        created_at: at,
        updated_at: at,
      };
    }),
  );
  await insertFilledGaps(db, tenantId, now);
  await insertRow(db, 'waitlist_looks', { tenant_id: tenantId });
}
