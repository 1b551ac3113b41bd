import type { OutputOf } from '../../../lib/api.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { PendingPayment, WantedAppointment } from './pending-payment.ts';

/** How often to check a payment that is not complete: every two seconds, for half a minute. */
const looks = 16;
export const betweenLooksMs = 2000;

export type PaymentStatus = OutputOf<'cp/payment/status'>;

export interface PaymentCalls {
  status: (checkoutId: string) => Promise<PaymentStatus>;
  book: (wanted: WantedAppointment, paymentId: string) => Promise<unknown>;
  /** Waits until the next check. */
  pause: () => Promise<void>;
}

interface Watching<Answer> {
  status: () => Promise<Answer>;
  /** Waits until the next check. */
  pause: () => Promise<void>;
  /** The most checks. */
  looks: number;
}

/** Waits until the next check; rejects once `signal` is aborted because the person left the page. */
export const pauseWhileWanted = (signal: AbortSignal, ms: number) => async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  signal.throwIfAborted();
};

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

interface Look {
  checkoutId: string;
  answer: PaymentStatus;
}

/**
 * Checks until an answer is final. A check that fails for a reason that may pass is repeated.
 * @returns the last answer, which is not final if all checks are used up
 * @throws the last error
 */
async function watch<Answer>(
  { status, pause, looks: most }: Watching<Answer>,
  isFinal: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let left = most - 1; ; left -= 1) {
    try {
      const answer = await status();
      if (left === 0 || isFinal(answer)) return answer;
    } catch (error) {
      if (left === 0 || !isTemporary(error)) throw error;
    }
    await pause();
  }
}

type Seen = Pick<PaymentStatus, 'status' | 'outcome'>;

/**
 * Checks a payment until it has an outcome. A declined card is none: the same checkout can still be paid, so the checks
 * go on, and `status` can show it.
 * @returns the last answer, whose outcome is 'open' if all checks are used up
 * @throws the last error
 */
export const watchPayment = <Answer extends Seen>(watching: Watching<Answer>): Promise<Answer> =>
  watch(watching, ({ outcome }) => outcome !== 'open');

/** Whether the last card was declined, while the checkout can still be paid. */
export const isDeclined = ({ status, outcome }: Seen): boolean => outcome === 'open' && status === 'FAILED';

const isOver = ({ status, outcome }: PaymentStatus): boolean =>
  status !== 'PENDING' || outcome === 'returned';

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * The first checkout that has ended; otherwise the first with an answer.
 * @throws the last error if there is none
 */
async function look(checkoutIds: readonly string[], { status }: PaymentCalls): Promise<Look> {
  let best: Look | undefined;
  let failure: unknown;
  for (const checkoutId of checkoutIds) {
    try {
      const found = { checkoutId, answer: await status(checkoutId) };
      if (isOver(found.answer)) return found;
      best ??= found;
    } catch (error) {
      failure = error;
    }
  }
  if (best === undefined) throw failure;
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
  let found: Look;
  try {
    const status = () => look(checkoutIds, calls);
    found = await watch({ status, pause: calls.pause, looks }, ({ answer }) => isOver(answer));
  } catch (error) {
    return {
      kind: 'unknown',
      message: messageOf(error, 'Failed to verify payment. Please contact support.'),
    };
  }
  if (!isOver(found.answer)) return { kind: 'processing' };
  const wanted = kept?.checkoutId === found.checkoutId ? kept.wanted : null;
  return outcomeOf(found.checkoutId, found.answer, wanted, calls);
}
