import type { Dependencies } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { PaymentsUnavailable, type ProviderSubscription } from '../../lib/ports/payments.ts';
import { practiceSubscription } from './read-model.ts';
import { forgetCustomer, keepSubscription } from './repository.ts';

const hourMs = 3_600_000;
/** The provider renews, or fails to, within the hour after a period. */
const afterPeriodMs = hourMs;
/** How often a subscription with a missing payment is checked. */
const overdueMs = 24 * hourMs;

const work = (tenantId: number) => ({
  tenantId,
  action: 'subscription/refresh' as const,
  requestId: `subscription-${tenantId}`,
});

/** When to check again without a webhook; null for one that is over. */
function nextLook({ state, periodEnd }: ProviderSubscription, now: Date): Date | null {
  if (state === 'cancelled') return null;
  const afterPeriod = periodEnd.getTime() + afterPeriodMs;
  return new Date(afterPeriod > now.getTime() ? afterPeriod : now.getTime() + overdueMs);
}

/**
 * Reads the state of a practice's subscription from the provider and records it, whatever the order of its webhooks.
 * Checks again after the end of the paid period.
 * @throws AppError `not_found` for an unknown practice; PaymentsUnavailable
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

/** Whether the customer is unknown to the provider, as after a change of account. */
export const lacksCustomer = (error: unknown): boolean =>
  error instanceof PaymentsUnavailable && error.lacksCustomer;

/**
 * Removes a practice's customer that is unknown to the provider, so that there can be a new one. Only when a person
 * wants to pay: a wrong key found by a job must not end an active subscription.
 * @throws AppError `not_found` for an unknown practice
 */
export async function forgetUnknownCustomer(deps: Dependencies, tenantId: number): Promise<void> {
  deps.log.warn({ tenant_id: tenantId }, 'the card provider does not know the customer of a practice');
  await inPractice(deps, work(tenantId), forgetCustomer);
}
