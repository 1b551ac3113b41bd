import type { Dependencies, OutsideContext, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { writeAuditLine } from '../../db/audit-log.ts';
import { AppError } from '../../lib/app-error.ts';
import { ownClientId } from '../../lib/own-client.ts';
import type { Checkout } from '../../lib/ports/payments.ts';
import { awaitTurn, insertRequest, stillPossible, type AppointmentRequest } from '../booking/public.ts';
import { tellDepositReturned } from '../message/public.ts';
import { notifyOfDeposit } from '../notification/public.ts';
import { refundProviderPayment } from '../payment/public.ts';
import {
  endUnbegun,
  findOwn,
  insertPaidDeposit,
  lockDeposit,
  readDeposit,
  updateDeposit,
  type Deposit,
} from './repository.ts';

/** Which deposit is to be settled, and by what. */
export interface DepositToSettle {
  tenantId: number;
  depositId: number;
  requestId: string;
  /**
   * The checkout that the provider told of, for a deposit of which we do not know it yet: the provider may be quicker than
   * the answer to our own call.
   */
  reference?: string;
  /** Under which that checkout was made. A deposit with another key only happens to have the same number. */
  checkoutKey?: string;
}

export interface SettledDeposit {
  deposit: Deposit;
  /** Whether the last try to pay was refused, while it can still be paid. */
  isDeclined: boolean;
  /** Whether nothing more can come of it. */
  isFinal: boolean;
  /** Whether its checkout at the provider is for something else, so that a person has to look at it. */
  isMismatched: boolean;
}

/** What open screens read again when a deposit was settled. */
const action = 'cp/booking_create';

/**
 * The one step that turns a paid deposit into an appointment: asks the provider how its checkout stands, and books it,
 * or gives the money back when that cannot be. Webhook, return page and reconciliation all come here, at once or again:
 * it happens once.
 * @returns how the deposit stands now
 * @throws AppError `not_found`, PaymentsUnavailable
 */
export async function settleDeposit(deps: Dependencies, asked: DepositToSettle): Promise<SettledDeposit> {
  const { tenantId, depositId, requestId } = asked;
  const work = { tenantId, action, requestId } as const;
  const deposit = await inPractice(deps, work, ({ tx }) => readDeposit(tx, tenantId, depositId));
  const { checkoutKey } = asked;
  const isAnother = checkoutKey !== undefined && checkoutKey !== deposit?.checkout_key;
  if (!deposit || isAnother) throw new AppError('not_found');
  const answer = { deposit, isDeclined: false, isFinal: false, isMismatched: false };
  if (isSettled(deposit)) return { ...answer, isFinal: true };
  const reference = deposit.checkout_reference ?? asked.reference;
  // Nobody was ever told where to pay.
  if (reference === undefined) return endOverdue(deps, asked, deposit);
  const checkout = await deps.payments.checkout(reference);
  if (!checkout || !fits(checkout, tenantId, deposit)) {
    // Nothing is booked and nothing goes back by itself: somebody has to look at it.
    const message = checkout ? 'a checkout does not fit its deposit' : 'a checkout is not at the provider';
    deps.log.error({ tenant_id: tenantId, deposit_id: depositId }, message);
    return { ...answer, isMismatched: checkout !== null };
  }
  if (checkout.state === 'open' || checkout.state === 'declined') {
    return { ...answer, isDeclined: checkout.state === 'declined' };
  }
  const settled = await inPractice(deps, { ...work, clientId: deposit.client_id }, (ctx) =>
    writeDown(ctx, depositId, checkout),
  );
  return { ...answer, deposit: settled, isFinal: true };
}

const isSettled = ({ status }: Deposit): boolean => status === 'booked' || status === 'returned';

/** A deposit whose checkout was never begun, or whose beginning we did not hear of, ends when its time is over. */
async function endOverdue(
  deps: Dependencies,
  { tenantId, depositId, requestId }: DepositToSettle,
  deposit: Deposit,
): Promise<SettledDeposit> {
  const isOver = deposit.held_until <= deps.clock.now();
  if (deposit.status === 'open' && isOver) {
    await inPractice(deps, { tenantId, action, requestId }, ({ tx, now }) =>
      endUnbegun(tx, tenantId, depositId, now),
    );
  }
  return {
    deposit: isOver ? { ...deposit, status: 'ended' } : deposit,
    isDeclined: false,
    isFinal: isOver || deposit.status === 'ended',
    isMismatched: false,
  };
}

/** Whether a checkout is the one that was made for a deposit, for its sum. */
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

/** Writes down what became of a checkout that is paid or over. Whoever comes second finds it done. */
async function writeDown(ctx: WorkContext, depositId: number, checkout: Checkout): Promise<Deposit> {
  const { tx, tenantId, now } = ctx;
  // In this order everywhere: first the turn, then the row.
  const [, deposit] = await Promise.all([awaitTurn(ctx), lockDeposit(tx, tenantId, depositId)]);
  if (!deposit) throw new AppError('not_found');
  if (isSettled(deposit)) return deposit;
  const known = { checkout_reference: checkout.reference };
  if (checkout.state !== 'paid') {
    await updateDeposit(tx, tenantId, depositId, { ...known, status: 'ended' }, now);
    return { ...deposit, ...known, status: 'ended' };
  }
  const paymentReference = checkout.paymentReference;
  if (paymentReference === null) throw new Error('A paid checkout names no payment.');
  const request = await stillPossible(ctx, deposit);
  const outcome = request
    ? { status: 'booked' as const, booking_id: await book(ctx, deposit, request, paymentReference) }
    : { status: 'returned' as const, booking_id: null };
  const changes = { ...known, ...outcome, payment_reference: paymentReference };
  await updateDeposit(tx, tenantId, depositId, changes, now);
  if (outcome.status === 'returned') await giveBack(ctx, deposit, paymentReference);
  return { ...deposit, ...changes };
}

async function book(
  ctx: WorkContext,
  deposit: Deposit,
  request: AppointmentRequest,
  paymentReference: string,
): Promise<number> {
  const { tx, tenantId, now } = ctx;
  const bookingId = await insertRequest(ctx, request, deposit.amount_pence);
  await insertPaidDeposit(tx, tenantId, { deposit, bookingId, paymentReference }, now);
  await audit(ctx, deposit, { action: ctx.action, entity: 'booking', entityId: bookingId });
  return bookingId;
}

/** The time is gone, or the client or the pet is: what was paid in vain goes back, and its owner and the practice are told. */
async function giveBack(ctx: WorkContext, deposit: Deposit, paymentReference: string): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const paymentId = await insertPaidDeposit(
    tx,
    tenantId,
    { deposit, bookingId: null, paymentReference },
    now,
  );
  await refundProviderPayment(ctx, paymentId, 'not_booked');
  await tellDepositReturned(ctx, deposit.id);
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

/** What the runner writes for a command, here with the client who paid as the one who did it. */
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

/**
 * The caller's own deposit, by the reference of its checkout or of its payment, settled as far as it can be.
 * @throws AppError `not_found` for anybody else's, PaymentsUnavailable
 */
export async function settleOwn(ctx: OutsideContext, reference: string): Promise<SettledDeposit> {
  const { deps, session, requestId } = ctx;
  const tenantId = session.tenantId;
  if (tenantId === null) throw new Error('A pet owner belongs to a practice.');
  const depositId = await ctx.inPractice((tx) => findOwn(tx, tenantId, ownClientId(ctx), reference));
  if (depositId === undefined) throw new AppError('not_found', { message: 'Payment not found.' });
  return settleDeposit(deps, { tenantId, depositId, requestId });
}

/**
 * The appointment that was asked for with the caller's paid deposit.
 * @returns its id
 * @throws AppError `not_found`, `deposit_required` for one that is not paid, `slot_taken` for one that goes back,
 *   PaymentsUnavailable
 */
export async function bookedWithDeposit(ctx: OutsideContext, reference: string): Promise<number> {
  const { deposit } = await settleOwn(ctx, reference);
  if (deposit.booking_id !== null) return deposit.booking_id;
  if (deposit.status !== 'returned') throw new AppError('deposit_required');
  throw new AppError('slot_taken', {
    message: 'That appointment is no longer available. We’ve refunded your deposit to your card.',
  });
}
