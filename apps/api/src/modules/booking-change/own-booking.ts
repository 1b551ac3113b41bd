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
import { lockBooking } from '../booking/public.ts';

type OwnContext = Pick<WorkContext, 'tx' | 'tenantId' | 'now'> & { session: Session };

const notFound = (): AppError => new AppError('not_found', { message: 'Appointment not found' });

/** The caller's own appointment as it is now. @throws AppError `not_found`, also for another client's */
export async function readOwnBooking(ctx: OwnContext, bookingId: number): Promise<ChangeFacts> {
  const facts = await readChangeFacts(ctx, bookingId);
  if (facts === undefined || facts.client_id !== ctx.session.clientId) throw notFound();
  return facts;
}

/** The same, locked against every other change until the transaction ends. */
export async function lockOwnBooking(ctx: OwnContext, bookingId: number): Promise<ChangeFacts> {
  // One round trip; the second reads after the lock was taken.
  const [, facts] = await Promise.all([lockBooking(ctx, bookingId), readChangeFacts(ctx, bookingId)]);
  if (facts === undefined || facts.client_id !== ctx.session.clientId) throw notFound();
  return facts;
}

/** Whether and how the caller may cancel and move their appointment now. */
export function waysOf({ session, now }: OwnContext, facts: ChangeFacts): { cancel: Way; move: Way } {
  const offer = { mode: facts.mode, isOpen: subscriptionState(session, now) !== 'lapsed', at: now };
  return { cancel: wayToCancel(facts, offer), move: wayToMove(facts, moveLimitsOf(facts), offer) };
}
