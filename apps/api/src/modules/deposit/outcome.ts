import type { WorkContext } from '../../context/context.ts';
import { writeAuditLine } from '../../db/audit-log.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Checkout, ProviderRefund } from '../../lib/ports/payments.ts';
import { lockDiary, insertRequest, stillPossible } from '../booking/public.ts';
import { tellDepositReturned } from '../message/public.ts';
import { notifyOfDeposit } from '../notification/public.ts';
import { bookOffer, endOfferByServer, lockOfferOfDeposit, type Offer } from '../offer/public.ts';
import { insertLedgerRow, recordProviderRefund, refundProviderPayment } from '../payment/public.ts';
import { lockDeposit, updateDeposit, type Deposit } from './repository.ts';

export const isSettled = ({ status }: Deposit): boolean => status === 'booked' || status === 'returned';

/**
 * Records the outcome of a checkout that is paid or expired: books what was paid for, or refunds it. A second call finds it
 * done.
 * @param refunds what was refunded of its payment at the provider
 * @throws AppError `not_found`
 */
export async function recordOutcome(
  ctx: WorkContext,
  depositId: number,
  checkout: Checkout,
  refunds: readonly ProviderRefund[],
): Promise<Deposit> {
  // Always in this order: first the diary's lock, then the row.
  const [, offer, deposit] = await Promise.all([
    lockDiary(ctx),
    lockOfferOfDeposit(ctx, depositId),
    lockDeposit(ctx, depositId),
  ]);
  if (!deposit) throw new AppError('not_found');
  if (isSettled(deposit)) return deposit;
  const known = { checkout_reference: checkout.reference };
  if (checkout.state !== 'paid') {
    await updateDeposit(ctx, depositId, { ...known, status: 'ended' });
    if (offer) await endOfferByServer(ctx, offer, 'lapsed', ctx.now);
    return { ...deposit, ...known, status: 'ended' };
  }
  const paymentReference = checkout.paymentReference;
  if (paymentReference === null) throw new Error('A paid checkout has no payment reference.');
  const payment = { paymentReference, refunds };
  const returnedPence = refunds.reduce((sum, { amountPence }) => sum + amountPence, 0);
  const isReturned = returnedPence >= deposit.amount_pence;
  const bookingId = isReturned ? null : await book(ctx, deposit, payment, offer);
  const changes = {
    ...known,
    status: bookingId === null ? ('returned' as const) : ('booked' as const),
    booking_id: bookingId,
    payment_reference: paymentReference,
  };
  await updateDeposit(ctx, depositId, changes);
  if (bookingId === null) {
    if (offer) await endOfferByServer(ctx, offer, 'withdrawn', ctx.now);
    await giveBack(ctx, deposit, payment);
    // The text says that the time was taken, and staff who refund at the provider have their own reason.
    if (!isReturned) await tellDepositReturned(ctx, depositId);
  }
  return { ...deposit, ...changes };
}

/** A payment at the provider, and what was refunded of it there. */
interface Payment {
  paymentReference: string;
  refunds: readonly ProviderRefund[];
}

/**
 * Records the payment in the ledger, for its appointment or for none, and its refunds.
 * @returns the payment's id
 */
async function recordDeposit(
  ctx: WorkContext,
  { id, amount_pence }: Deposit,
  bookingId: number | null,
  { paymentReference, refunds }: Payment,
): Promise<number> {
  const paymentId = await insertLedgerRow(ctx, {
    booking_id: bookingId,
    deposit_id: id,
    kind: 'deposit',
    method: 'Card',
    amount_pence,
    provider: 'stripe',
    provider_reference: paymentReference,
    taken_by_user_id: null,
  });
  for (const refund of refunds) await recordProviderRefund(ctx, refund);
  return paymentId;
}

/** Books what was paid for: a request, or an offer. @returns null if that is not possible any more */
async function book(
  ctx: WorkContext,
  deposit: Deposit,
  payment: Payment,
  offer: Offer | undefined,
): Promise<number | null> {
  const request = await stillPossible(ctx, deposit, { offerId: offer?.id ?? null });
  if (!request) return null;
  const pence = deposit.amount_pence;
  const bookingId = offer
    ? await bookOffer(ctx, offer, request, pence)
    : await insertRequest(ctx, request, pence);
  if (bookingId === null) return null;
  await recordDeposit(ctx, deposit, bookingId, payment);
  await audit(ctx, deposit, { action: ctx.action, entity: 'booking', entityId: bookingId });
  return bookingId;
}

/**
 * The time is taken, the client or the pet is archived, or the payment was refunded at the provider: refund the rest of it, and
 * notify the practice.
 */
async function giveBack(ctx: WorkContext, deposit: Deposit, payment: Payment): Promise<void> {
  const paymentId = await recordDeposit(ctx, deposit, null, payment);
  await refundProviderPayment(ctx, paymentId, 'not_booked');
  await notifyOfDeposit(ctx, {
    kind: 'deposit_returned',
    depositId: deposit.id,
    amountPence: deposit.amount_pence,
  });
  await audit(ctx, deposit, {
    action: 'cp/payment/create_checkout',
    entity: 'deposit',
    entityId: deposit.id,
  });
}

/** The audit entry that the runner writes for a command, here with the paying client as its author. */
const audit = (
  { tx, tenantId, now, requestId }: WorkContext,
  { id, client_id: clientId, amount_pence: pence }: Deposit,
  line: { action: string; entity: string; entityId: number },
): Promise<void> =>
  writeAuditLine(tx, {
    ...line,
    tenantId,
    at: now,
    userId: null,
    clientId,
    details: { deposit_id: id, paid_pence: pence },
    requestId,
  });
