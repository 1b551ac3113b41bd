import type { Ctx, Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { keptDays } from './service.ts';

// $3 is the id of a notification of the practice, or stands for the newest one up to it.
const markSeen = statement(
  'mark_notifications_seen',
  `insert into notification_reads as r (tenant_id, user_id, last_seen_id, last_seen_at)
   select $1, $2, n.id, n.created_at from notifications n
   where n.tenant_id = $1 and n.id = coalesce(
     (select s.id from notifications s where s.tenant_id = $1 and s.id = $3::bigint),
     (select l.id from notifications l where l.tenant_id = $1 and l.id < $3
      order by l.created_at desc, l.id desc limit 1))
   on conflict (tenant_id, user_id) do update
   set last_seen_id = excluded.last_seen_id, last_seen_at = excluded.last_seen_at
   where r.last_seen_at is null or (excluded.last_seen_at, excluded.last_seen_id) > (r.last_seen_at, r.last_seen_id)`,
);

/** Records that the caller has seen notifications up to `lastId`. Seen ones stay seen. */
export async function markNotificationsSeen({ tx, tenantId, session }: Ctx, lastId: number): Promise<void> {
  await tx.rows(markSeen, [tenantId, session.userId, lastId]);
}

const deleteOldNotifications = statement(
  'delete_old_notifications',
  `select delete_old_notifications($1::timestamptz - interval '${keptDays} days', $2) as deleted`,
);

/** How many are deleted at a time; the next call deletes more. */
const maxBatch = 10_000;

/** Deletes, for all practices, notifications that are no longer shown. Safe to run in several processes at once. */
export async function forgetOldNotifications({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.control.row(deleteOldNotifications, [clock.now(), maxBatch]);
}
