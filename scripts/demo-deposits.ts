import { randomUUID } from 'node:crypto';
import type { TakeDeposit } from '../seeds/willow-money.ts';
import { stripePayments } from '../apps/api/src/integrations/payments/stripe.ts';

interface StandIn {
  secretKey: string;
  webhookSecret: string;
  /** Its address. */
  apiUrl: string;
  /** The address that the browser would return to. */
  publicUrl: string;
}

/** Pays the demo's deposits at the Stripe stand-in, as a pet owner would on its page, so that they can be refunded. */
export function depositsAtStandIn({ secretKey, webhookSecret, apiUrl, publicUrl }: StandIn): TakeDeposit {
  const clock = { now: () => new Date() };
  const payments = stripePayments({ secretKey, webhookSecret, price: undefined, apiUrl, clock });
  return async ({ amountPence }) => {
    const { reference } = await payments.createCheckout({
      // The sandbox outlives a database: a key made from the deposit would name a checkout of the last demo.
      key: randomUUID(),
      amountPence,
      currency: 'GBP',
      description: 'Deposit for an appointment',
      email: null,
      successUrl: `${publicUrl}/app/cp`,
      cancelUrl: `${publicUrl}/app/cp`,
      expiresAt: new Date(Date.now() + 35 * 60_000),
      metadata: { kind: 'deposit', tenant_id: '1' },
    });
    const page = await fetch(`${apiUrl}/c/pay/${reference}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'stay' }),
      redirect: 'manual',
    });
    await page.body?.cancel();
    const payment = (await payments.checkout(reference))?.paymentReference;
    if (!payment) throw new Error('A deposit of the demo was not paid.');
    return { checkout: reference, payment };
  };
}
