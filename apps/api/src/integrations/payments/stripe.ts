import type { Stripe } from 'stripe';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { PaymentsUnavailable, type Payments } from '../../lib/ports/payments.ts';
import { failureOf, type AskStripe } from './stripe-ask.ts';
import { stripeDeposits } from './stripe-deposits.ts';
import { eventOf } from './stripe-objects.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** The price that practices subscribe to; undefined without subscriptions. */
  price?: string | undefined;
  /** Origin of the stand-in for Stripe. */
  apiUrl?: string | undefined;
  clock: Clock;
  /** The timeout of one attempt. */
  limitMs?: number;
}

/** For most requests a person is waiting at a page. */
const usualLimitMs = 5000;
/** The maximum age of a webhook's signature in seconds; an older one may be a replay. */
const signatureTolerance = 300;

type LoadSdk = () => Promise<{ Stripe: typeof Stripe }>;

/**
 * Takes money through Stripe. Requests with the same key are executed once, so an interrupted attempt is retried
 * once.
 * @param load the SDK, on first use: it takes memory that a server without payments does not need
 */
export function stripePayments(settings: StripeSettings, load: LoadSdk = () => import('stripe')): Payments {
  let connected: Stripe | undefined;
  const connection = async (): Promise<Stripe> => {
    // Kept only once loaded, so that a failed load affects one call only.
    connected ??= await load().then(
      ({ Stripe: Client }) => connect(Client, settings),
      () => {
        throw new PaymentsUnavailable('The Stripe SDK could not be loaded.', { fate: 'unsent' });
      },
    );
    return connected;
  };
  const ask: AskStripe = async (question) => {
    const stripe = await connection();
    try {
      return await question(stripe);
    } catch (error) {
      throw failureOf(error);
    }
  };
  return {
    isConfigured: true,
    ...stripeDeposits(ask),
    ...stripeSubscriptions(ask, settings),

    check: () =>
      ask(async (stripe) => {
        // The permissions that every deposit needs.
        await stripe.checkout.sessions.list({ limit: 1 });
        if (settings.price === undefined) return;
        const { active } = await stripe.prices.retrieve(settings.price);
        if (!active) throw inactivePrice();
      }),
    readEvent: async (body, signature) => eventOf(eventIn(await connection(), settings, body, signature)),
  };
}

const inactivePrice = (): PaymentsUnavailable =>
  new PaymentsUnavailable('The price is archived at Stripe.', {
    isFinal: true,
    providerCode: 'price_inactive',
  });

function eventIn(
  { webhooks }: Stripe,
  { webhookSecret }: StripeSettings,
  body: Buffer,
  signature = '',
): Stripe.Event {
  try {
    return webhooks.constructEvent(body, signature, webhookSecret, signatureTolerance);
  } catch (error) {
    // Its first line contains the reason; the error itself carries the whole body.
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    throw new AppError('unauthenticated', {}, { cause: new Error(reason) });
  }
}

function connect(Client: typeof Stripe, { secretKey, apiUrl, limitMs }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl ?? 'https://api.stripe.com');
  return new Client(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: limitMs ?? usualLimitMs,
    maxNetworkRetries: 1,
    telemetry: false,
    // Its timeout covers the request to the end of the answer; the SDK's covers silence only.
    httpClient: Client.createFetchHttpClient(),
  });
}
