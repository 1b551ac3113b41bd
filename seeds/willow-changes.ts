import type { OwnerDb } from '../packages/dev/src/factory-insert.ts';

/** Who cancelled: of three, two clients and the practice. */
const cancelled = `
  update bookings b set cancelled_by = case when b.cancel_reason is null and b.id % 3 = 0 then 'practice' else 'client' end
  where b.tenant_id = $1 and b.status = 'cancelled'`;

/** The history of these, with notice of between an hour and nine days. */
const history = `
  insert into booking_changes (tenant_id, booking_id, kind, state, by_client, user_id, asked_at, answered_at,
    answered_by_user_id, starts_at, from_date, from_time, from_staff_id, kept_pence, refunded_pence)
  select b.tenant_id, b.id, d.kind, 'done', d.by_client, d.user_id, d.at, d.at, d.user_id, b.starts_at, b.booking_date,
    b.booking_time, b.staff_id, 0, coalesce((
      select -sum(p.amount_pence) from payments p
      where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.kind = 'refund'), 0)
  from bookings b cross join lateral (
    select case when b.cancel_reason is null then 'cancel' else 'no_show' end as kind,
      b.cancel_reason is null and b.cancelled_by = 'client' as by_client,
      case when b.cancel_reason is null and b.cancelled_by = 'client' then null else $2::bigint end as user_id,
      least(b.updated_at, case when b.cancel_reason is null
        then greatest(b.created_at, b.starts_at - (b.id % 9) * interval '1 day' - interval '1 hour')
        else b.updated_at end) as at) d
  where b.tenant_id = $1 and b.status = 'cancelled'`;

/** A client who asks to move the next day's first appointment by a week: later than they may without asking. */
const request = `
  insert into booking_changes (tenant_id, booking_id, kind, state, by_client, asked_at, starts_at, from_date, from_time,
    from_staff_id, to_date, to_time, to_staff_id, reason)
  select b.tenant_id, b.id, 'move', 'asked', true, $2::timestamptz - interval '12 minutes', b.starts_at, b.booking_date,
    b.booking_time, b.staff_id, b.booking_date + 7, b.booking_time, b.staff_id,
    'I have to be at work that morning. Would the same time next week do?'
  from bookings b
  where b.tenant_id = $1 and b.status = 'confirmed' and b.starts_at > $2::timestamptz + interval '4 hours'
    and b.source = 'portal' and b.stage is null
  order by b.starts_at, b.id limit 1`;

/** What became of Willow's appointments that were cancelled, and a request that waits for an answer. */
export async function insertChanges(
  db: OwnerDb,
  tenantId: number,
  deskUserId: number,
  now: Date,
): Promise<void> {
  await db.query({ text: cancelled, values: [tenantId] });
  await db.query({ text: history, values: [tenantId, deskUserId] });
  await db.query({ text: request, values: [tenantId, now] });
}
