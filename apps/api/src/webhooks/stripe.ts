import type { RequestHandler } from 'express';
import type { PaymentEvent } from '../integrations/payments/payments.ts';
import { AppError } from '../lib/app-error.ts';
import type { Dependencies } from '../lib/context.ts';
import { settleDeposit } from '../modules/deposit/settle-service.ts';
import { settleRefund } from '../modules/payment/refund-service.ts';
import { syncSubscription } from '../modules/subscription/sync-service.ts';

/**
 * Hears what the card provider tells. It answers 200 when there is nothing left to do, and a 5xx when the event must come
 * again: for then the database or the provider was away.
 */
export const hearStripe =
  (deps: Dependencies): RequestHandler =>
  async (req, res) => {
    if (!deps.payments.isConfigured) throw new AppError('unknown_action');
    const body: unknown = req.body;
    const signature = req.headers['stripe-signature'];
    const event = await deps.payments.readEvent(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      typeof signature === 'string' ? signature : undefined,
    );
    try {
      await act(deps, event, req.id);
    } catch (error) {
      // Of another installation that shares the account, or of a practice that is no more: coming again changes nothing.
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      deps.log.warn({ request_id: req.id, event: event.kind }, 'the card provider told of what is not here');
    }
    res.json({ received: true });
  };

/** An event is only a hint: what it is about is asked of the provider, so their order and number do not matter. */
async function act(deps: Dependencies, event: PaymentEvent, requestId: string): Promise<void> {
  if (event.kind === 'other') return;
  const tenantId = idIn(event.metadata, 'tenant_id');
  if (tenantId === null) return;
  if (event.kind === 'checkout') {
    const depositId = idIn(event.metadata, 'deposit_id');
    const { reference } = event;
    if (depositId !== null) await settleDeposit(deps, { tenantId, depositId, requestId, reference });
  } else if (event.kind === 'refund') {
    const refundId = idIn(event.metadata, 'refund_id');
    if (refundId !== null) await settleRefund(deps, { tenantId, refundId });
  } else {
    await syncSubscription(deps, tenantId);
  }
}

/** An id that we gave the provider to keep. */
function idIn(metadata: Readonly<Record<string, string>>, name: string): number | null {
  const text = metadata[name] ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
