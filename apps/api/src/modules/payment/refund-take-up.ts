import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import type { ProviderRefund } from '../../lib/ports/payments.ts';
import { recordProviderRefund } from './refund-record.ts';
import { settleRefund } from './refund-settle.ts';

/**
 * Settles a refund that the provider reports. One that the database lacks is imported: once, by its id there, it becomes a
 * refund like those requested here, and is settled in the same way. An amount beyond the ledger's remainder is not imported,
 * but logged as an error for a person to check.
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
