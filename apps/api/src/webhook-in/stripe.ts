import type { RequestHandler } from 'express';
import type { Dependencies } from '../context/context.ts';
import { AppError } from '../lib/app-error.ts';
import type { PaymentEvent } from '../lib/ports/payments.ts';
import { settleDeposit } from '../modules/deposit/public.ts';
import { importProviderRefund } from '../modules/payment/public.ts';
import { syncSubscription } from '../modules/subscription/public.ts';

/**
 * Receives the card provider's webhooks. It answers 200 when there is nothing left to do, and a 5xx when the event must
 * be sent again, because the database or the provider was unavailable.
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
      // Of another installation that shares the account, or of a deleted practice: sending it again changes nothing.
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      tellUnknown(deps, event, req.id);
    }
    res.json({ received: true });
  };

/** An event is only a hint: its current state is read from the provider, so order and duplicates do not matter. */
async function act(deps: Dependencies, event: PaymentEvent, requestId: string): Promise<void> {
  if (event.kind === 'other') return;
  if (event.kind === 'refund') return hearOfRefund(deps, event, requestId);
  if (event.kind === 'dispute') return tellOfDispute(deps, event, requestId);
  const tenantId = idIn(event.metadata, 'tenant_id');
  if (tenantId === null) return;
  if (event.kind === 'checkout') {
    const depositId = idIn(event.metadata, 'deposit_id');
    const { reference } = event;
    const checkoutKey = event.metadata['checkout_key'] ?? '';
    if (depositId !== null) {
      await settleDeposit(deps, { tenantId, depositId, requestId, reference, checkoutKey });
    }
  } else {
    await syncSubscription(deps, tenantId);
  }
}

/** @throws AppError `not_found` for a refund of a payment to no practice here */
async function hearOfRefund(
  deps: Dependencies,
  { reference }: PaymentEvent & { kind: 'refund' },
  requestId: string,
): Promise<void> {
  const refund = await deps.payments.refundNamed(reference);
  if (!refund) throw new AppError('not_found');
  // Only the payment identifies the practice and the deposit, also if a practice here requested the refund.
  const paid = await deps.payments.metadataOf(refund.paymentReference);
  const tenantId = paid && idIn(paid, 'tenant_id');
  if (!tenantId) throw new AppError('not_found');
  // A deposit that is not settled yet is not in the ledger.
  const depositId = idIn(paid, 'deposit_id');
  if (depositId !== null) await settleDeposit(deps, { tenantId, depositId, requestId });
  await importProviderRefund(deps, { tenantId, refund, requestId });
}

/** A dispute is answered at the provider; here it is only logged for the operator. */
async function tellOfDispute(
  { payments, log }: Dependencies,
  { reference, paymentReference, state }: PaymentEvent & { kind: 'dispute' },
  requestId: string,
): Promise<void> {
  const paid = await payments.metadataOf(paymentReference);
  const named = { tenant_id: paid?.['tenant_id'], deposit_id: paid?.['deposit_id'] };
  log.error(
    { request_id: requestId, dispute: reference, state, payment: paymentReference, ...named },
    'a card payment is disputed',
  );
}

function tellUnknown({ log }: Dependencies, event: PaymentEvent, requestId: string): void {
  if (event.kind === 'checkout' && event.isPaid) {
    const { reference, metadata } = event;
    const named = { tenant_id: metadata['tenant_id'], deposit_id: metadata['deposit_id'] };
    // A payment was made: unless another installation has the deposit, it was lost in a restore and must be refunded.
    log.error({ request_id: requestId, checkout: reference, ...named }, 'a paid deposit is unknown here');
  } else {
    log.warn(
      { request_id: requestId, event: event.kind },
      'the card provider sent a callback about an unknown record',
    );
  }
}

/** An id from the metadata that we gave the provider. */
function idIn(metadata: Readonly<Record<string, string>>, name: string): number | null {
  const text = metadata[name] ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
