import type { WorkContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { subscriptionState } from '../../lib/subscription.ts';
import type { Session } from '../../lib/session.ts';
import {
  moveLimitsOf,
  readChangeFacts,
  wayToCancel,
  wayToMove,
  type ChangeFacts,
  type Way,
} from '../booking-terms/public.ts';
import { lockBooking, type LockedBooking } from '../booking/public.ts';

type OwnContext = Pick<WorkContext, 'tx' | 'tenantId' | 'now'> & { session: Session };

const notFound = (clientId: number | null): AppError =>
  new AppError('not_found', {
    message: clientId === null ? 'Appointment not found.' : 'Appointment not found',
  });

/** The caller's own appointment as it is now. @throws AppError `not_found`, also for another client's */
export async function readOwnBooking(ctx: OwnContext, bookingId: number): Promise<ChangeFacts> {
  const facts = await readChangeFacts(ctx, bookingId);
  const { clientId } = ctx.session;
  if (facts === undefined || facts.client_id !== clientId) throw notFound(clientId);
  return facts;
}

/** An appointment, locked against every other change until the transaction ends, and the facts about it since. */
export interface LockedForChange {
  booking: LockedBooking;
  facts: ChangeFacts;
}

/**
 * Locks an appointment and reads on what terms it can change.
 * @param clientId only of this client; null for any
 * @throws AppError `not_found`
 */
export async function lockForChange(
  ctx: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  bookingId: number,
  clientId: number | null,
): Promise<LockedForChange> {
  // One round trip; the second reads after the lock was taken.
  const [booking, facts] = await Promise.all([lockBooking(ctx, bookingId), readChangeFacts(ctx, bookingId)]);
  if (!booking || !facts || (clientId !== null && facts.client_id !== clientId)) throw notFound(clientId);
  return { booking, facts };
}

/** Whether and how the caller may cancel and move their appointment now. */
export function waysOf({ session, now }: OwnContext, facts: ChangeFacts): { cancel: Way; move: Way } {
  const offer = { mode: facts.mode, isOpen: subscriptionState(session, now) !== 'lapsed', at: now };
  return { cancel: wayToCancel(facts, offer), move: wayToMove(facts, moveLimitsOf(facts), offer) };
}
