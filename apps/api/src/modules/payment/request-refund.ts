import type { Dependencies } from '../../context/context.ts';
import { PaymentsUnavailable, type ProviderRefund } from '../../lib/ports/payments.ts';
import { refundHere, type RefundToCarry } from './refund-repository.ts';
import { inRefundWork, type RefundName } from './refund-work.ts';

/** The result of a request to the provider. */
export type RefundOutcome =
  | { state: 'pending' | 'done'; reference: string }
  /** It was explicitly refused, perhaps because of the refunds that are missing here. */
  | { state: 'failed'; reason: string; missing: readonly ProviderRefund[] }
  /** It was not requested, because its amount was decided without the refunds that are missing here. */
  | { state: 'outdated'; missing: readonly ProviderRefund[] };

/**
 * Sends a refund to the provider, or reads its state. Outside any transaction.
 * @returns null when there is nothing to ask: a failed or abandoned one is never restarted automatically
 * @throws PaymentsUnavailable when the outcome is unknown
 */
export async function askProvider(
  deps: Dependencies,
  name: RefundName,
  refund: RefundToCarry,
): Promise<RefundOutcome | null> {
  const { payments } = deps;
  const { tenantId } = name;
  const { id, attempt, payment_reference: paymentReference, provider_reference: reference } = refund;
  if (reference !== null) {
    const known = await payments.refundNamed(reference);
    if (!known) throw new Error(`The card provider has no refund ${reference}.`);
    return outcomeOf(known);
  }
  if (paymentReference === null)
    throw new Error(`The payment of refund ${id} has no reference at the provider.`);
  // An answer may have been lost, and a restore loses refunds: what the provider has decides, not what is recorded here.
  const { made, missing } = await lookUp(deps, name, refund, paymentReference);
  if (made) return outcomeOf(made);
  if (refund.status !== 'pending') return null;
  if (missing.length > 0) return { state: 'outdated', missing };
  try {
    return outcomeOf(
      await payments.refund({
        // The payment's id makes the key unique over all databases that ever used this provider's account.
        key: `refund-${tenantId}-${id}-${attempt}-${paymentReference}`,
        paymentReference,
        amountPence: refund.amount_pence,
        currency: refund.currency,
        metadata: {
          kind: 'refund',
          tenant_id: String(tenantId),
          refund_id: String(id),
          attempt: String(attempt),
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || !error.isFinal) throw error;
    // The reason may be a refund that was made at the provider since the look-up.
    const since = await lookUp(deps, name, refund, paymentReference);
    return since.made
      ? outcomeOf(since.made)
      : { state: 'failed', reason: reasonOf(error), missing: since.missing };
  }
}

/** Reads the provider's refunds of a payment: the one that is this refund, and those that are missing here. */
async function lookUp(
  deps: Dependencies,
  name: RefundName,
  { id, payment_id: paymentId }: RefundToCarry,
  paymentReference: string,
): Promise<{ made?: ProviderRefund | undefined; missing: ProviderRefund[] }> {
  const all = await deps.payments.refundsOf(paymentReference);
  if (all.length === 0) return { missing: [] };
  const here = await inRefundWork(deps, name, (ctx) =>
    Promise.all(all.map((refund) => refundHere(ctx, paymentId, refund))),
  );
  return {
    made: all.find((_, index) => here[index] === id),
    missing: all.filter(({ state }, index) => here[index] === undefined && state !== 'failed'),
  };
}

const outcomeOf = ({ state, reference, failure }: ProviderRefund): RefundOutcome =>
  state === 'failed'
    ? { state, reason: failure ?? 'The card provider couldn’t process it.', missing: [] }
    : { state, reference };

/** The provider's reason. */
const reasonOf = (error: PaymentsUnavailable): string =>
  error.cause instanceof Error ? error.cause.message : error.message;
