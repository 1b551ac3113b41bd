import type { WorkContext } from '../../context/context.ts';

/** Has a refund carried to the provider, or looked at again, once the transaction commits; `after` then at the earliest. */
export const queueRefund = (
  { deps, tx, tenantId }: WorkContext,
  refundId: number,
  after?: Date,
): Promise<void> =>
  deps.jobs.enqueue(
    tx,
    'refund',
    { tenantId, refundId },
    { key: `refund-${tenantId}-${refundId}`, ...(after ? { after } : {}) },
  );
