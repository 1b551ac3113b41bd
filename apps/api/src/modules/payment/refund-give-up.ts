import type { Dependencies } from '../../context/context.ts';
import { tellOfFailure } from './refund-outcome.ts';
import { lockRefund, noteUnknown, refundToCarry } from './refund-repository.ts';
import { inRefundWork, type RefundName } from './refund-work.ts';
import { lockPayment } from './repository.ts';

const notReached = 'Couldn’t reach the card provider, so we can’t tell whether the refund arrived.';

/**
 * Marks a refund with unknown outcome as such after many attempts, and notifies the practice. It still counts as
 * refunded, because the provider may have done it; a retry requests the same refund.
 */
export async function giveUpRefund(deps: Dependencies, name: RefundName): Promise<void> {
  await inRefundWork(deps, name, async (ctx) => {
    const refund = await refundToCarry(ctx, name.refundId);
    if (!refund) return;
    const payment = await lockPayment(ctx, refund.payment_id);
    const locked = await lockRefund(ctx, refund.id);
    if (locked.status !== 'pending') return;
    await noteUnknown(ctx, refund.id, notReached);
    await tellOfFailure(ctx, payment, locked);
  });
}
