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
  /** What webhooks are signed with. */
  webhookSecret: string;
  /** The id of the one price there is to subscribe to: £39.00 a month. */
  price: string;
  /** Where what it holds outlives the process; nowhere unless given. */
  file?: string;
}

const webhookPath = '/api/webhooks/stripe';

/** What stands in for Stripe, and what a test can make it do. */
export class StripeSandbox {
  mood: StripeMood = 'well';
  /** The stand-in's time; a test puts its own clock in. Webhooks are signed by the system's, as they are checked by it. */
  now: () => Date = () => new Date();
  readonly routes: Router = express.Router();
  private readonly store: StripeStore;
  /** How many requests were refused because another one with their key was under way. */
  refusedKeys = 0;
  private hold: AnswerHold | undefined;
  private readonly answers = new Map<string, { request: string; status: number; body: object }>();

  /** @param appUrl where the product is reached, asked for each webhook */
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

  /** Reads what was kept, and keeps what each request has changed. */
  private keeping(path: string): RequestHandler {
    const file = new StripeFile(path, { ...this.store.kinds, answers: this.answers });
    file.read();
    return (req, res, next) => {
      if (req.method === 'POST') res.on('close', () => file.write());
      next();
    };
  }

  /** Whether webhooks leave by themselves ('deliver') or wait for `deliverHeld` ('hold'). */
  get webhooks(): 'deliver' | 'hold' {
    return this.store.webhooks.mode;
  }

  set webhooks(mode: 'deliver' | 'hold') {
    this.store.webhooks.mode = mode;
  }

  /** How often each webhook leaves by itself. */
  set copies(count: number) {
    this.store.webhooks.copies = count;
  }

  /** Everything that happened so far, oldest first. */
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

  /** What becomes of the next refunds, in this order; push to it. All others succeed at once. */
  get refundOutcomes(): RefundOutcome[] {
    return this.store.refundOutcomes;
  }

  /** Sends a webhook by hand, again and out of order if need be. @returns the statuses answered; 0 where nobody was */
  deliver(event: StripeEvent, delivery?: Delivery): Promise<number[]> {
    return this.store.webhooks.deliver(event, delivery);
  }

  /** Sends what was held and not sent this way yet. @returns the statuses answered, in the order sent */
  deliverHeld(order?: { reversed?: boolean; times?: number }): Promise<number[]> {
    return this.store.webhooks.deliverHeld(order);
  }

  /** Waits until the product has taken every webhook that left by itself. */
  delivered(): Promise<void> {
    return this.store.webhooks.delivered();
  }

  /** Somebody pays a checkout. @throws for one that is not open */
  pay(sessionId: string): CheckoutSession {
    return paySession(this.store, sessionId);
  }

  /** Somebody's card is refused at a checkout, which stays open. @throws for one that is not open */
  decline(sessionId: string): CheckoutSession {
    return declineSession(this.store, sessionId);
  }

  /** A checkout's time is over. @throws for one that nobody knows */
  expire(sessionId: string): CheckoutSession {
    const session = sessionOf(this.store, sessionId);
    return session.status === 'open' ? expireSession(this.store, session) : session;
  }

  /** The bank says what became of a refund that was pending. @throws for one that nobody knows */
  settleRefund(refundId: string, status: 'succeeded' | 'failed'): Refund {
    return settleRefund(this.store, refundId, status);
  }

  /** Has the next POST with a key wait until it is let go; whoever asks with the same key meanwhile is refused. */
  holdNext(): HeldAnswer {
    this.hold = new AnswerHold();
    return this.hold;
  }

  /** Forgets what it answered to which Idempotency-Key, as Stripe does after a day. */
  forgetKeys(): void {
    this.answers.clear();
  }

  /** Forgets everything: well again, nothing waiting, no answers kept. */
  reset(): void {
    this.mood = 'well';
    this.hold = undefined;
    this.refusedKeys = 0;
    this.store.clear();
    this.store.webhooks.reset();
    this.answers.clear();
  }
}
