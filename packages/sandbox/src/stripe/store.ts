import type {
  CheckoutSession,
  Customer,
  Invoice,
  Metadata,
  PaymentIntent,
  PortalSession,
  Price,
  Product,
  Refund,
  Subscription,
} from './objects.ts';
import type { StripeWebhooks } from './webhooks.ts';

/**
 * The outcome of a refund: completed at once; accepted and pending until it is settled by hand; accepted and failed;
 * or refused, because Stripe is unavailable, permanently, or because the payment was already refunded.
 */
export type RefundOutcome =
  'succeeded' | 'pending' | 'failed' | 'unavailable' | 'refused' | 'already_refunded';

/** The facts about a checkout beside Stripe's object. */
export interface CheckoutOrder {
  description: string;
  intentMetadata: Metadata;
  subscription: { metadata: Metadata; trialEnd: number | null };
}

/** The data of one account at Stripe, in memory, oldest first. */
export class StripeStore {
  readonly customers = new Map<string, Customer>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly sessions = new Map<string, CheckoutSession>();
  /** By the checkout. */
  readonly orders = new Map<string, CheckoutOrder>();
  readonly refunds = new Map<string, Refund>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly portals = new Map<string, PortalSession>();
  /** Subscriptions whose card will be declined. */
  readonly brokenCards = new Map<string, true>();
  /** The outcomes of the next refunds, in this order; all others succeed. */
  readonly refundOutcomes: RefundOutcome[] = [];
  readonly product: Product = {
    id: 'prod_burrow_practice',
    object: 'product',
    active: true,
    name: 'Burrow practice',
  };
  /** The only price that can be subscribed to. */
  readonly price: Price;
  readonly webhooks: StripeWebhooks;
  readonly now: () => Date;
  /** The address of the stand-in, which serves its pages. */
  origin = 'http://localhost:8090';

  constructor(settings: { price: string; webhooks: StripeWebhooks; now: () => Date }) {
    this.webhooks = settings.webhooks;
    this.now = settings.now;
    this.price = {
      id: settings.price,
      object: 'price',
      active: true,
      currency: 'gbp',
      livemode: false,
      nickname: null,
      product: this.product.id,
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
      type: 'recurring',
      unit_amount: 3900,
    };
  }

  /** Every object by id, by kind. */
  get kinds(): Readonly<Record<string, Map<string, unknown>>> {
    return {
      customers: this.customers,
      intents: this.intents,
      sessions: this.sessions,
      orders: this.orders,
      refunds: this.refunds,
      subscriptions: this.subscriptions,
      invoices: this.invoices,
      portals: this.portals,
      brokenCards: this.brokenCards,
    };
  }

  clear(): void {
    for (const things of Object.values(this.kinds)) things.clear();
    this.refundOutcomes.length = 0;
  }
}
