import {
  inSeconds,
  listOf,
  stripeId,
  type Customer,
  type Invoice,
  type Metadata,
  type PortalSession,
  type Subscription,
  type SubscriptionItem,
} from './objects.ts';
import type { StripeEndpoint, StripeRequest } from './protocol.ts';
import { found } from './refusal.ts';
import type { StripeStore } from './store.ts';

/** Customers, their subscriptions and invoices, and the link to the page where they manage them. */
export function billingEndpoints(store: StripeStore): StripeEndpoint[] {
  return [
    { method: 'post', path: '/v1/customers', answer: (request) => createCustomer(store, request) },
    { method: 'get', path: '/v1/subscriptions', answer: ({ form }) => listSubscriptions(store, form) },
    {
      method: 'get',
      path: '/v1/subscriptions/:id',
      answer: ({ id, expands }) => {
        const subscription = found(store.subscriptions.get(id), 'subscription', id);
        const described = expands('items.data.price.product')
          ? withProduct(store, subscription)
          : subscription;
        const invoice = store.invoices.get(subscription.latest_invoice ?? '');
        return expands('latest_invoice') && invoice ? { ...described, latest_invoice: invoice } : described;
      },
    },
    {
      method: 'get',
      path: '/v1/prices/:id',
      answer: ({ id }) => found(id === store.price.id ? store.price : undefined, 'price', id),
    },
    { method: 'get', path: '/v1/invoices', answer: ({ form }) => listInvoices(store, form) },
    { method: 'post', path: '/v1/billing_portal/sessions', answer: (request) => openPortal(store, request) },
  ];
}

function createCustomer(store: StripeStore, { form }: StripeRequest): Customer {
  form.allow(['email', 'metadata', 'name', 'preferred_locales']);
  const customer: Customer = {
    id: stripeId('cus'),
    object: 'customer',
    created: inSeconds(store.now()),
    email: form.text('email'),
    livemode: false,
    metadata: form.metadata(),
    name: form.text('name'),
  };
  store.customers.set(customer.id, customer);
  return customer;
}

function listSubscriptions(store: StripeStore, form: StripeRequest['form']): object {
  form.allow(['customer', 'limit', 'status']);
  const wanted = form.text('status');
  const ofCustomer = subscriptionsOf(store, customerIn(store, form));
  const listed = ofCustomer.filter(({ status }) =>
    wanted === null ? status !== 'canceled' : wanted === 'all' || status === wanted,
  );
  return listOf('/v1/subscriptions', listed, form.limit());
}

/** A customer's subscriptions, newest first. */
export const subscriptionsOf = (store: StripeStore, customer: string): Subscription[] =>
  [...store.subscriptions.values()].filter((subscription) => subscription.customer === customer).toReversed();

function listInvoices(store: StripeStore, form: StripeRequest['form']): object {
  form.allow(['customer', 'limit', 'status', 'subscription']);
  const customer = customerIn(store, form);
  const listed = [...store.invoices.values()].filter((invoice) => invoice.customer === customer).toReversed();
  return listOf('/v1/invoices', listed, form.limit());
}

function customerIn(store: StripeStore, form: StripeRequest['form']): string {
  const id = form.neededText('customer');
  return found(store.customers.get(id), 'customer', id, 'customer').id;
}

function withProduct(store: StripeStore, subscription: Subscription): Subscription {
  const data = subscription.items.data.map((item) => ({
    ...item,
    price: { ...item.price, product: store.product },
  }));
  return { ...subscription, items: { ...subscription.items, data } };
}

function openPortal(store: StripeStore, { form }: StripeRequest): PortalSession {
  form.allow(['configuration', 'customer', 'locale', 'return_url']);
  const customer = customerIn(store, form);
  const id = stripeId('bps');
  const portal: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: inSeconds(store.now()),
    customer,
    livemode: false,
    return_url: form.neededAddress('return_url'),
    url: `${store.origin}/p/session/${id}`,
  };
  store.portals.set(id, portal);
  return portal;
}

/** Begins a subscription to the one price; free until the end of its trial, in seconds. */
export function beginSubscription(
  store: StripeStore,
  { customer, metadata, trialEnd }: { customer: string; metadata: Metadata; trialEnd: number | null },
): Subscription {
  const now = inSeconds(store.now());
  const id = stripeId('sub');
  const item: SubscriptionItem = {
    id: stripeId('si'),
    object: 'subscription_item',
    created: now,
    current_period_end: trialEnd ?? monthAfter(now),
    current_period_start: now,
    price: store.price,
    quantity: 1,
    subscription: id,
  };
  const subscription: Subscription = {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: now,
    currency: store.price.currency,
    customer,
    ended_at: null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: null,
    livemode: false,
    metadata,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
  };
  store.subscriptions.set(id, subscription);
  const invoice = addInvoice(store, subscription, trialEnd === null ? store.price.unit_amount : 0);
  store.webhooks.happened('customer.subscription.created', subscription);
  payInvoice(store, invoice);
  return subscription;
}

/** The same moment a month later; the last day of a shorter month. */
export function monthAfter(seconds: number): number {
  const from = new Date(seconds * 1000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return inSeconds(to);
}

/** Creates an unpaid invoice of a subscription. */
export function addInvoice(store: StripeStore, subscription: Subscription, amount: number): Invoice {
  const id = stripeId('in');
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    created: inSeconds(store.now()),
    currency: subscription.currency,
    customer: subscription.customer,
    hosted_invoice_url: `${store.origin}/i/${id}`,
    invoice_pdf: null,
    livemode: false,
    metadata: {},
    number: `BURROW-${String(store.invoices.size + 1).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    status: 'open',
    total: amount,
  };
  store.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  return invoice;
}

export function payInvoice(store: StripeStore, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  store.webhooks.happened('invoice.paid', invoice);
}
