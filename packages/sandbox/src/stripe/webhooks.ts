import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inSeconds, stripeId, type StripeEvent, type StripeEventType } from './objects.ts';

/** How long after each try that failed the next one follows, in milliseconds; the last again and again. */
const pausesMs = [200, 1000, 5000, 30_000, 60_000] as const;
const mostTries = 20;
const answerLimitMs = 10_000;

export interface Delivery {
  /** How often the event is sent, one after the other, whatever is answered. */
  times?: number;
  /** Instead of the right one. */
  signature?: string;
  /** When it was signed, in seconds; now unless given. */
  timestamp?: number;
}

interface WebhookSettings {
  secret: string;
  /** Where they are sent. */
  url: () => string;
  now: () => Date;
}

/** Tells the product what happened, signed as Stripe signs it, again and again until it is taken. */
export class StripeWebhooks {
  /** Everything that happened so far, oldest first, delivered or not. */
  readonly events: StripeEvent[] = [];
  /** Whether events are delivered by themselves, or wait until they are delivered by hand. */
  mode: 'deliver' | 'hold' = 'deliver';
  /** How often each event is sent by itself: more than once now and then, Stripe says. */
  copies = 1;
  /** What waits for `deliverHeld`. */
  private held: StripeEvent[] = [];
  /** Ends what is still to be tried again. */
  private ending = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly settings: WebhookSettings;

  constructor(settings: WebhookSettings) {
    this.settings = settings;
  }

  /** Writes down that something happened and, unless events are held, tells the product. */
  happened(type: StripeEventType, object: StripeEvent['data']['object']): void {
    const event: StripeEvent = {
      id: stripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: inSeconds(this.settings.now()),
      // As it is now: the object goes on changing.
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.events.push(event);
    if (this.mode === 'hold') {
      this.held.push(event);
      return;
    }
    for (let copy = 0; copy < this.copies; copy++) this.deliverUntilTaken(event);
  }

  /** Sends an event by hand. @returns the statuses answered; 0 where nobody was there */
  async deliver(event: StripeEvent, { times = 1, signature, timestamp }: Delivery = {}): Promise<number[]> {
    const statuses: number[] = [];
    for (let count = 0; count < times; count++) {
      statuses.push(await this.send(event, signature, timestamp));
    }
    return statuses;
  }

  /**
   * Sends every event that was held and has not been sent this way yet, oldest first unless it is to be the wrong way
   * round. @returns the statuses answered, in the order sent
   */
  async deliverHeld({ reversed = false, times = 1 } = {}): Promise<number[]> {
    const events = this.held.splice(0);
    const statuses: number[] = [];
    for (const event of reversed ? events.toReversed() : events) {
      statuses.push(...(await this.deliver(event, { times })));
    }
    return statuses;
  }

  /** Waits for the deliveries that have begun by themselves, tries to come included. */
  async delivered(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  /** Forgets what happened, and gives up what was not taken yet. */
  reset(): void {
    this.ending.abort();
    this.ending = new AbortController();
    this.events.length = 0;
    this.held.length = 0;
    this.copies = 1;
  }

  private deliverUntilTaken(event: StripeEvent): void {
    const delivery = this.trying(event, this.ending.signal).finally(() => this.underWay.delete(delivery));
    this.underWay.add(delivery);
  }

  private async trying(event: StripeEvent, ending: AbortSignal): Promise<void> {
    for (let tries = 0; tries < mostTries && !ending.aborted; tries++) {
      const status = await this.send(event);
      if (status >= 200 && status < 300) return;
      const pause = pausesMs[Math.min(tries, pausesMs.length - 1)];
      // Ended early, it is over: the loop looks.
      await wait(pause, undefined, { ref: false, signal: ending }).catch(() => undefined);
    }
  }

  private async send(
    event: StripeEvent,
    signature?: string,
    timestamp = Math.floor(Date.now() / 1000),
  ): Promise<number> {
    const body = JSON.stringify(event, null, 2);
    const mac = createHmac('sha256', this.settings.secret).update(`${timestamp}.${body}`).digest('hex');
    try {
      const response = await fetch(this.settings.url(), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signature ?? `t=${timestamp},v1=${mac}`,
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerLimitMs),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // Nobody there, or no answer in time: to Stripe the same as a refusal.
      return 0;
    }
  }
}
