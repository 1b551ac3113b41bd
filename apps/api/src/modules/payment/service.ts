import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PaymentMethod } from '@burrow/contracts/booking-status';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { toStripeUnits } from '../../lib/card-amounts.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { moneyFromPence, writtenMoney } from '../../lib/money.ts';
import { notify } from '../notification/public.ts';
import { limitRefunds } from './refund-limit.ts';
import { refundAsked, tooLarge } from './refund.ts';
import {
  insertLedgerRow,
  insertReversal,
  insertVoids,
  lockBookingMoney,
  lockPayment,
  type LockedPayment,
} from './repository.ts';

/**
 * Records a desk payment for an appointment that the caller has locked, and notifies colleagues. `amountPence` may be 0
 * when a deposit covered it all.
 * @returns the payment's id
 * @throws AppError `scope_missing`
 */
export async function recordPayment(
  ctx: Ctx,
  bookingId: number,
  method: PaymentMethod,
  amountPence: number,
): Promise<number> {
  needScope(ctx, 'payments:write');
  const [paymentId] = await Promise.all([
    insertLedgerRow(ctx, {
      booking_id: bookingId,
      kind: 'payment',
      method,
      amount_pence: amountPence,
      taken_by_user_id: ctx.session.userId,
    }),
    amountPence > 0 ? notify(ctx, { kind: 'payment', bookingId, amountPence }) : null,
  ]);
  return paymentId;
}

/**
 * Voids the remainder of every desk payment for an appointment, which the caller has locked.
 * @throws AppError `scope_missing`, `step_up_required`
 */
export async function voidStandingPayments(ctx: Ctx, bookingId: number): Promise<void> {
  needScope(ctx, 'payments:write');
  await insertVoids(ctx, bookingId);
  await limitRefunds(ctx);
}

/**
 * Records a payment of all or part of an appointment's balance due; its status stays.
 * @throws AppError `not_found`, `booking_closed`, `more_than_owed`, `invalid_input` for a zero amount
 */
export async function takePayment(
  ctx: Ctx,
  { booking_id: bookingId, method, amount }: ParsedInputOf<'payment_record'>,
): Promise<OutputOf<'payment_record'>> {
  checkAmount(amount);
  const booking = await lockBookingMoney(ctx, bookingId);
  if (booking.status === 'cancelled') {
    throw new AppError('booking_closed', {
      message: 'You can’t record a payment for a cancelled appointment.',
    });
  }
  const { due_pence: open } = booking;
  if (amount > open) throw moreThanOwed(ctx, open);
  const paymentId = await recordPayment(ctx, bookingId, method, amount);
  ctx.auditDetails({ booking_id: bookingId, method, amount: moneyFromPence(amount) });
  return { payment_id: paymentId, balance: moneyFromPence(open - amount) };
}

function checkAmount(pence: number): void {
  if (pence === 0) throw invalidField('amount', 'Enter an amount above 0.');
}

const moreThanOwed = ({ session }: Ctx, openPence: number): AppError => {
  const message =
    openPence === 0
      ? 'No balance is due for this appointment.'
      : `Only ${writtenMoney(openPence, session)} is due. Enter that or less.`;
  return new AppError('more_than_owed', { message, fields: { amount: message } });
};

/**
 * Voids a desk payment that was recorded by mistake.
 * @throws AppError `not_found`; `payment_settled` for a card payment, one that is voided already, or one with a refund; `step_up_required`
 */
export async function voidPayment(ctx: Ctx, paymentId: number): Promise<void> {
  const payment = await lockPayment(ctx, paymentId);
  if (!isMoneyIn(payment)) {
    throw new AppError('payment_settled', { message: 'Refunds and voids can’t be voided.' });
  }
  if (payment.provider !== null) throw new AppError('payment_settled');
  if (payment.is_touched) {
    const message =
      payment.left_pence > 0
        ? 'Part of this payment has been refunded. Refund the rest instead.'
        : 'This payment has already been voided or refunded.';
    throw new AppError('payment_settled', { message });
  }
  await insertReversal(ctx, payment, {
    kind: 'void',
    amount_pence: -payment.amount_pence,
    taken_by_user_id: ctx.session.userId,
  });
  await limitRefunds(ctx);
  ctx.auditDetails({ booking_id: payment.booking_id, amount: moneyFromPence(payment.amount_pence) });
}

const isMoneyIn = ({ kind }: LockedPayment): boolean => kind === 'payment' || kind === 'deposit';

/**
 * Refunds the remainder of a payment, or a part. A card payment is refunded through the provider, and in progress when
 * this answers; any other is refunded at the desk and only recorded here.
 * @throws AppError `not_found`, `refund_too_large`, `payments_unavailable`, `invalid_input`, `step_up_required`
 */
export async function giveBack(
  ctx: Ctx,
  input: ParsedInputOf<'payment_refund'>,
): Promise<OutputOf<'payment_refund'>> {
  if (input.amount !== undefined) checkAmount(input.amount);
  const payment = await lockPayment(ctx, input.payment_id);
  const left = Math.max(0, payment.left_pence);
  const amountPence = input.amount ?? left;
  if (amountPence > left || left === 0) throw tooLarge(ctx, left);
  // The provider can refund neither a fraction of such a currency's unit nor the remainder.
  if (payment.provider !== null && toStripeUnits(amountPence, payment.currency) === null) {
    throw invalidField('amount', `Refunds in ${payment.currency} must be whole amounts.`);
  }
  const goesToCard = payment.provider !== null && input.method === undefined;
  ctx.auditDetails({
    booking_id: payment.booking_id,
    amount: moneyFromPence(amountPence),
    ...(goesToCard ? {} : { method: input.method ?? payment.method }),
    ...(input.note === undefined ? {} : { note: input.note }),
  });
  if (goesToCard) {
    await refundAsked(ctx, payment, amountPence);
    return { payment_id: payment.id, status: 'pending' };
  }
  if (payment.provider !== null && !payment.was_refused) {
    throw invalidField('method', 'This was paid online by card, so it can only be refunded to that card.');
  }
  await insertReversal(ctx, payment, {
    kind: 'refund',
    method: input.method ?? payment.method,
    amount_pence: -amountPence,
    taken_by_user_id: ctx.session.userId,
  });
  await limitRefunds(ctx);
  return { payment_id: payment.id, status: 'done' };
}
