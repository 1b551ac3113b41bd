import type { OutputOf } from '../../../lib/api.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { PendingPayment, WantedAppointment } from './pending-payment.ts';

/** How often to check a payment that is not complete: every two seconds, for half a minute. */
const looks = 16;
export const betweenLooksMs = 2000;

type PaymentStatus = OutputOf<'cp/payment/status'>;

export interface PaymentCalls {
  status: (checkoutId: string) => Promise<PaymentStatus>;
  book: (wanted: WantedAppointment, paymentId: string) => Promise<unknown>;
  /** Waits until the next check. */
  pause: () => Promise<void>;
}

/** The result of a deposit payment. */
export type PaymentOutcome =
  | { kind: 'nothing-to-verify' }
  /** Paid, and the appointment is requested. */
  | { kind: 'booked'; checkoutId: string; amount: string }
  /** Paid, but the appointment it was for is unknown. */
  | { kind: 'paid-only'; checkoutId: string }
  /** Paid, but the time was taken, so the money is refunded. */
  | { kind: 'returned'; checkoutId: string; amount: string }
  | { kind: 'booking-failed'; paymentId: string | null }
  | { kind: 'failed'; checkoutId: string }
  | { kind: 'processing' }
  | { kind: 'unknown'; message: string };

type Look = { checkoutId: string; answer: PaymentStatus } | { error: unknown };

const isOver = ({ status, outcome }: PaymentStatus): boolean =>
  status !== 'PENDING' || outcome === 'returned';

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** The first checkout that has ended; otherwise the most certain result. */
async function look(checkoutIds: readonly string[], { status }: PaymentCalls): Promise<Look> {
  let best: Look = { error: null };
  for (const checkoutId of checkoutIds) {
    const found = await status(checkoutId).then(
      (answer): Look => ({ checkoutId, answer }),
      (error: unknown): Look => ({ error }),
    );
    if ('answer' in found && isOver(found.answer)) return found;
    if ('error' in best) best = found;
  }
  return best;
}

/** Requests the paid appointment. The server returns the same appointment however often it is requested. */
async function bookPaid(
  checkoutId: string,
  answer: PaymentStatus,
  wanted: WantedAppointment,
  calls: PaymentCalls,
): Promise<PaymentOutcome> {
  const amount = answer.deposit_amount;
  try {
    await calls.book(wanted, answer.payment_id ?? checkoutId);
    return { kind: 'booked', checkoutId, amount };
  } catch {
    // The server may have settled the payment in the meantime, so its response decides.
    const now = await calls.status(checkoutId).catch(() => answer);
    if (now.outcome === 'returned') return { kind: 'returned', checkoutId, amount };
    if (now.booking_id !== null) return { kind: 'booked', checkoutId, amount };
    return { kind: 'booking-failed', paymentId: answer.payment_id };
  }
}

async function outcomeOf(
  checkoutId: string,
  answer: PaymentStatus,
  wanted: WantedAppointment | null,
  calls: PaymentCalls,
): Promise<PaymentOutcome> {
  const amount = answer.deposit_amount;
  if (answer.outcome === 'returned') return { kind: 'returned', checkoutId, amount };
  if (answer.status === 'FAILED') return { kind: 'failed', checkoutId };
  if (wanted !== null) return bookPaid(checkoutId, answer, wanted, calls);
  return answer.booking_id === null
    ? { kind: 'paid-only', checkoutId }
    : { kind: 'booked', checkoutId, amount };
}

/**
 * Finds out the result of a payment after the return from the payment page. The stored payment is checked before the
 * one in the address.
 */
export async function verifyPayment(
  kept: PendingPayment | null,
  namedId: string | null,
  calls: PaymentCalls,
): Promise<PaymentOutcome> {
  const known = [kept?.checkoutId, namedId].filter((id): id is string => typeof id === 'string' && id !== '');
  const checkoutIds = [...new Set(known)];
  if (checkoutIds.length === 0) return { kind: 'nothing-to-verify' };
  for (let left = looks - 1; ; left -= 1) {
    const found = await look(checkoutIds, calls);
    if ('answer' in found && isOver(found.answer)) {
      const wanted = kept?.checkoutId === found.checkoutId ? kept.wanted : null;
      return outcomeOf(found.checkoutId, found.answer, wanted, calls);
    }
    if ('error' in found && (left === 0 || !isTemporary(found.error))) {
      return {
        kind: 'unknown',
        message: messageOf(found.error, 'Failed to verify payment. Please contact support.'),
      };
    }
    if (left === 0) return { kind: 'processing' };
    await calls.pause();
  }
}
