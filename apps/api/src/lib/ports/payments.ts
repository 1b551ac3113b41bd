import { AppError } from '../app-error.ts';

/** A payment that is to be made on the provider's page. */
export interface NewCheckout {
  /** The same key is the same checkout, however often it is asked for. */
  key: string;
  amountPence: number;
  /** ISO 4217. */
  currency: string;
  /** What the page says is paid for. */
  description: string;
  /** Filled in on the page; null when there is none. */
  email: string | null;
  /** Where the browser goes after paying; `{CHECKOUT_SESSION_ID}` becomes the reference. */
  successUrl: string;
  /** Where it goes when the person turns back. */
  cancelUrl: string;
  expiresAt: Date;
  metadata: Readonly<Record<string, string>>;
}

/** How a checkout stands at the provider. */
export interface Checkout {
  reference: string;
  /** Where to pay, while it is open. */
  url: string | null;
  /** declined: still open, but the last try to pay it was refused. */
  state: 'open' | 'declined' | 'paid' | 'expired';
  amountPence: number;
  currency: string;
  /** Names the payment, once it is paid. */
  paymentReference: string | null;
  metadata: Readonly<Record<string, string>>;
}

export interface NewRefund {
  /** The same key is the same refund, however often it is asked for. */
  key: string;
  paymentReference: string;
  amountPence: number;
  /** That of the payment. */
  currency: string;
  metadata: Readonly<Record<string, string>>;
}

/** How a refund stands at the provider. */
export interface ProviderRefund {
  reference: string;
  state: 'pending' | 'done' | 'failed';
  paymentReference: string;
  amountPence: number;
  /** In the provider's words, when it failed. */
  failure: string | null;
  metadata: Readonly<Record<string, string>>;
}

/** A practice's subscription, as it stands at the provider. */
export interface ProviderSubscription {
  reference: string;
  customer: string;
  state: 'active' | 'past_due' | 'cancelled';
  plan: string;
  pricePence: number;
  currency: string;
  interval: 'month' | 'year';
  /** Until when it is paid for. */
  periodEnd: Date;
  /** Whether it ends when the period ends. */
  cancels: boolean;
}

export interface ProviderInvoice {
  id: string;
  number: string | null;
  createdAt: Date;
  amountPence: number;
  currency: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  url: string | null;
  pdfUrl: string | null;
}

/** What the provider told by a signed webhook. Only a hint to ask again: what it carries may be old by now. */
export type PaymentEvent =
  | { kind: 'checkout'; reference: string; isPaid: boolean; metadata: Readonly<Record<string, string>> }
  | { kind: 'refund'; reference: string; metadata: Readonly<Record<string, string>> }
  | { kind: 'subscription'; customer: string; metadata: Readonly<Record<string, string>> }
  /** A cardholder says that a payment was not theirs, or how that ended; `state` in the provider's word. */
  | { kind: 'dispute'; reference: string; paymentReference: string; state: string }
  | { kind: 'other' };

/**
 * Takes money through a provider of card payments. Never awaited inside a transaction. Every method throws
 * PaymentsUnavailable when the provider refuses, does not answer in time, or none is configured.
 */
export interface Payments {
  /** Whether a provider is configured. */
  readonly isConfigured: boolean;
  /** Whether practices can subscribe here: there is a plan to subscribe to. */
  readonly hasPlan: boolean;
  /** Asks whether the account and, if there is one, the plan can be used. Changes nothing. */
  check(): Promise<void>;
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  /** @returns null when the provider knows no such checkout */
  checkout(reference: string): Promise<Checkout | null>;
  /** Ends a checkout that is open; what is paid or over stays as it is. */
  expireCheckout(reference: string): Promise<void>;
  /** @throws PaymentsUnavailable with `isFinal` when the provider will never do it */
  refund(refund: NewRefund): Promise<ProviderRefund>;
  refundNamed(reference: string): Promise<ProviderRefund | null>;
  /** What a payment was given to keep when its checkout was made; null when the provider knows no such payment. */
  metadataOf(paymentReference: string): Promise<Readonly<Record<string, string>> | null>;
  /** Every refund of a payment, 100 at most. */
  refundsOf(paymentReference: string): Promise<ProviderRefund[]>;
  /** The customer at the provider who stands for a practice. The same key is the same customer. */
  createCustomer(customer: {
    key: string;
    name: string;
    email: string | null;
    metadata: Readonly<Record<string, string>>;
  }): Promise<string>;
  /** Where a customer begins a subscription to the plan; free until `trialEndsAt`. */
  subscribe(subscription: {
    /** The same key is the same page, so that two that are open at once cannot both be paid. */
    key: string;
    customer: string;
    trialEndsAt: Date | null;
    successUrl: string;
    cancelUrl: string;
    metadata: Readonly<Record<string, string>>;
  }): Promise<{ url: string }>;
  /** Where a customer manages card, plan and cancelling. */
  billingPortal(customer: string, returnUrl: string): Promise<{ url: string }>;
  /** The newest subscription of a customer; null when there never was one that began. */
  subscriptionOf(customer: string): Promise<ProviderSubscription | null>;
  /** Newest first, `limit` at most. */
  invoicesOf(customer: string, limit: number): Promise<ProviderInvoice[]>;
  /**
   * Reads a webhook's body, exactly as it came.
   * @throws AppError `unauthenticated` for a signature that is not the provider's, or older than five minutes
   */
  readEvent(body: Buffer, signature: string | undefined): Promise<PaymentEvent>;
}

/**
 * What became of a question that was not answered as it should be: the provider refused it, it never came there, or
 * nobody knows whether it was done.
 */
type Fate = 'refused' | 'unsent' | 'unknown';

/** The provider did not do what it was asked: `payments_unavailable` to the caller. */
export class PaymentsUnavailable extends AppError {
  /** True when asking again changes nothing, such as for a payment that was refunded already. */
  readonly isFinal: boolean;
  readonly fate: Fate;
  /** Whether the provider knows no such customer, as after a change of account. */
  readonly lacksCustomer: boolean;
  /** Whether this one payment is the reason, such as a card that was refused: the provider itself is well. */
  readonly concernsPayment: boolean;
  /** The provider's own name of what went wrong, or the network's. */
  readonly providerCode: string;

  /** @param reason for the log and the practice, without names and numbers of cards */
  constructor(
    reason: string,
    {
      isFinal = false,
      fate = 'unknown',
      lacksCustomer = false,
      concernsPayment = false,
      providerCode = 'unknown',
    }: {
      isFinal?: boolean;
      fate?: Fate;
      lacksCustomer?: boolean;
      concernsPayment?: boolean;
      providerCode?: string;
    } = {},
  ) {
    super('payments_unavailable', {}, { cause: new Error(reason) });
    this.isFinal = isFinal;
    this.fate = fate;
    this.lacksCustomer = lacksCustomer;
    this.concernsPayment = concernsPayment;
    this.providerCode = providerCode;
  }
}
