import type { Dependencies } from '../../context/context.ts';
import { PaymentsUnavailable, type ProviderRefund } from '../../lib/ports/payments.ts';
import type { RefundToCarry } from './refund-repository.ts';
import type { RefundName } from './refund-work.ts';

/** What came of asking the provider. */
export type RefundOutcome =
  | { state: 'pending' | 'done'; reference: string }
  /** It was refused, by an answer and not by silence. */
  | { state: 'failed'; reason: string };

/**
 * How long the provider surely knows a key again. After that a try whose answer was lost is looked for instead, before
 * there is another one.
 */
const keyRememberedMs = 12 * 60 * 60_000;

/**
 * Has the provider carry a refund out, or asks how it went. Outside any transaction.
 * @returns null when there is nothing to learn: one that has failed or was given up is never begun by itself
 * @throws PaymentsUnavailable when nothing is known of the outcome
 */
export async function askProvider(
  { payments, clock }: Dependencies,
  { tenantId }: Pick<RefundName, 'tenantId'>,
  refund: RefundToCarry,
): Promise<RefundOutcome | null> {
  const { id, attempt, payment_reference: paymentReference, provider_reference: reference } = refund;
  if (reference !== null) {
    const known = await payments.refundNamed(reference);
    if (!known) throw new Error(`The card provider knows no refund ${reference}.`);
    return outcomeOf(known);
  }
  if (paymentReference === null) throw new Error(`The payment of refund ${id} has no name at the provider.`);
  const metadata = {
    kind: 'refund',
    tenant_id: String(tenantId),
    refund_id: String(id),
    attempt: String(attempt),
  };
  const isOver = refund.status === 'failed' || refund.status === 'unknown';
  // Whatever goes wrong with looking is no answer to whether it was done.
  if (isOver || clock.now().getTime() - Date.parse(refund.requested_at) > keyRememberedMs) {
    const all = await payments.refundsOf(paymentReference);
    const made = all.find((other) => isSame(other.metadata, metadata));
    if (made) return outcomeOf(made);
  }
  if (isOver) return null;
  try {
    return outcomeOf(
      await payments.refund({
        // The payment's name makes the key another one's in every database that ever was at this provider.
        key: `refund-${tenantId}-${id}-${attempt}-${paymentReference}`,
        paymentReference,
        amountPence: refund.amount_pence,
        currency: refund.currency,
        metadata,
      }),
    );
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || !error.isFinal) throw error;
    return { state: 'failed', reason: reasonOf(error) };
  }
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.entries(other).every(([name, value]) => one[name] === value);

const outcomeOf = ({ state, reference, failure }: ProviderRefund): RefundOutcome =>
  state === 'failed'
    ? { state, reason: failure ?? 'The card provider couldn’t process it.' }
    : { state, reference };

/** In the provider's words. */
const reasonOf = (error: PaymentsUnavailable): string =>
  error.cause instanceof Error ? error.cause.message : error.message;
