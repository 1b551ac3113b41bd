import type { RefundReason } from '@burrow/contracts/refund';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { moneyFromPence, writtenMoney } from '../../lib/money.ts';
import { queueRefund } from './refund-queue.ts';
import {
  insertRefund,
  insertRefundOfRest,
  insertRefundsOfBookings,
  lockRefund,
  noteBegunAgain,
  refundToCarry,
} from './refund-repository.ts';
import { lockPayment, type LockedPayment } from './repository.ts';

/**
 * Gives back all that is left of a payment that came from the card provider, less what is on its way back already: a row
 * in `refunds`, and a job that carries it there. In the caller's transaction; nothing is asked of the provider.
 * @throws AppError `not_found`
 */
export async function refundProviderPayment(
  ctx: WorkContext,
  paymentId: number,
  reason: Exclude<RefundReason, 'asked'>,
): Promise<void> {
  await lockPayment(ctx, paymentId);
  const refundId = await insertRefundOfRest(ctx, paymentId, reason);
  if (refundId !== undefined) await queueRefund(ctx, refundId);
}

/**
 * Gives back the deposits that were paid by card for appointments which are being cancelled, and which the caller has
 * locked. Nothing happens without one. In the caller's transaction; nothing is asked of the provider.
 * @throws AppError `scope_missing`
 */
export async function refundDepositOf(ctx: WorkContext, bookingIds: readonly number[]): Promise<void> {
  if (bookingIds.length === 0) return;
  const refundIds = await insertRefundsOfBookings(ctx, bookingIds);
  if (refundIds.length === 0) return;
  needScope(ctx, 'payments:write');
  ctx.auditDetails({ deposit: 'refund' });
  await Promise.all(refundIds.map((refundId) => queueRefund(ctx, refundId)));
}

/**
 * Gives back a sum of a payment that came from the card provider and that the caller has locked.
 * @throws AppError `payments_unavailable` when no provider is set up, so that it could never be carried out
 */
export async function refundAsked(ctx: Ctx, { id }: LockedPayment, amountPence: number): Promise<void> {
  if (!ctx.deps.payments.isConfigured) {
    const message = 'Card payments aren’t set up, so cards can’t be refunded.';
    throw new AppError('payments_unavailable', { message });
  }
  await queueRefund(ctx, await insertRefund(ctx, { paymentId: id, amountPence, reason: 'asked' }));
}

/**
 * Tries a refund again that failed, or of which nobody knows whether it arrived. One that is under way or done stays as
 * it is.
 * @throws AppError `not_found`; `refund_too_large` when that much is no longer left of its payment
 */
export async function retryRefund(ctx: Ctx, refundId: number): Promise<void> {
  const asked = await refundToCarry(ctx, refundId);
  if (!asked) throw new AppError('not_found', { message: 'Refund not found.' });
  const payment = await lockPayment(ctx, asked.payment_id);
  const refund = await lockRefund(ctx, refundId);
  if (refund.status !== 'failed' && refund.status !== 'unknown') return;
  // What may have arrived counts as gone already, and asking for it again is asking for the same.
  if (refund.status === 'failed' && refund.amount_pence > payment.left_pence) {
    throw tooLarge(ctx, Math.max(0, payment.left_pence));
  }
  await noteBegunAgain(ctx, refundId);
  ctx.auditDetails({ booking_id: payment.booking_id, amount: moneyFromPence(refund.amount_pence) });
  await queueRefund(ctx, refundId);
}

/** More was to be given back than is left of a payment. */
export function tooLarge({ session }: Pick<Ctx, 'session'>, leftPence: number): AppError {
  const message =
    leftPence === 0
      ? 'This payment has been refunded in full.'
      : `Only ${writtenMoney(leftPence, session)} of this payment can be refunded. Enter that or less.`;
  return new AppError('refund_too_large', { message });
}
