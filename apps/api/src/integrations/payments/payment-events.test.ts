import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { systemClock } from '../../lib/clock.ts';
import type { NewCheckout } from '../../lib/ports/payments.ts';
import { startSandbox, type RunningSandbox } from '../../testing/running-sandbox.ts';
import { createPayments } from './payments-provider.ts';

const databaseUrl = { DATABASE_URL: 'postgres://burrow_app@localhost/burrow' };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const paymentsWith = (settings: Record<string, string> = {}) =>
  createPayments(readEnv({ ...databaseUrl, ...sandbox.settings, ...settings }), systemClock);

let asked = 0;
const deposit = (): NewCheckout => ({
  key: `deposit-${++asked}`,
  amountPence: 1500,
  currency: 'GBP',
  description: 'Deposit: Full groom',
  email: null,
  successUrl: 'http://localhost:8080/paid?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:8080/back',
  expiresAt: new Date(Date.now() + 30 * 60_000),
  metadata: { tenant_id: '1', deposit_id: '7', kind: 'deposit' },
});

describe('a webhook', () => {
  const secret = (): string => sandbox.settings.STRIPE_WEBHOOK_SECRET;
  const signed = (body: string, timestamp = Math.floor(Date.now() / 1000)): string => {
    const mac = createHmac('sha256', secret()).update(`${timestamp}.${body}`).digest('hex');
    return `t=${timestamp},v1=${mac}`;
  };
  const read = (event: object) => {
    const body = JSON.stringify(event);
    return paymentsWith().readEvent(Buffer.from(body), signed(body));
  };

  it('states its subject', async () => {
    const payments = paymentsWith();
    const { reference } = await payments.createCheckout(deposit());
    sandbox.stripe.pay(reference);
    const paymentReference = (await payments.checkout(reference))?.paymentReference ?? '';
    const refund = await payments.refund({
      key: 'refund-9',
      paymentReference,
      amountPence: 500,
      currency: 'GBP',
      metadata: { refund_id: '3' },
    });
    const told = await Promise.all(sandbox.stripe.events.map(read));
    expect(told).toEqual([
      {
        kind: 'checkout',
        reference,
        isPaid: true,
        metadata: { tenant_id: '1', deposit_id: '7', kind: 'deposit' },
      },
      { kind: 'refund', reference: refund.reference },
    ]);
    const subscription = { id: 'sub_1', customer: 'cus_1', metadata: { tenant_id: '1' } };
    const invoice = { id: 'in_1', customer: 'cus_1', parent: { subscription_details: { metadata: {} } } };
    const checkout = { id: 'cs_1', mode: 'subscription', customer: 'cus_1', metadata: { tenant_id: '1' } };
    for (const [type, object, metadataTold] of [
      ['customer.subscription.updated', subscription, { tenant_id: '1' }],
      ['invoice.paid', invoice, {}],
      ['checkout.session.completed', checkout, { tenant_id: '1' }],
    ] as const) {
      expect(await read({ object: 'event', type, data: { object } })).toEqual({
        kind: 'subscription',
        customer: 'cus_1',
        metadata: metadataTold,
      });
    }
    expect(await read({ object: 'event', type: 'payout.paid', data: { object: {} } })).toEqual({
      kind: 'other',
    });
  });

  it('is refused unless Stripe has signed it recently and unchanged', async () => {
    const body = JSON.stringify({ object: 'event', type: 'payout.paid', data: { object: {} } });
    const now = Math.floor(Date.now() / 1000);
    for (const [given, signature] of [
      [body, undefined],
      [body, ''],
      [body, 'nonsense'],
      [body, signed(body, now - 301)],
      [`${body} `, signed(body)],
      [body, `t=${now},v1=${'0'.repeat(64)}`],
    ] as const) {
      const reading = paymentsWith().readEvent(Buffer.from(given), signature);
      await expect(reading).rejects.toMatchObject({ code: 'unauthenticated' });
    }
    await expect(paymentsWith().readEvent(Buffer.from(body), signed(body, now - 290))).resolves.toBeDefined();
  });
});
