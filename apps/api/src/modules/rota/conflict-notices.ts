import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { allConflicts } from './conflicts-read-model.ts';

const deleteNotices = statement(
  'delete_conflict_notices',
  'delete from conflict_notices where tenant_id = $1 and booking_id = any($2::bigint[])',
);

/** Withdraws messages about conflicts that are solved, and lets their clients be notified of a later one. */
export async function endNotices({ tx, tenantId }: Ctx, bookingIds: readonly number[]): Promise<void> {
  if (bookingIds.length > 0) await tx.rows(deleteNotices, [tenantId, bookingIds]);
}

// $2 now, $3 the only appointment; null for any.
const upcomingNotices = statement<{ booking_id: number }>(
  'upcoming_conflict_notices',
  `select n.booking_id from conflict_notices n
   join bookings b on b.tenant_id = n.tenant_id and b.id = n.booking_id
   where n.tenant_id = $1 and b.starts_at >= $2 and b.status <> 'cancelled' and ($3::bigint is null or n.booking_id = $3)`,
);

/**
 * Ends the notices of upcoming appointments that are no longer in conflict. Call it after a change, other than of the rota,
 * that can solve one; it looks for conflicts only where a client was notified.
 * @param bookingId the only appointment that the change can solve; all of them by default
 */
export async function endSolvedNotices(ctx: Ctx, bookingId: number | null = null): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const noticed = await tx.rows(upcomingNotices, [tenantId, now, bookingId]);
  if (noticed.length === 0) return;
  const conflicts = await allConflicts(ctx);
  await endNotices(
    ctx,
    noticed.map(({ booking_id: id }) => id).filter((id) => !conflicts.has(id)),
  );
}
