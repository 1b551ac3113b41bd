import type { RefundReason } from '@burrow/contracts/refund';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { moneyFromPence, writtenMoney } from '../../lib/money.ts';
import { isRefundOwed } from './read-model.ts';
import { limitRefunds } from './refund-limit.ts';
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
 * Refunds the remainder of a card payment, less refunds in progress: a row in `refunds`, and a job that sends it to the
 * provider. In the caller's transaction; no call to the provider.
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
 * Refunds the card deposits of appointments that are being cancelled, and which the caller has locked. No effect without
 * one. In the caller's transaction; no call to the provider.
 * @param keptPence what is kept of each appointment's deposit
 * @returns what is refunded of each appointment with a deposit
 * @throws AppError `scope_missing`, `step_up_required`
 */
export async function refundDepositOf(
  ctx: WorkContext,
  bookingIds: readonly number[],
  keptPence = 0,
): Promise<{ bookingId: number; amountPence: number }[]> {
  if (bookingIds.length === 0) return [];
  const refunds = await insertRefundsOfBookings(ctx, bookingIds, keptPence);
  if (refunds.length === 0) return [];
  needScope(ctx, 'payments:write');
  ctx.auditDetails({ deposit: 'refund' });
  await limitRefunds(ctx);
  await Promise.all(refunds.map(({ id }) => queueRefund(ctx, id)));
  return [...Map.groupBy(refunds, ({ bookingId }) => bookingId)].map(([bookingId, ofBooking]) => ({
    bookingId,
    amountPence: ofBooking.reduce((sum, { amountPence }) => sum + amountPence, 0),
  }));
}

/**
 * Refunds an amount of a card payment that the caller has locked.
 * @throws AppError `payments_unavailable` when no provider is set up, so that it could never be executed; `step_up_required`
 */
export async function refundAsked(ctx: Ctx, { id }: LockedPayment, amountPence: number): Promise<void> {
  if (!ctx.deps.payments.isConfigured) {
    const message = 'Card payments aren’t set up, so cards can’t be refunded.';
    throw new AppError('payments_unavailable', { message });
  }
  const refundId = await insertRefund(ctx, { paymentId: id, amountPence, reason: 'asked' });
  await limitRefunds(ctx);
  await queueRefund(ctx, refundId);
}

/**
 * Retries a refund that failed, or has an unknown outcome. One in progress or completed stays as it is.
 * @throws AppError `not_found`; `refund_too_large` when its payment has too little left, or a failed one was made another way;
 * `step_up_required`
 */
export async function retryRefund(ctx: Ctx, refundId: number): Promise<void> {
  const asked = await refundToCarry(ctx, refundId);
  if (!asked) throw new AppError('not_found', { message: 'Refund not found.' });
  const payment = await lockPayment(ctx, asked.payment_id);
  const refund = await lockRefund(ctx, refundId);
  if (refund.status !== 'failed' && refund.status !== 'unknown') return;
  // An unknown outcome counts as refunded already, and a retry requests the same refund.
  if (refund.status === 'failed') {
    if (refund.amount_pence > payment.left_pence) throw tooLarge(ctx, Math.max(0, payment.left_pence));
    if (!(await isRefundOwed(ctx, refundId))) {
      const message = 'This amount has been refunded another way. To refund more, make a new refund.';
      throw new AppError('refund_too_large', { message });
    }
  }
  await limitRefunds(ctx, refund.amount_pence);
  await noteBegunAgain(ctx, refundId);
  ctx.auditDetails({ booking_id: payment.booking_id, amount: moneyFromPence(refund.amount_pence) });
  await queueRefund(ctx, refundId);
}

/** The refund exceeds the remainder of the payment. */
export function tooLarge({ session }: Pick<Ctx, 'session'>, leftPence: number): AppError {
  const message =
    leftPence === 0
      ? 'This payment has been refunded in full.'
      : `Only ${writtenMoney(leftPence, session)} of this payment can be refunded. Enter that or less.`;
  return new AppError('refund_too_large', { message });
}
