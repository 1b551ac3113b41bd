import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { PaymentsUnavailable, type ProviderSubscription } from '../../lib/ports/payments.ts';
import { practiceSubscription } from './read-model.ts';
import { forgetCustomer, keepSubscription } from './repository.ts';

const hourMs = 3_600_000;
/** The provider renews, or finds that it cannot, within the hour after a period. */
const afterPeriodMs = hourMs;
/** How often a subscription is looked at of which a payment is missing. */
const overdueMs = 24 * hourMs;

const work = (tenantId: number) => ({
  tenantId,
  action: 'subscription/refresh' as const,
  requestId: `subscription-${tenantId}`,
});

/** When it is worth asking again, though nobody has told us of a change; null for one that is over. */
function nextLook({ state, periodEnd }: ProviderSubscription, now: Date): Date | null {
  if (state === 'cancelled') return null;
  const afterPeriod = periodEnd.getTime() + afterPeriodMs;
  return new Date(afterPeriod > now.getTime() ? afterPeriod : now.getTime() + overdueMs);
}

/**
 * Asks the provider how a practice's subscription stands and writes it down, whatever order its webhooks came in. Looks
 * again after the end of the period that is paid for.
 * @throws AppError `not_found` for a practice that is not there; PaymentsUnavailable
 */
export async function syncSubscription(deps: Dependencies, tenantId: number): Promise<void> {
  const { subscription_customer: customer } = await inPractice(deps, work(tenantId), ({ tx, now }) =>
    practiceSubscription(tx, tenantId, now),
  );
  if (customer === null) return;
  const askedAt = deps.clock.now();
  const subscription = await deps.payments.subscriptionOf(customer);
  if (subscription === null) return;
  await inPractice(deps, work(tenantId), async (ctx) => {
    await keepSubscription(ctx, subscription, askedAt);
    const after = nextLook(subscription, ctx.now);
    if (after === null) return;
    await deps.jobs.enqueue(ctx.tx, 'subscription_check', { tenantId }, { after, key: String(tenantId) });
  });
}

/** Whether the provider has answered that it does not know the customer, as after a change of account. */
export const lacksCustomer = (error: unknown): boolean =>
  error instanceof PaymentsUnavailable && error.lacksCustomer;

/**
 * Forgets the customer that stood for a practice and that the provider does not know, so that there can be a new one. Only
 * when somebody wants to pay: a wrong key that jobs come across must not end what runs.
 * @throws AppError `not_found` for a practice that is not there
 */
export async function forgetUnknownCustomer(deps: Dependencies, tenantId: number): Promise<void> {
  deps.log.warn({ tenant_id: tenantId }, 'the card provider does not know the customer of a practice');
  await inPractice(deps, work(tenantId), forgetCustomer);
}
