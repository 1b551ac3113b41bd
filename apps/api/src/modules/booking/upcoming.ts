import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { recordCancelled } from '../booking-terms/public.ts';
import { tellClients } from '../message/public.ts';
import { notifyCancelled } from '../notification/public.ts';
import { refundDepositOf } from '../payment/public.ts';

/** The owner of the appointments: a client or an animal. */
type BookingsOwner = { clientId: number } | { animalId: number };

type OwnerColumn = 'client_id' | 'animal_id';

// In a fixed order, so that two transactions that lock several do not deadlock.
const upcomingOf = (column: OwnerColumn): string =>
  `select b.id, b.is_provisional from bookings b
     where b.tenant_id = $1 and b.${column} = $2 and b.starts_at >= $3 and b.status in ('pending', 'confirmed')
     order by b.id for update`;

/** An appointment that was cancelled with its owner. */
interface Cancelled {
  id: number;
  /** Whether it was a request that the practice had not accepted. */
  was_request: boolean;
}

// One statement for each, because a plan for both would read all appointments of the practice.
const cancelUpcoming = (name: string, column: OwnerColumn): Statement<Cancelled> =>
  statement(
    name,
    `with upcoming as (${upcomingOf(column)}),
     cancelled as (
       update bookings b set status = 'cancelled', is_provisional = false, cancelled_by = 'practice', updated_at = $3
       from upcoming u where b.tenant_id = $1 and b.id = u.id
       returning b.id, b.starts_at, u.is_provisional as was_request)
     select id, was_request from cancelled order by starts_at, id`,
  );

const lockUpcoming = (name: string, column: OwnerColumn): Statement<{ id: number }> =>
  statement(name, upcomingOf(column));

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
 * Cancels the upcoming appointments of a client or an animal: pending or confirmed, and beginning now or later; declines
 * their requests, sends the notifications, and refunds their deposits that were paid by card. One that has begun stays
 * as it is, even if it began today.
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
    rows.map(({ id, was_request: wasRequest }) => ({ id, wasRequest, refundedPence: refundOf.get(id) ?? 0 })),
  );
  await notifyCancelled(ctx, cancelled);
  if (tellsClient) {
    const idsOf = (requests: boolean) =>
      rows.flatMap(({ id, was_request: wasRequest }) => (wasRequest === requests ? [id] : []));
    await tellClients(ctx, 'request_declined', idsOf(true));
    await tellClients(ctx, 'booking_cancellation', idsOf(false));
  }
  return cancelled;
}
