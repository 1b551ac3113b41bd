import { addInvoice, monthAfter, payInvoice } from './billing.ts';
import { inSeconds, type Subscription } from './objects.ts';
import type { StripeStore } from './store.ts';

/** Cancels the subscription at the end of the paid period, or undoes that. */
export function cancelWithPeriod(store: StripeStore, subscription: Subscription, cancels: boolean): void {
  subscription.cancel_at_period_end = cancels;
  subscription.cancel_at = cancels ? (subscription.items.data[0]?.current_period_end ?? null) : null;
  subscription.canceled_at = cancels ? inSeconds(store.now()) : null;
  store.webhooks.happened('customer.subscription.updated', subscription);
}

/** Ends the period immediately: charges the next one, or ends the subscription. */
export function renew(store: StripeStore, subscription: Subscription): void {
  const item = subscription.items.data[0];
  if (!item || subscription.status === 'canceled') return;
  if (subscription.cancel_at_period_end) return end(store, subscription);
  if (subscription.status !== 'past_due') {
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_start);
    addInvoice(store, subscription, store.price.unit_amount);
  }
  collect(store, subscription);
}

/** Stripe has retried often enough, or the last period is over. */
export function end(store: StripeStore, subscription: Subscription): void {
  const now = inSeconds(store.now());
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
  });
  store.webhooks.happened('customer.subscription.deleted', subscription);
}

/** Makes the card fail, or work again; a working card then pays the amount due. */
export function changeCard(store: StripeStore, subscription: Subscription, isBroken: boolean): void {
  if (isBroken) store.brokenCards.set(subscription.id, true);
  else store.brokenCards.delete(subscription.id);
  if (!isBroken && subscription.status === 'past_due') collect(store, subscription);
}

/** Charges the amount due, and returns the resulting status. */
function collect(store: StripeStore, subscription: Subscription): void {
  const owed = [...store.invoices.values()].filter(
    ({ parent, status }) => status === 'open' && parent.subscription_details.subscription === subscription.id,
  );
  const isRefused = store.brokenCards.has(subscription.id);
  for (const invoice of owed) {
    if (isRefused) store.webhooks.happened('invoice.payment_failed', invoice);
    else payInvoice(store, invoice);
  }
  subscription.status = isRefused ? 'past_due' : 'active';
  store.webhooks.happened('customer.subscription.updated', subscription);
}
