import { inPractice } from '../../db/in-practice.ts';
import { liveChannel } from '../../db/live-updates.ts';
import { statement } from '../../db/statement.ts';
import { PaymentsUnavailable, type ProviderRefund } from '../../integrations/payments/payments.ts';
import type { Dependencies, WorkContext } from '../../lib/context.ts';
import { notify, notifyOfDeposit } from '../notification/service.ts';
import { queueRefund } from './refund-queue.ts';
import {
  lockRefund,
  noteDone,
  noteFailed,
  noteUnderWay,
  refundToCarry,
  type RefundRow,
  type RefundToCarry,
} from './refund-repository.ts';
import { insertLedgerRow, ledgerRowOf, lockPayment, type LockedPayment } from './repository.ts';

interface RefundName {
  tenantId: number;
  refundId: number;
}

const notReached = 'The card provider could not be reached.';

/** What came of asking the provider. */
type Outcome =
  | { state: 'pending' | 'done'; reference: string }
  /** It was refused, by an answer and not by silence. */
  | { state: 'failed'; reason: string };

/**
 * Carries a refund to the card provider, or asks how it went, and writes down what it says: done is a row in the ledger,
 * a refusal is told to the practice, and what the provider is still busy with is looked at again later. One that was done
 * and that the bank has sent back since is voided in the ledger, and has failed. Doing it again, or twice at once, changes
 * nothing more: the provider takes the same key for the same refund, and the row is locked while the outcome is written.
 * @throws PaymentsUnavailable when nothing is known of the outcome, so that it is tried again
 */
export async function settleRefund(deps: Dependencies, name: RefundName): Promise<void> {
  const refund = await inWork(deps, name, (ctx) => refundToCarry(ctx, name.refundId));
  if (!refund) return;
  const outcome = await askProvider(deps, name, refund);
  if (outcome) await inWork(deps, name, (ctx) => writeOutcome(ctx, refund, outcome));
}

/**
 * Ends a refund of which nothing could be learned in many tries as failed, and tells the practice. Trying it again asks
 * for the same refund: the provider may have done it all the same.
 */
export async function giveUpRefund(deps: Dependencies, name: RefundName): Promise<void> {
  await inWork(deps, name, async (ctx) => {
    const refund = await refundToCarry(ctx, name.refundId);
    if (!refund) return;
    const payment = await lockPayment(ctx, refund.payment_id);
    const locked = await lockRefund(ctx, refund.id);
    if (locked.status !== 'pending') return;
    await noteFailed(ctx, refund.id, { reason: notReached, isRefused: false });
    await tellOfFailure(ctx, payment, locked);
  });
}

const inWork = <T>(
  deps: Dependencies,
  { tenantId, refundId }: RefundName,
  work: (ctx: WorkContext) => Promise<T>,
): Promise<T> =>
  inPractice(deps, { tenantId, action: 'payment_refund', requestId: `refund-${tenantId}-${refundId}` }, work);

/**
 * How long the provider surely knows a key again. After that a try whose answer was lost is looked for instead, before
 * there is another one.
 */
const keyRememberedMs = 12 * 60 * 60_000;

/** @returns null when there is nothing to learn: a refund that has failed is never begun by itself */
async function askProvider(
  { payments, clock }: Dependencies,
  { tenantId }: RefundName,
  refund: RefundToCarry,
): Promise<Outcome | null> {
  const { id, attempt, payment_reference: paymentReference, provider_reference: reference } = refund;
  if (reference !== null) {
    const known = await payments.refundNamed(reference);
    if (!known) throw new Error(`The card provider knows no refund ${reference}.`);
    return outcomeOf(known);
  }
  if (paymentReference === null) throw new Error(`The payment of refund ${id} has no name at the provider.`);
  const metadata = {
    kind: 'refund',
    tenant_id: String(tenantId),
    refund_id: String(id),
    attempt: String(attempt),
  };
  try {
    if (
      refund.status === 'failed' ||
      clock.now().getTime() - Date.parse(refund.requested_at) > keyRememberedMs
    ) {
      const all = await payments.refundsOf(paymentReference);
      const made = all.find((other) => isSame(other.metadata, metadata));
      if (made) return outcomeOf(made);
    }
    if (refund.status === 'failed') return null;
    return outcomeOf(
      await payments.refund({
        // The payment's name makes the key another one's in every database that ever was at this provider.
        key: `refund-${tenantId}-${id}-${attempt}-${paymentReference}`,
        paymentReference,
        amountPence: refund.amount_pence,
        metadata,
      }),
    );
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || !error.isFinal) throw error;
    return { state: 'failed', reason: reasonOf(error) };
  }
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.entries(other).every(([name, value]) => one[name] === value);

const outcomeOf = ({ state, reference, failure }: ProviderRefund): Outcome =>
  state === 'failed'
    ? { state, reason: failure ?? 'The card provider could not carry it out.' }
    : { state, reference };

/** In the provider's words. */
const reasonOf = (error: PaymentsUnavailable): string =>
  error.cause instanceof Error ? error.cause.message : error.message;

async function writeOutcome(ctx: WorkContext, asked: RefundToCarry, outcome: Outcome): Promise<void> {
  const payment = await lockPayment(ctx, asked.payment_id);
  const refund = await lockRefund(ctx, asked.id);
  // Somebody else has written this down before, or has begun it again since.
  if (refund.attempt !== asked.attempt) return;
  if (outcome.state === 'done') {
    if (refund.status !== 'done') await writeDone(ctx, payment, refund, outcome.reference);
  } else if (outcome.state === 'failed') {
    await writeFailed(ctx, payment, refund, outcome.reason);
  } else if (refund.status !== 'done') {
    await writeUnderWay(ctx, refund, outcome.reference);
  }
}

async function writeUnderWay(ctx: WorkContext, refund: RefundRow, reference: string): Promise<void> {
  await noteUnderWay(ctx, refund.id, reference);
  await queueRefund(ctx, refund.id, nextLook(ctx.now, new Date(refund.requested_at)));
}

async function writeFailed(
  ctx: WorkContext,
  payment: LockedPayment,
  refund: RefundRow,
  reason: string,
): Promise<void> {
  if (refund.status === 'done' && refund.provider_reference !== null) {
    await insertLedgerRow(ctx, {
      bookingId: payment.booking_id,
      depositId: payment.deposit_id,
      kind: 'void',
      method: payment.method,
      amountPence: refund.amount_pence,
      reversesPaymentId: await ledgerRowOf(ctx, payment.id, refund.provider_reference),
      takenByUserId: null,
    });
  }
  await noteFailed(ctx, refund.id, { reason, isRefused: true });
  // The practice knows already of one that was given up.
  if (refund.status !== 'failed') await tellOfFailure(ctx, payment, refund);
}

async function writeDone(
  ctx: WorkContext,
  payment: LockedPayment,
  refund: RefundRow,
  reference: string,
): Promise<void> {
  await insertLedgerRow(ctx, {
    bookingId: payment.booking_id,
    depositId: payment.deposit_id,
    kind: 'refund',
    method: payment.method,
    amountPence: -refund.amount_pence,
    reversesPaymentId: payment.id,
    provider: payment.provider,
    providerReference: reference,
    takenByUserId: refund.requested_by_user_id,
  });
  await noteDone(ctx, refund.id, reference);
  await tellLive(ctx);
}

const minuteMs = 60_000;
const shortestWaitMs = minuteMs;
const longestWaitMs = 12 * 60 * minuteMs;

/** When a refund that the provider is busy with is looked at again: ever later, as it has taken so long already. */
function nextLook(now: Date, since: Date): Date {
  const waited = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(longestWaitMs, Math.max(shortestWaitMs, waited)));
}

const tellStreams = statement(
  'tell_of_refund',
  `select pg_notify($1, json_build_object('tenant_id', $2::bigint, 'action', $3::text, 'notification_id', null)::text)`,
);

/** Has open screens read again what the refund changes. */
async function tellLive({ tx, tenantId, action }: WorkContext): Promise<void> {
  await tx.rows(tellStreams, [liveChannel, tenantId, action]);
}

async function tellOfFailure(ctx: WorkContext, payment: LockedPayment, refund: RefundRow): Promise<void> {
  const event = { kind: 'refund_failed', amountPence: refund.amount_pence } as const;
  if (payment.booking_id !== null) await notify(ctx, { ...event, bookingId: payment.booking_id });
  else if (payment.deposit_id !== null)
    await notifyOfDeposit(ctx, { ...event, depositId: payment.deposit_id });
}
