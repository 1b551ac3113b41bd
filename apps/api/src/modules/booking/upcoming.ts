import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { recordCancelled } from '../booking-terms/public.ts';
import { tellClients } from '../message/public.ts';
import { notifyCancelled } from '../notification/public.ts';
import { refundDepositOf } from '../payment/public.ts';

/** The owner of the appointments: a client or an animal. */
type BookingsOwner = { clientId: number } | { animalId: number };

// One statement for each, because a plan for both would read all appointments of the practice.
const cancelUpcoming = (name: string, column: 'client_id' | 'animal_id'): Statement<{ id: number }> =>
  statement(
    name,
    `with cancelled as (
       update bookings b set status = 'cancelled', is_provisional = false, cancelled_by = 'practice', updated_at = $3
       where b.tenant_id = $1 and b.${column} = $2 and b.starts_at >= $3 and b.status in ('pending', 'confirmed')
       returning b.id, b.starts_at)
     select id from cancelled order by starts_at, id`,
  );

// In a fixed order, so that two transactions that lock several do not deadlock.
const lockUpcoming = (name: string, column: 'client_id' | 'animal_id'): Statement<{ id: number }> =>
  statement(
    name,
    `select b.id from bookings b
     where b.tenant_id = $1 and b.${column} = $2 and b.starts_at >= $3 and b.status in ('pending', 'confirmed')
     order by b.id for update`,
  );

const lockOfClient = lockUpcoming('lock_upcoming_of_client', 'client_id');
const lockOfAnimal = lockUpcoming('lock_upcoming_of_animal', 'animal_id');
const cancelOfClient = cancelUpcoming('cancel_upcoming_of_client', 'client_id');
const cancelOfAnimal = cancelUpcoming('cancel_upcoming_of_animal', 'animal_id');

/**
 * Locks the upcoming appointments of a client or an animal. Call it before the client or the animal is locked: a change
 * of a single appointment locks the appointment first, and its client after it.
 */
export async function lockUpcomingBookings(
  { tx, tenantId, now }: Pick<Ctx, 'tx' | 'tenantId' | 'now'>,
  owner: BookingsOwner,
): Promise<void> {
  if ('clientId' in owner) await tx.rows(lockOfClient, [tenantId, owner.clientId, now]);
  else await tx.rows(lockOfAnimal, [tenantId, owner.animalId, now]);
}

/**
 * Cancels the upcoming appointments of a client or an animal: pending or confirmed, and beginning now or later; sends
 * the notifications, and refunds their deposits that were paid by card. One that has begun stays as it is, even if it
 * began today.
 * @param tellsClient whether their clients are notified
 * @returns the ids of the cancelled ones, soonest first; empty when there are none
 * @throws AppError `scope_missing`
 */
export async function cancelUpcomingBookings(
  ctx: Ctx,
  owner: BookingsOwner,
  { tellsClient }: { tellsClient: boolean },
): Promise<number[]> {
  needScope(ctx, 'appointments:write');
  const { tx, tenantId, now } = ctx;
  const rows =
    'clientId' in owner
      ? await tx.rows(cancelOfClient, [tenantId, owner.clientId, now])
      : await tx.rows(cancelOfAnimal, [tenantId, owner.animalId, now]);
  const cancelled = rows.map(({ id }) => id);
  const refunds = await refundDepositOf(ctx, cancelled);
  const refundOf = new Map(refunds.map(({ bookingId, amountPence }) => [bookingId, amountPence]));
  recordCancelled(
    ctx,
    cancelled.map((id) => ({ id, refundedPence: refundOf.get(id) ?? 0 })),
  );
  await notifyCancelled(ctx, cancelled);
  if (tellsClient) await tellClients(ctx, 'booking_cancellation', cancelled);
  return cancelled;
}
