import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { AppError } from '../../lib/app-error.ts';
import type { ProviderRefund } from '../../lib/ports/payments.ts';
import { queueRefund } from './refund-queue.ts';
import { insertRefundMadeElsewhere, refundCalled } from './refund-repository.ts';
import { settleRefund } from './refund-settle.ts';
import { lockPayment, paymentCalled } from './repository.ts';

/**
 * Imports a refund made at the provider directly: once, by its id there, it becomes a refund like those requested here,
 * and is settled in the same way. An amount beyond the ledger's remainder is not imported, but logged as an error for a
 * person to check.
 * @param tenantId the practice that was paid, according to the provider
 * @throws AppError `not_found` when it belongs to no payment of that practice; PaymentsUnavailable
 */
export async function importProviderRefund(
  deps: Dependencies,
  { tenantId, refund, requestId }: { tenantId: number; refund: ProviderRefund; requestId: string },
): Promise<void> {
  const refundId = await inPractice(deps, { tenantId, action: 'payment_refund', requestId }, (ctx) =>
    recordProviderRefund(ctx, refund),
  );
  if (refundId !== undefined) await settleRefund(deps, { tenantId, refundId });
}

/**
 * The same in the caller's transaction, with a job that settles it.
 * @returns the refund's id; undefined when there is nothing to settle
 * @throws AppError `not_found` when its payment is not in the ledger
 */
export async function recordProviderRefund(
  ctx: WorkContext,
  refund: ProviderRefund,
): Promise<number | undefined> {
  const { reference, amountPence, state } = refund;
  const paymentId = await paymentCalled(ctx, refund.paymentReference);
  if (paymentId === undefined) throw new AppError('not_found');
  await lockPayment(ctx, paymentId);
  const known = await refundCalled(ctx, paymentId, reference);
  if (known !== undefined || state === 'failed') return known;
  const written = await insertRefundMadeElsewhere(ctx, paymentId, { reference, amountPence });
  if (written?.amount_pence !== amountPence) {
    ctx.log.error(
      { tenant_id: ctx.tenantId, payment: paymentId, refund: reference },
      'the card provider refunded more than remains of a payment',
    );
  }
  if (written) await queueRefund(ctx, written.id);
  return written?.id;
}
