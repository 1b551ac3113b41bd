import type { Dependencies, OutsideContext, PublicContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { AppError } from '../../lib/app-error.ts';
import { ownClientId } from '../../lib/own-client.ts';
import type { Checkout, ProviderRefund } from '../../lib/ports/payments.ts';
import { isSettled, recordOutcome } from './outcome.ts';
import { endUnbegun, findOfBookingPage, findOwn, readDeposit, type Deposit } from './repository.ts';

/** The deposit to settle, and the source of the report. */
export interface DepositToSettle {
  tenantId: number;
  depositId: number;
  requestId: string;
  /**
   * The checkout in the provider's webhook, for a deposit whose checkout is still unknown: the webhook may be faster
   * than the answer to our own call.
   */
  reference?: string;
  /** The key of that checkout. A deposit with another key only happens to have the same number. */
  checkoutKey?: string;
}

export interface SettledDeposit {
  deposit: Deposit;
  /** Whether the last attempt to pay was declined, while it can still be paid. */
  isDeclined: boolean;
  /** Whether the outcome is final. */
  isFinal: boolean;
  /** Whether its checkout at the provider does not match, so that a person has to look at it. */
  isMismatched: boolean;
}

/** What open screens refetch after a deposit was settled. */
const action = 'cp/booking_create';

/**
 * The one step that turns a paid deposit into an appointment: reads its checkout from the provider, and books it, or
 * refunds the payment when that is impossible. Webhook, return page and scheduled check all call it, concurrently or
 * repeatedly: it takes effect once.
 * @returns the deposit's state
 * @throws AppError `not_found`, PaymentsUnavailable
 */
export async function settleDeposit(deps: Dependencies, asked: DepositToSettle): Promise<SettledDeposit> {
  const { tenantId, depositId, requestId } = asked;
  const work = { tenantId, action, requestId } as const;
  const deposit = await inPractice(deps, work, (ctx) => readDeposit(ctx, depositId));
  const { checkoutKey } = asked;
  const isAnother = checkoutKey !== undefined && checkoutKey !== deposit?.checkout_key;
  if (!deposit || isAnother) throw new AppError('not_found');
  const answer = { deposit, isDeclined: false, isFinal: false, isMismatched: false };
  if (isSettled(deposit)) return { ...answer, isFinal: true };
  const reference = deposit.checkout_reference ?? asked.reference;
  // No checkout address was ever returned.
  if (reference === undefined) return endOverdue(deps, asked, deposit);
  const checkout = await checkoutOf(deps, deposit, reference);
  if (!checkout || !fits(checkout, tenantId, deposit)) {
    // Nothing is booked or refunded automatically: a person has to look at it.
    const message = checkout
      ? 'a checkout does not match its deposit'
      : 'a checkout is unknown to the provider';
    deps.log.error({ tenant_id: tenantId, deposit_id: depositId }, message);
    return { ...answer, isMismatched: checkout !== null };
  }
  if (checkout.state === 'open' || checkout.state === 'declined') {
    return { ...answer, isDeclined: checkout.state === 'declined' };
  }
  const refunds = await refundsMadeThere(deps, checkout);
  const settled = await inPractice(deps, { ...work, clientId: deposit.client_id }, (ctx) =>
    recordOutcome(ctx, depositId, checkout, refunds),
  );
  return { ...answer, deposit: settled, isFinal: true };
}

/**
 * The checkout of a deposit, as the provider has it. That of an ended deposit, whose time is no longer held, is expired first, so that
 * it can't be paid; one that was paid a moment before stays paid.
 */
async function checkoutOf(
  { payments }: Dependencies,
  { status }: Deposit,
  reference: string,
): Promise<Checkout | null> {
  const checkout = await payments.checkout(reference);
  if (status !== 'ended' || (checkout?.state !== 'open' && checkout?.state !== 'declined')) return checkout;
  await payments.expireCheckout(reference);
  return payments.checkout(reference);
}

/** What was refunded of a payment. While the ledger does not have it, we request no refund: these were made at the provider. */
async function refundsMadeThere(
  { payments }: Dependencies,
  { paymentReference }: Checkout,
): Promise<ProviderRefund[]> {
  if (paymentReference === null) return [];
  const all = await payments.refundsOf(paymentReference);
  return all.filter(({ state }) => state !== 'failed');
}

/** A deposit whose checkout was never created, or whose creation was not recorded, ends when its time is over. */
async function endOverdue(
  deps: Dependencies,
  { tenantId, depositId, requestId }: DepositToSettle,
  deposit: Deposit,
): Promise<SettledDeposit> {
  const isOver = deposit.held_until <= deps.clock.now();
  if (deposit.status === 'open' && isOver) {
    await inPractice(deps, { tenantId, action, requestId }, (ctx) => endUnbegun(ctx, depositId));
  }
  return {
    deposit: isOver ? { ...deposit, status: 'ended' } : deposit,
    isDeclined: false,
    isFinal: isOver || deposit.status === 'ended',
    isMismatched: false,
  };
}

/** Whether a checkout is the one created for a deposit, with its amount. */
function fits({ metadata, amountPence, currency }: Checkout, tenantId: number, deposit: Deposit): boolean {
  return (
    metadata['kind'] === 'deposit' &&
    metadata['tenant_id'] === String(tenantId) &&
    metadata['deposit_id'] === String(deposit.id) &&
    metadata['checkout_key'] === deposit.checkout_key &&
    amountPence === deposit.amount_pence &&
    currency.toUpperCase() === deposit.currency.toUpperCase()
  );
}

/**
 * The caller's own deposit, by the reference of its checkout or of its payment, settled if possible.
 * @throws AppError `not_found` for another client's, PaymentsUnavailable
 */
export async function settleOwn(ctx: OutsideContext, reference: string): Promise<SettledDeposit> {
  const { deps, session, requestId } = ctx;
  const tenantId = session.tenantId;
  if (tenantId === null) throw new Error('This session has no practice.');
  const depositId = await ctx.inPractice((tx) =>
    findOwn({ tx, tenantId, now: ctx.now }, ownClientId(ctx), reference),
  );
  if (depositId === undefined) throw new AppError('not_found', { message: 'Payment not found.' });
  return settleDeposit(deps, { tenantId, depositId, requestId });
}

/**
 * A deposit whose payment was begun on the booking page, by the reference of its checkout, settled if possible. That
 * reference is the provider's and can't be guessed; who has it learns the outcome and nothing else.
 * @throws AppError `not_found`, PaymentsUnavailable
 */
export async function settleOfBookingPage(
  ctx: PublicContext,
  tenantId: number,
  reference: string,
): Promise<SettledDeposit> {
  const depositId = await ctx.inPractice(tenantId, (tx) => findOfBookingPage({ tx, tenantId }, reference));
  if (depositId === undefined) throw new AppError('not_found', { message: 'Payment not found.' });
  return settleDeposit(ctx.deps, { tenantId, depositId, requestId: ctx.requestId });
}

/**
 * The appointment of the caller's paid deposit.
 * @returns its id
 * @throws AppError `not_found`, `deposit_required` for an unpaid one, `slot_taken` for a refunded one,
 * PaymentsUnavailable
 */
export async function bookedWithDeposit(ctx: OutsideContext, reference: string): Promise<number> {
  const { deposit } = await settleOwn(ctx, reference);
  if (deposit.booking_id !== null) return deposit.booking_id;
  if (deposit.status !== 'returned') throw new AppError('deposit_required');
  throw new AppError('slot_taken', {
    message: 'That appointment is no longer available. We’ve refunded your deposit to your card.',
  });
}
