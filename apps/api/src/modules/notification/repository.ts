import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

const markSeen = statement(
  'mark_notifications_seen',
  `insert into notification_reads as r (tenant_id, user_id, last_seen_id)
   select $1, $2, least($3::bigint, coalesce((
     select n.id from notifications n where n.tenant_id = $1 order by n.id desc limit 1), 0))
   on conflict (tenant_id, user_id) do update set last_seen_id = excluded.last_seen_id
   where excluded.last_seen_id > r.last_seen_id`,
);

/** Records that the caller has seen notifications up to `lastId`. Seen ones stay seen. */
export async function markNotificationsSeen({ tx, tenantId, session }: Ctx, lastId: number): Promise<void> {
  await tx.rows(markSeen, [tenantId, session.userId, lastId]);
}
