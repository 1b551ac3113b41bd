import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';

export interface RefundName {
  tenantId: number;
  refundId: number;
}

/** Runs work on a refund in a transaction in its practice, without a signed-in caller. */
export const inRefundWork = <T>(
  deps: Dependencies,
  { tenantId, refundId }: RefundName,
  work: (ctx: WorkContext) => Promise<T>,
): Promise<T> =>
  inPractice(deps, { tenantId, action: 'payment_refund', requestId: `refund-${tenantId}-${refundId}` }, work);
