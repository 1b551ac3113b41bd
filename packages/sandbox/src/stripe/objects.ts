import { randomBytes } from 'node:crypto';

// The objects of Stripe's API, with the fields that the product reads.

export type Metadata = Record<string, string>;

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  created: number;
  currency: string;
  customer: string | null;
  last_payment_error: { type: 'card_error'; code: string; decline_code: string; message: string } | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  status: 'requires_payment_method' | 'succeeded';
}

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  created: number;
  currency: string;
  customer: string | null;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  metadata: Metadata;
  mode: 'payment' | 'subscription';
  /** Null until the first attempt to pay. */
  payment_intent: string | null;
  payment_method_types: string[];
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  ui_mode: 'hosted_page';
  url: string | null;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  reason: null;
  status: 'pending' | 'succeeded' | 'failed';
}

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  livemode: false;
  metadata: Metadata;
  name: string | null;
}

export interface Product {
  id: string;
  object: 'product';
  active: true;
  name: string;
}

export interface Price {
  id: string;
  object: 'price';
  active: true;
  currency: string;
  livemode: false;
  nickname: null;
  product: string | Product;
  recurring: { interval: 'month'; interval_count: 1; usage_type: 'licensed' };
  type: 'recurring';
  unit_amount: number;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  created: number;
  current_period_end: number;
  current_period_start: number;
  price: Price;
  quantity: number;
  subscription: string;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  created: number;
  currency: string;
  customer: string;
  ended_at: number | null;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  livemode: false;
  metadata: Metadata;
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled';
  trial_end: number | null;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  created: number;
  currency: string;
  customer: string;
  hosted_invoice_url: string;
  invoice_pdf: string | null;
  livemode: false;
  metadata: Metadata;
  number: string;
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { metadata: Metadata; subscription: string };
  };
  status: 'open' | 'paid' | 'void';
  total: number;
}

export interface PortalSession {
  id: string;
  object: 'billing_portal.session';
  created: number;
  customer: string;
  livemode: false;
  return_url: string;
  url: string;
}

export interface List<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  url: string;
}

export type StripeEventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed';

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  /** The object at the time of the event. */
  data: { object: CheckoutSession | Refund | Subscription | Invoice };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  type: StripeEventType;
}

/** A new id of a kind, such as `cs_test` or `pi`. */
export const stripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Stripe's times are in seconds. */
export const inSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Items as the only page of a list. */
export function listOf<Item>(url: string, data: Item[], limit = data.length): List<Item> {
  return { object: 'list', data: data.slice(0, limit), has_more: data.length > limit, url };
}
