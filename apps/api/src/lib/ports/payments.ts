import { AppError } from '../app-error.ts';

/** A payment to be made on the provider's page. */
export interface NewCheckout {
  /** The same key returns the same checkout. */
  key: string;
  amountPence: number;
  /** ISO 4217. */
  currency: string;
  /** The description of the payment on the page. */
  description: string;
  /** Filled in on the page; null for none. */
  email: string | null;
  /** The address after paying; `{CHECKOUT_SESSION_ID}` becomes the reference. */
  successUrl: string;
  /** The address after cancelling. */
  cancelUrl: string;
  expiresAt: Date;
  metadata: Readonly<Record<string, string>>;
}

/** The state of a checkout at the provider. */
export interface Checkout {
  reference: string;
  /** The address to pay at, while it is open. */
  url: string | null;
  /** declined: still open, but the last attempt to pay was declined. */
  state: 'open' | 'declined' | 'paid' | 'expired';
  amountPence: number;
  currency: string;
  /** The id of the payment, once it is paid. */
  paymentReference: string | null;
  metadata: Readonly<Record<string, string>>;
}

export interface NewRefund {
  /** The same key returns the same refund. */
  key: string;
  paymentReference: string;
  amountPence: number;
  /** That of the payment. */
  currency: string;
  metadata: Readonly<Record<string, string>>;
}

/** The state of a refund at the provider. */
export interface ProviderRefund {
  reference: string;
  state: 'pending' | 'done' | 'failed';
  paymentReference: string;
  amountPence: number;
  /** The provider's reason, when it failed. */
  failure: string | null;
  metadata: Readonly<Record<string, string>>;
}

/** The state of a practice's subscription at the provider. */
export interface ProviderSubscription {
  reference: string;
  customer: string;
  state: 'active' | 'past_due' | 'cancelled';
  plan: string;
  pricePence: number;
  currency: string;
  interval: 'month' | 'year';
  /** The end of the paid period. */
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

/** The content of a signed webhook from the provider. Only a hint to read the current state: it may be outdated. */
export type PaymentEvent =
  | { kind: 'checkout'; reference: string; isPaid: boolean; metadata: Readonly<Record<string, string>> }
  | { kind: 'refund'; reference: string }
  | { kind: 'subscription'; customer: string; metadata: Readonly<Record<string, string>> }
  /** A cardholder disputes a payment, or the dispute was decided; `state` in the provider's word. */
  | { kind: 'dispute'; reference: string; paymentReference: string; state: string }
  | { kind: 'other' };

/**
 * Takes money through a provider of card payments. Never awaited inside a transaction. Every method throws
 * PaymentsUnavailable when the provider refuses, does not answer in time, or none is configured.
 */
export interface Payments {
  /** Whether a provider is configured. */
  readonly isConfigured: boolean;
  /** Whether practices can subscribe here: there is a plan. */
  readonly hasPlan: boolean;
  /** Checks whether the account and, if there is one, the plan can be used. Changes nothing. */
  check(): Promise<void>;
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  /** @returns null for a checkout unknown to the provider */
  checkout(reference: string): Promise<Checkout | null>;
  /** Expires an open checkout; a paid or expired one stays as it is. */
  expireCheckout(reference: string): Promise<void>;
  /** @throws PaymentsUnavailable with `isFinal` if the refusal is permanent */
  refund(refund: NewRefund): Promise<ProviderRefund>;
  refundNamed(reference: string): Promise<ProviderRefund | null>;
  /** The metadata of a payment, set when its checkout was created; null for one unknown to the provider. */
  metadataOf(paymentReference: string): Promise<Readonly<Record<string, string>> | null>;
  /** Every refund of a payment, 100 at most; none of one unknown to the provider. */
  refundsOf(paymentReference: string): Promise<ProviderRefund[]>;
  /** The customer at the provider that represents a practice. The same key returns the same customer. */
  createCustomer(customer: {
    key: string;
    name: string;
    email: string | null;
    metadata: Readonly<Record<string, string>>;
  }): Promise<string>;
  /** The address where a customer subscribes to the plan; free until `trialEndsAt`. */
  subscribe(subscription: {
    /** The same key returns the same page, so that two open ones cannot both be paid. */
    key: string;
    customer: string;
    trialEndsAt: Date | null;
    successUrl: string;
    cancelUrl: string;
    metadata: Readonly<Record<string, string>>;
  }): Promise<{ url: string }>;
  /** The address where a customer manages card, plan and cancellation. */
  billingPortal(customer: string, returnUrl: string): Promise<{ url: string }>;
  /** The newest subscription of a customer; null if none has begun. */
  subscriptionOf(customer: string): Promise<ProviderSubscription | null>;
  /** Newest first, `limit` at most. */
  invoicesOf(customer: string, limit: number): Promise<ProviderInvoice[]>;
  /**
   * Parses a webhook's raw body.
   * @throws AppError `unauthenticated` for an invalid signature, or one older than five minutes
   */
  readEvent(body: Buffer, signature: string | undefined): Promise<PaymentEvent>;
}

/**
 * The outcome of a failed request: the provider refused it, it was never received, or it is unknown whether it was
 * executed.
 */
type Fate = 'refused' | 'unsent' | 'unknown';

/** A failed request to the provider: `payments_unavailable` to the caller. */
export class PaymentsUnavailable extends AppError {
  /** True for a permanent refusal, such as of a payment that was already refunded. */
  readonly isFinal: boolean;
  readonly fate: Fate;
  /** Whether the customer is unknown to the provider, as after a change of account. */
  readonly lacksCustomer: boolean;
  /** Whether this one payment is the reason, such as a declined card, and the provider itself works. */
  readonly concernsPayment: boolean;
  /** The provider's error code, or the network's. */
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
