import type { Dependencies } from '../../context/context.ts';
import { askProvider } from './request-refund.ts';
import { writeOutcome } from './refund-outcome.ts';
import { refundToCarry } from './refund-repository.ts';
import { inRefundWork, type RefundName } from './refund-work.ts';

/**
 * Sends a refund to the card provider, or reads its state, and records the result. Idempotent, also concurrently: the
 * provider executes each key once, and the row is locked while the outcome is recorded.
 * @throws PaymentsUnavailable when the outcome is unknown, so that it is retried
 */
export async function settleRefund(deps: Dependencies, name: RefundName): Promise<void> {
  const refund = await inRefundWork(deps, name, (ctx) => refundToCarry(ctx, name.refundId));
  if (!refund) return;
  const outcome = await askProvider(deps, name, refund);
  if (outcome) await inRefundWork(deps, name, (ctx) => writeOutcome(ctx, refund, outcome));
}
