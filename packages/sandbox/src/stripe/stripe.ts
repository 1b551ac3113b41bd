import express, { type RequestHandler, type Router } from 'express';
import { billingEndpoints } from './billing.ts';
import { checkoutEndpoints, declineSession, expireSession, paySession, sessionOf } from './checkout.ts';
import { StripeFile } from './file.ts';
import type { CheckoutSession, Refund, StripeEvent, Subscription } from './objects.ts';
import { stripePages } from './pages.ts';
import { AnswerHold, stripeRoutes, type HeldAnswer, type StripeMood } from './protocol.ts';
import { refundEndpoints, settleRefund } from './refunds.ts';
import { StripeStore, type RefundOutcome } from './store.ts';
import { StripeWebhooks, type Delivery } from './webhooks.ts';

export interface StripeAccount {
  secretKey: string;
  /** The secret that signs webhooks. */
  webhookSecret: string;
  /** The id of the one price there is to subscribe to: £39.00 a month. */
  price: string;
  /** The file that keeps the state across restarts; none unless given. */
  file?: string;
}

const webhookPath = '/api/webhooks/stripe';

/** The stand-in for Stripe, and its controls for tests. */
export class StripeSandbox {
  mood: StripeMood = 'well';
  /**
   * The stand-in's time, which a test can set. Webhooks are signed by the system's, which also verifies them.
   */
  now: () => Date = () => new Date();
  readonly routes: Router = express.Router();
  private readonly store: StripeStore;
  /** How many requests were refused because another one with their key was in progress. */
  refusedKeys = 0;
  private hold: AnswerHold | undefined;
  private readonly answers = new Map<string, { request: string; status: number; body: object }>();

  /** @param appUrl the product's address, read for each webhook */
  constructor({ secretKey, webhookSecret, price, file }: StripeAccount, appUrl: () => string) {
    const now = (): Date => this.now();
    const webhooks = new StripeWebhooks({
      secret: webhookSecret,
      url: () => `${appUrl()}${webhookPath}`,
      now,
    });
    const store = new StripeStore({ price, webhooks, now });
    this.store = store;
    this.routes.use((req, _res, next) => {
      store.origin = `${req.protocol}://${req.get('host')}`;
      next();
    });
    if (file !== undefined) this.routes.use(this.keeping(file));
    const endpoints = [...checkoutEndpoints(store), ...refundEndpoints(store), ...billingEndpoints(store)];
    const takeHold = (): AnswerHold | undefined => {
      const { hold } = this;
      this.hold = undefined;
      return hold;
    };
    const onKeyInUse = (): void => void (this.refusedKeys += 1);
    const protocol = { secretKey, mood: () => this.mood, answers: this.answers, takeHold, onKeyInUse };
    this.routes.use(stripeRoutes(endpoints, protocol), stripePages(store));
  }

  /** Loads the stored state, and saves it after each request. */
  private keeping(path: string): RequestHandler {
    const file = new StripeFile(path, { ...this.store.kinds, answers: this.answers });
    file.read();
    return (req, res, next) => {
      if (req.method === 'POST') res.on('close', () => file.write());
      next();
    };
  }

  /** Whether webhooks are sent immediately ('deliver') or on `deliverHeld` ('hold'). */
  get webhooks(): 'deliver' | 'hold' {
    return this.store.webhooks.mode;
  }

  set webhooks(mode: 'deliver' | 'hold') {
    this.store.webhooks.mode = mode;
  }

  /** How often each webhook is sent automatically. */
  set copies(count: number) {
    this.store.webhooks.copies = count;
  }

  /** Every event, oldest first. */
  get events(): readonly StripeEvent[] {
    return this.store.webhooks.events;
  }

  /** Every checkout, oldest first. */
  get sessions(): readonly CheckoutSession[] {
    return [...this.store.sessions.values()];
  }

  /** Every refund, oldest first. */
  get refunds(): readonly Refund[] {
    return [...this.store.refunds.values()];
  }

  /** Every subscription, oldest first. */
  get subscriptions(): readonly Subscription[] {
    return [...this.store.subscriptions.values()];
  }

  /** The outcomes of the next refunds, in this order; push to it. All others succeed at once. */
  get refundOutcomes(): RefundOutcome[] {
    return this.store.refundOutcomes;
  }

  /** Sends a webhook by hand, again or out of order if need be. @returns the statuses answered; 0 for no answer */
  deliver(event: StripeEvent, delivery?: Delivery): Promise<number[]> {
    return this.store.webhooks.deliver(event, delivery);
  }

  /**
   * Sends the webhooks that were held and not yet sent this way. @returns the statuses answered, in the order sent
   */
  deliverHeld(order?: { reversed?: boolean; times?: number }): Promise<number[]> {
    return this.store.webhooks.deliverHeld(order);
  }

  /** Waits until the product has accepted every webhook that was sent automatically. */
  delivered(): Promise<void> {
    return this.store.webhooks.delivered();
  }

  /** Pays a checkout. @throws for one that is not open */
  pay(sessionId: string): CheckoutSession {
    return paySession(this.store, sessionId);
  }

  /** Declines a card at a checkout, which stays open. @throws for one that is not open */
  decline(sessionId: string): CheckoutSession {
    return declineSession(this.store, sessionId);
  }

  /** Expires a checkout. @throws for an unknown one */
  expire(sessionId: string): CheckoutSession {
    const session = sessionOf(this.store, sessionId);
    return session.status === 'open' ? expireSession(this.store, session) : session;
  }

  /** Settles a pending refund at the bank. @throws for an unknown one */
  settleRefund(refundId: string, status: 'succeeded' | 'failed'): Refund {
    return settleRefund(this.store, refundId, status);
  }

  /**
   * Delays the next POST with a key until it is released; a request with the same key is refused meanwhile.
   */
  holdNext(): HeldAnswer {
    this.hold = new AnswerHold();
    return this.hold;
  }

  /** Deletes the answers by Idempotency-Key, as Stripe does after a day. */
  forgetKeys(): void {
    this.answers.clear();
  }

  /** Resets everything: modes, delays, stored answers. */
  reset(): void {
    this.mood = 'well';
    this.hold = undefined;
    this.refusedKeys = 0;
    this.store.clear();
    this.store.webhooks.reset();
    this.answers.clear();
  }
}
