import type { Dependencies } from '../../context/context.ts';
import { askProvider } from './refund-asking.ts';
import { writeOutcome } from './refund-outcome.ts';
import { refundToCarry } from './refund-repository.ts';
import { inRefundWork, type RefundName } from './refund-work.ts';

/**
 * Carries a refund to the card provider, or asks how it went, and writes down what it says. Doing it again, or twice at
 * once, changes nothing more: the provider takes the same key for the same refund, and the row is locked while the outcome
 * is written.
 * @throws PaymentsUnavailable when nothing is known of the outcome, so that it is tried again
 */
export async function settleRefund(deps: Dependencies, name: RefundName): Promise<void> {
  const refund = await inRefundWork(deps, name, (ctx) => refundToCarry(ctx, name.refundId));
  if (!refund) return;
  const outcome = await askProvider(deps, name, refund);
  if (outcome) await inRefundWork(deps, name, (ctx) => writeOutcome(ctx, refund, outcome));
}
