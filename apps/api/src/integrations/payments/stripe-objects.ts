import type { Stripe } from 'stripe';
import { fromStripeUnits } from '../../lib/card-amounts.ts';
import type {
  Checkout,
  PaymentEvent,
  ProviderInvoice,
  ProviderRefund,
  ProviderSubscription,
} from '../../lib/ports/payments.ts';

// Converts Stripe's objects to the product's types.

/** The id of an object that Stripe returns as an id or, if expanded, as a whole. */
const idOf = (thing: string | { id: string } | null | undefined): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '');

const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);

/** @param session with its payment expanded if a declined card is to be detected */
export function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  return {
    reference: session.id,
    url: session.url,
    state: stateOf(session),
    amountPence: fromStripeUnits(session.amount_total ?? 0, session.currency ?? ''),
    currency: (session.currency ?? '').toUpperCase(),
    paymentReference: idOf(session.payment_intent) || null,
    metadata: session.metadata ?? {},
  };
}

function stateOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): Checkout['state'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  const isDeclined = typeof payment_intent === 'object' && payment_intent?.last_payment_error;
  return isDeclined ? 'declined' : 'open';
}

const refundStates: Readonly<Record<string, ProviderRefund['state']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

export function refundOf(refund: Stripe.Refund): ProviderRefund {
  const state = refundStates[refund.status ?? ''] ?? 'pending';
  return {
    reference: refund.id,
    state,
    paymentReference: idOf(refund.payment_intent),
    amountPence: fromStripeUnits(refund.amount, refund.currency),
    failure:
      state === 'failed' ? (refund.failure_reason ?? refund.status ?? state).replaceAll('_', ' ') : null,
    metadata: refund.metadata ?? {},
  };
}

const subscriptionStates: Readonly<Record<string, ProviderSubscription['state']>> = {
  active: 'active',
  trialing: 'active',
  canceled: 'cancelled',
};

const subscriptionState = ({ status }: Stripe.Subscription): ProviderSubscription['state'] =>
  subscriptionStates[status] ?? 'past_due';

/** Whether it never began: its first payment was not completed. */
const neverBegan = ({ status }: Stripe.Subscription): boolean =>
  status === 'incomplete' || status === 'incomplete_expired';

/** The newest that has not ended; or the newest. One that never began does not count. */
export function newestOf(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const newestFirst = subscriptions
    .filter((subscription) => !neverBegan(subscription))
    .toSorted((one, other) => other.created - one.created);
  const standing = (state: ProviderSubscription['state']): Stripe.Subscription | undefined =>
    newestFirst.find((subscription) => subscriptionState(subscription) === state);
  return standing('active') ?? standing('past_due') ?? newestFirst[0];
}

/** The end of the paid period: a failed renewal has begun an unpaid one. */
function paidUntil(
  subscription: Stripe.Subscription,
  { current_period_start: start, current_period_end: end }: Stripe.SubscriptionItem,
): Date {
  const { latest_invoice: invoice } = subscription;
  const isOwed = typeof invoice === 'object' && invoice !== null && invoice.status !== 'paid';
  // The invoice of a new period stays open for an hour before it is paid.
  return fromSeconds(isOwed && subscriptionState(subscription) !== 'active' ? start : end);
}

/** @param subscription with the products of its prices, and its latest invoice */
export function subscriptionFrom(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, customer, currency, items, cancel_at_period_end, cancel_at } = subscription;
  const [item] = items.data;
  if (!item) throw new Error('A subscription at Stripe has no item.');
  const { price, quantity = 1 } = item;
  const product = typeof price.product === 'object' && 'name' in price.product ? price.product.name : null;
  return {
    reference: id,
    customer: idOf(customer),
    state: subscriptionState(subscription),
    plan: price.nickname ?? product ?? price.id,
    pricePence: fromStripeUnits((price.unit_amount ?? 0) * quantity, currency),
    currency: currency.toUpperCase(),
    interval: price.recurring?.interval === 'year' ? 'year' : 'month',
    periodEnd: paidUntil(subscription, item),
    // Which of the two applies depends on the billing mode of the subscription.
    cancels: cancel_at_period_end || cancel_at !== null,
  };
}

const invoiceStates = new Set<string>(['draft', 'open', 'paid', 'void', 'uncollectible']);
const isInvoiceState = (status: string | null): status is ProviderInvoice['status'] =>
  status !== null && invoiceStates.has(status);

export function invoiceOf(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    createdAt: fromSeconds(invoice.created),
    amountPence: fromStripeUnits(invoice.total, invoice.currency),
    currency: invoice.currency.toUpperCase(),
    status: isInvoiceState(invoice.status) ? invoice.status : 'draft',
    url: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

/** The subject of a webhook. */
export function eventOf({ type, data }: Stripe.Event): PaymentEvent {
  const [family] = type.split('.');
  if (type.startsWith('checkout.session.')) return checkoutEvent(data.object as Stripe.Checkout.Session);
  if (family === 'refund' || type === 'charge.refund.updated') {
    const { id } = data.object as Stripe.Refund;
    return { kind: 'refund', reference: id };
  }
  if (type.startsWith('charge.dispute.')) {
    const { id, payment_intent, status } = data.object as Stripe.Dispute;
    return { kind: 'dispute', reference: id, paymentReference: idOf(payment_intent), state: status };
  }
  if (type.startsWith('customer.subscription.')) {
    const { customer, metadata } = data.object as Stripe.Subscription;
    return { kind: 'subscription', customer: idOf(customer), metadata };
  }
  if (family === 'invoice') {
    const { customer, parent } = data.object as Stripe.Invoice;
    const metadata = parent?.subscription_details?.metadata ?? {};
    return customer ? { kind: 'subscription', customer: idOf(customer), metadata } : { kind: 'other' };
  }
  return { kind: 'other' };
}

function checkoutEvent({
  id,
  mode,
  customer,
  metadata,
  payment_status: status,
}: Stripe.Checkout.Session): PaymentEvent {
  if (mode === 'payment') {
    return { kind: 'checkout', reference: id, isPaid: status === 'paid', metadata: metadata ?? {} };
  }
  return customer
    ? { kind: 'subscription', customer: idOf(customer), metadata: metadata ?? {} }
    : { kind: 'other' };
}
