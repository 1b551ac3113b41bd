import type { WorkContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import type { ProviderRefund } from '../../lib/ports/payments.ts';
import { queueRefund } from './refund-queue.ts';
import { insertRefundMadeElsewhere, refundHere } from './refund-repository.ts';
import { lockPayment, paymentCalled } from './repository.ts';

/**
 * Records a refund that the provider has and the database lacks, as one in progress, once, with a job that settles it. It was
 * made at the provider directly, or here and then lost in a restore. An amount beyond the ledger's remainder is not recorded,
 * but logged as an error for a person to check.
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
  const known = await refundHere(ctx, paymentId, refund);
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
