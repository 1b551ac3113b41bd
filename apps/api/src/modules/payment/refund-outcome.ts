import type { WorkContext } from '../../context/context.ts';
import type { ProviderRefund } from '../../lib/ports/payments.ts';
import { notify, notifyOfDeposit, tellScreens } from '../notification/public.ts';
import type { RefundOutcome } from './request-refund.ts';
import { queueRefund } from './refund-queue.ts';
import { recordProviderRefund } from './refund-record.ts';
import {
  lockRefund,
  noteDone,
  noteFailed,
  noteReduced,
  noteUnderWay,
  type RefundRow,
  type RefundToCarry,
} from './refund-repository.ts';
import { insertReversal, ledgerRowOf, lockPayment, type LockedPayment } from './repository.ts';

/**
 * Records the provider's state of a refund: a completed one gets a ledger entry, a refusal notifies the practice once the
 * refunds that may have caused it are recorded, a pending one is checked again later, and the amount of an outdated one is
 * decided again. A completed one that the bank has returned since is voided in the ledger, and has failed.
 */
export async function writeOutcome(
  ctx: WorkContext,
  asked: RefundToCarry,
  outcome: RefundOutcome,
): Promise<void> {
  const payment = await lockPayment(ctx, asked.payment_id);
  const refund = await lockRefund(ctx, asked.id);
  // Another process has recorded this before, or a retry has started since.
  if (refund.attempt !== asked.attempt) return;
  if (outcome.state === 'done') {
    if (refund.status !== 'done') await writeDone(ctx, payment, refund, outcome.reference);
  } else if (outcome.state === 'failed') {
    for (const missing of outcome.missing) await recordProviderRefund(ctx, missing);
    await writeFailed(ctx, payment, refund, outcome.reason);
  } else if (outcome.state === 'outdated') {
    if (refund.status === 'pending' && refund.provider_reference === null)
      await decideAgain(ctx, payment, refund, outcome.missing);
  } else if (refund.status !== 'done') {
    await writeUnderWay(ctx, refund, outcome.reference);
  }
}

const alreadyRefunded =
  'Part or all of this payment had already been refunded. Check what is still due before you refund more.';

/**
 * Records the missing refunds of a payment, and sends only the remainder of this one: a restore may have lost its first
 * execution. When nothing remains, or a person chose its amount without knowing of the others, it fails, and a person decides.
 */
async function decideAgain(
  ctx: WorkContext,
  payment: LockedPayment,
  refund: RefundRow,
  missing: readonly ProviderRefund[],
): Promise<void> {
  for (const other of missing) await recordProviderRefund(ctx, other);
  const rest = missing.reduce((left, { amountPence }) => left - amountPence, refund.amount_pence);
  if (refund.reason === 'asked' || rest <= 0) {
    await writeFailed(ctx, payment, refund, alreadyRefunded);
  } else {
    await noteReduced(ctx, refund.id, rest);
    await queueRefund(ctx, refund.id);
    tellScreens(ctx);
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
    await insertReversal(ctx, payment, {
      kind: 'void',
      amount_pence: refund.amount_pence,
      reverses_payment_id: await ledgerRowOf(ctx, payment.id, refund.provider_reference),
      taken_by_user_id: null,
    });
  }
  await noteFailed(ctx, refund.id, reason);
  // The practice was already notified when its outcome became unknown.
  if (refund.status === 'unknown') tellScreens(ctx);
  else await tellOfFailure(ctx, payment, refund);
}

async function writeDone(
  ctx: WorkContext,
  payment: LockedPayment,
  refund: RefundRow,
  reference: string,
): Promise<void> {
  await insertReversal(ctx, payment, {
    kind: 'refund',
    amount_pence: -refund.amount_pence,
    provider: payment.provider,
    provider_reference: reference,
    taken_by_user_id: refund.requested_by_user_id,
  });
  await noteDone(ctx, refund.id, reference);
  tellScreens(ctx);
}

const minuteMs = 60_000;
const shortestWaitMs = minuteMs;
const maxWaitMs = 12 * 60 * minuteMs;

/** When a pending refund is checked again: with increasing delay. */
function nextLook(now: Date, since: Date): Date {
  const waited = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(maxWaitMs, Math.max(shortestWaitMs, waited)));
}

/** Notifies the staff of the practice that the provider has refused a refund, or did not answer. */
export async function tellOfFailure(
  ctx: WorkContext,
  payment: LockedPayment,
  refund: RefundRow,
): Promise<void> {
  const event = { kind: 'refund_failed', amountPence: refund.amount_pence } as const;
  if (payment.booking_id !== null) await notify(ctx, { ...event, bookingId: payment.booking_id });
  else if (payment.deposit_id !== null)
    await notifyOfDeposit(ctx, { ...event, depositId: payment.deposit_id });
}
