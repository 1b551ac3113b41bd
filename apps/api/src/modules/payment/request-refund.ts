import type { Dependencies } from '../../context/context.ts';
import { PaymentsUnavailable, type ProviderRefund } from '../../lib/ports/payments.ts';
import type { RefundToCarry } from './refund-repository.ts';
import type { RefundName } from './refund-work.ts';

/** The result of a request to the provider. */
export type RefundOutcome =
  | { state: 'pending' | 'done'; reference: string }
  /** It was explicitly refused, perhaps because of the other refunds that the provider has of the payment. */
  | { state: 'failed'; reason: string; others: readonly ProviderRefund[] };

/**
 * How long the provider certainly remembers a key. After that an attempt whose answer was lost is looked up before it is
 * repeated.
 */
const keyRememberedMs = 12 * 60 * 60_000;

/**
 * Sends a refund to the provider, or reads its state. Outside any transaction.
 * @returns null when there is nothing to ask: a failed or abandoned one is never restarted automatically
 * @throws PaymentsUnavailable when the outcome is unknown
 */
export async function askProvider(
  { payments, clock }: Dependencies,
  { tenantId }: Pick<RefundName, 'tenantId'>,
  refund: RefundToCarry,
): Promise<RefundOutcome | null> {
  const { id, attempt, payment_reference: paymentReference, provider_reference: reference } = refund;
  if (reference !== null) {
    const known = await payments.refundNamed(reference);
    if (!known) throw new Error(`The card provider has no refund ${reference}.`);
    return outcomeOf(known);
  }
  if (paymentReference === null)
    throw new Error(`The payment of refund ${id} has no reference at the provider.`);
  const metadata = {
    kind: 'refund',
    tenant_id: String(tenantId),
    refund_id: String(id),
    attempt: String(attempt),
  };
  const isOurs = (other: ProviderRefund): boolean =>
    other.amountPence === refund.amount_pence && isSame(other.metadata, metadata);
  const isOver = refund.status === 'failed' || refund.status === 'unknown';
  // A failed look-up does not show whether it was executed.
  if (isOver || clock.now().getTime() - Date.parse(refund.requested_at) > keyRememberedMs) {
    const all = await payments.refundsOf(paymentReference);
    const made = all.find(isOurs);
    if (made) return outcomeOf(made);
  }
  if (isOver) return null;
  try {
    return outcomeOf(
      await payments.refund({
        // The payment's id makes the key unique over all databases that ever used this provider's account.
        key: `refund-${tenantId}-${id}-${attempt}-${paymentReference}`,
        paymentReference,
        amountPence: refund.amount_pence,
        currency: refund.currency,
        metadata,
      }),
    );
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || !error.isFinal) throw error;
    // The reason may be refunds that the ledger lacks: made at the provider directly, with a lost callback, or here and then
    // lost in a restore. This one too may have been made already, before a restore after which its number was used again.
    const all = await payments.refundsOf(paymentReference);
    const made = all.find((other) => other.state !== 'failed' && isOurs(other));
    return made ? outcomeOf(made) : { state: 'failed', reason: reasonOf(error), others: all };
  }
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.entries(other).every(([name, value]) => one[name] === value);

const outcomeOf = ({ state, reference, failure }: ProviderRefund): RefundOutcome =>
  state === 'failed'
    ? { state, reason: failure ?? 'The card provider couldn’t process it.', others: [] }
    : { state, reference };

/** The provider's reason. */
const reasonOf = (error: PaymentsUnavailable): string =>
  error.cause instanceof Error ? error.cause.message : error.message;
