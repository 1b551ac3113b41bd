import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { tellClients } from '../message/public.ts';
import { notifyCancelled } from '../notification/public.ts';
import { refundDepositOf } from '../payment/public.ts';

/** Whose appointments: a client's or an animal's. */
type BookingsOwner = { clientId: number } | { animalId: number };

// One for each, because a plan that serves both would read all appointments of the practice.
const cancelUpcoming = (name: string, column: 'client_id' | 'animal_id'): Statement<{ id: number }> =>
  statement(
    name,
    `with cancelled as (
       update bookings b set status = 'cancelled', is_provisional = false, updated_at = $3
       where b.tenant_id = $1 and b.${column} = $2 and b.starts_at >= $3 and b.status in ('pending', 'confirmed')
       returning b.id, b.starts_at)
     select id from cancelled order by starts_at, id`,
  );

// In one order, so that two who lock several wait for each other one way round.
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
 * Locks a client's or an animal's appointments that are still to come. To be called before the client or the animal is
 * locked: whoever changes a single appointment has it first, and its client after it.
 */
export async function lockUpcomingBookings(
  { tx, tenantId, now }: Pick<Ctx, 'tx' | 'tenantId' | 'now'>,
  owner: BookingsOwner,
): Promise<void> {
  if ('clientId' in owner) await tx.rows(lockOfClient, [tenantId, owner.clientId, now]);
  else await tx.rows(lockOfAnimal, [tenantId, owner.animalId, now]);
}

/**
 * Cancels a client's or an animal's appointments that are still to come: pending or confirmed, and beginning now or
 * later, tells of each, and gives back what was paid for them online by card. What has begun stays as it is, also when it
 * began today.
 * @param tellsClient whether their clients are told that they will not be
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
  await refundDepositOf(ctx, cancelled);
  await notifyCancelled(ctx, cancelled);
  if (tellsClient) await tellClients(ctx, 'booking_cancellation', cancelled);
  return cancelled;
}
