import { detailsOfBooking, joinedToBooking } from '../apps/api/src/modules/notification/service.ts';
import type { OwnerDb } from '../packages/dev/src/factory-insert.ts';

/** The desk's recent notifications: pending requests, cancellations and payments, in order. */
const lately = `
  with told as (
    select 'booking_request' as kind, b.id as booking_id, null::integer as amount_pence, null::bigint as actor,
           b.created_at as at
    from bookings b where b.tenant_id = $1 and b.is_provisional
    union all
    select 'booking_cancelled', b.id, null, $2, b.updated_at
    from bookings b
    where b.tenant_id = $1 and b.status = 'cancelled' and b.updated_at between $3::timestamptz - interval '12 days' and $3
    union all
    select 'payment', p.booking_id, p.amount_pence, p.taken_by_user_id, p.taken_at
    from payments p
    where p.tenant_id = $1 and p.kind = 'payment' and p.amount_pence > 0
      and p.taken_at between $3::timestamptz - interval '2 days' and $3)
  insert into notifications (tenant_id, kind, booking_id, details, actor_user_id, created_at)
  select $1, t.kind, t.booking_id,
         ${detailsOfBooking('t.amount_pence', 'u.name')},
         t.actor, t.at
  from told t
  join bookings b on b.tenant_id = $1 and b.id = t.booking_id
  ${joinedToBooking}
  left join users u on u.tenant_id = $1 and u.id = t.actor
  order by t.at, t.booking_id`;

/** Everyone has seen the notifications before the last two requests. */
const seen = `
  insert into notification_reads (tenant_id, user_id, last_seen_id, last_seen_at)
  select $1, u.id, n.id, n.created_at
  from users u, (
    select n.id, n.created_at from notifications n where n.tenant_id = $1 and n.id < (
      select min(r.id) from (
        select r.id from notifications r where r.tenant_id = $1 and r.kind = 'booking_request'
        order by r.id desc limit 2) r)
    order by n.id desc limit 1) n
  where u.tenant_id = $1`;

/** Adds the notifications of Willow Vets; call it after appointments and payments are written. */
export async function insertNotifications(
  db: OwnerDb,
  tenantId: number,
  deskId: number,
  now: Date,
): Promise<void> {
  await db.query({ text: lately, values: [tenantId, deskId, now] });
  await db.query({ text: seen, values: [tenantId] });
}
