import type { WorkContext } from '../../context/context.ts';

/** Enqueues sending or checking a refund, once the transaction commits; not before `after`. */
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
