import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect } from 'vitest';
import { createSandbox, type Sandbox, type SandboxAccounts } from '../../sandbox.ts';

export const account = {
  secretKey: 'sk_test_right',
  webhookSecret: 'whsec_right',
  price: 'price_practice',
};

export const accounts: SandboxAccounts = {
  twilio: { accountSid: 'AC1', authToken: 'token' },
  mail: { user: 'burrow', password: 'secret' },
  stripe: account,
};

/** Stripe's own SDK, pointed at the stand-in's address. */
export const clientAt = (url: string, key: string): Stripe =>
  new Stripe(key, { host: '127.0.0.1', port: new URL(url).port, protocol: 'http', maxNetworkRetries: 0 });

/** Makes a server listen on a free port. @returns its address */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

export interface StripeSetup {
  sandbox: Sandbox;
  url: string;
  /** Stripe's own SDK, signed in. */
  stripe: Stripe;
  clientFor: (key: string) => Stripe;
  /** The types of all events, oldest first. */
  types: () => string[];
}

/** Gives each test its own sandbox over HTTP, which holds its webhooks, and Stripe's SDK to call it. */
export function useStripe(): StripeSetup {
  const setup = {
    types: () => setup.sandbox.stripe.events.map(({ type }) => type),
    clientFor: (key) => clientAt(setup.url, key),
  } as Partial<StripeSetup> as StripeSetup;
  let server: Server;
  beforeEach(async () => {
    setup.sandbox = createSandbox(accounts);
    setup.sandbox.stripe.webhooks = 'hold';
    server = createServer(setup.sandbox.app);
    setup.url = await listening(server);
    setup.stripe = setup.clientFor(account.secretKey);
  });
  afterEach(async () => {
    setup.sandbox.reset();
    await closed(server);
  });
  return setup;
}

/** The time in so many minutes, in seconds. */
export const minutesFromNow = (minutes: number): number => Math.floor(Date.now() / 1000) + minutes * 60;

/** A deposit of £15.00. */
export const payment = (
  change: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'gbp', unit_amount: 1500, product_data: { name: 'Deposit: Full groom' } },
    },
  ],
  customer_email: 'tilda@example.com',
  success_url: 'http://localhost:8080/paid?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8080/back',
  expires_at: minutesFromNow(31),
  metadata: { deposit_id: '7' },
  payment_intent_data: { metadata: { deposit_id: '7' } },
  ...change,
});

/** The error that Stripe refuses a request with. */
export async function refusal(asked: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Stripe.errors.StripeError);
  const { statusCode, code, rawType, param } = error as InstanceType<typeof Stripe.errors.StripeError>;
  return { status: statusCode, type: rawType, ...(code && { code }), ...(param && { param }) };
}
