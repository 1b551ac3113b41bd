import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inSeconds, stripeId, type StripeEvent, type StripeEventType } from './objects.ts';

/** The delay after each failed attempt, in milliseconds; the last one repeats. */
const pausesMs = [200, 1000, 5000, 30_000, 60_000] as const;
const maxTries = 20;
const answerLimitMs = 10_000;

export interface Delivery {
  /** How often the event is sent in sequence, whatever the answers. */
  times?: number;
  /** Replaces the right secret. */
  signature?: string;
  /** The time of the signature, in seconds; now unless given. */
  timestamp?: number;
}

interface WebhookSettings {
  secret: string;
  /** The address they are sent to. */
  url: () => string;
  now: () => Date;
}

/** Sends events to the product, signed as Stripe signs them, and retries until they are accepted. */
export class StripeWebhooks {
  /** Every event, oldest first, delivered or not. */
  readonly events: StripeEvent[] = [];
  /** Whether events are delivered automatically or by hand. */
  mode: 'deliver' | 'hold' = 'deliver';
  /** How often each event is sent automatically: Stripe may send one more than once. */
  copies = 1;
  /** Events held for `deliverHeld`. */
  private held: StripeEvent[] = [];
  /** Cancels pending retries. */
  private ending = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly settings: WebhookSettings;

  constructor(settings: WebhookSettings) {
    this.settings = settings;
  }

  /** Records an event and, unless events are held, sends it to the product. */
  happened(type: StripeEventType, object: StripeEvent['data']['object']): void {
    const event: StripeEvent = {
      id: stripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: inSeconds(this.settings.now()),
      // A copy: the object changes later.
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

  /** Sends an event by hand. @returns the statuses answered; 0 for no answer */
  async deliver(event: StripeEvent, { times = 1, signature, timestamp }: Delivery = {}): Promise<number[]> {
    const statuses: number[] = [];
    for (let count = 0; count < times; count++) {
      statuses.push(await this.send(event, signature, timestamp));
    }
    return statuses;
  }

  /**
   * Sends every held event that has not been sent this way yet, oldest first unless the order is reversed.
   * @returns the statuses answered, in the order sent
   */
  async deliverHeld({ reversed = false, times = 1 } = {}): Promise<number[]> {
    const events = this.held.splice(0);
    const statuses: number[] = [];
    for (const event of reversed ? events.toReversed() : events) {
      statuses.push(...(await this.deliver(event, { times })));
    }
    return statuses;
  }

  /** Waits for the automatic deliveries under way, including their retries. */
  async delivered(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  /** Deletes all events, and cancels pending deliveries. */
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
    for (let tries = 0; tries < maxTries && !ending.aborted; tries++) {
      const status = await this.send(event);
      if (status >= 200 && status < 300) return;
      const pause = pausesMs[Math.min(tries, pausesMs.length - 1)];
      // The loop checks whether the wait was cancelled.
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
      // No receiver, or no answer in time: Stripe treats both as a refusal.
      return 0;
    }
  }
}
