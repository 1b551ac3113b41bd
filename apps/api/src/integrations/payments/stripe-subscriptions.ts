import type { Stripe } from 'stripe';
import type { Clock } from '../../lib/clock.ts';
import { PaymentsUnavailable, type Payments } from '../../lib/ports/payments.ts';
import type { AskStripe } from './stripe-ask.ts';
import { invoiceOf, newestOf, subscriptionFrom } from './stripe-objects.ts';

const daySeconds = 24 * 60 * 60;
/** Stripe accepts an end of a trial at least two days ahead; a minute more, since the request takes a moment. */
const nearestTrialEnd = 2 * daySeconds + 60;

type SubscriptionData = NonNullable<Stripe.Checkout.SessionCreateParams['subscription_data']>;
type Subscriptions = Pick<
  Payments,
  'hasPlan' | 'createCustomer' | 'subscribe' | 'billingPortal' | 'subscriptionOf' | 'invoicesOf'
>;

/**
 * Recurring payments.
 * @param plan the price to subscribe to, and the clock
 */
export const stripeSubscriptions = (
  ask: AskStripe,
  { price, clock }: { price?: string | undefined; clock: Clock },
): Subscriptions => ({
  hasPlan: price !== undefined,

  createCustomer: ({ key, name, email, metadata }) =>
    ask(async (stripe) => {
      const customer = { name, metadata, ...(email ? { email } : {}) };
      return (await stripe.customers.create(customer, { idempotencyKey: key })).id;
    }),

  subscribe: ({ key, customer, trialEndsAt, successUrl, cancelUrl, metadata }) =>
    ask(async (stripe) => {
      if (!price) throw new PaymentsUnavailable('No subscription price is configured.', { isFinal: true });
      const trial = trialUntil(trialEndsAt, clock.now());
      const made = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          line_items: [{ price, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          metadata,
          subscription_data: { metadata, ...trial },
        },
        // A trial in days would change while the key stays the same.
        { idempotencyKey: [key, ...Object.values(trial)].join(' ') },
      );
      await expireOtherPages(stripe, customer, made.id);
      return { url: addressIn(made.url) };
    }),

  billingPortal: (customer, returnUrl) =>
    ask(async (stripe) => {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return { url: addressIn(url) };
    }),

  subscriptionOf: (customer) =>
    ask(async (stripe) => {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 20 });
      const newest = newestOf(data);
      if (!newest) return null;
      // A list cannot expand as deep as the product, whose name is the plan's.
      const expanded = { expand: ['items.data.price.product', 'latest_invoice'] };
      return subscriptionFrom(await stripe.subscriptions.retrieve(newest.id, expanded));
    }),

  invoicesOf: (customer, limit) =>
    ask(async (stripe) => (await stripe.invoices.list({ customer, limit })).data.map(invoiceOf)),
});

/**
 * Closes the customer's other pages to subscribe on, so that one practice cannot pay on two. Fails if one was paid in the
 * meantime: then there is a subscription.
 */
async function expireOtherPages(stripe: Stripe, customer: string, kept: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for (const { id, mode } of data) {
    if (mode === 'subscription' && id !== kept) await stripe.checkout.sessions.expire(id);
  }
}

/** A trial to its exact end; one that ends too soon for that, to the end of its last day. */
function trialUntil(
  endsAt: Date | null,
  now: Date,
): Pick<SubscriptionData, 'trial_end' | 'trial_period_days'> {
  const left = endsAt ? (endsAt.getTime() - now.getTime()) / 1000 : 0;
  if (!endsAt || left <= 0) return {};
  if (left <= nearestTrialEnd) return { trial_period_days: Math.ceil(left / daySeconds) };
  return { trial_end: Math.floor(endsAt.getTime() / 1000) };
}

function addressIn(url: string | null): string {
  if (url) return url;
  throw new PaymentsUnavailable('Stripe’s response has no address.');
}
