import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { systemClock } from '../../lib/clock.ts';
import { logOptions } from '../../lib/logger.ts';
import { startSandbox, type RunningSandbox } from '../../testing/running-sandbox.ts';
import { PaymentsUnavailable, type NewCheckout } from './payments.ts';
import { createPayments } from './payments-provider.ts';
import { stripePayments } from './stripe.ts';

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
const newCheckout = (change: Partial<NewCheckout> = {}): NewCheckout => ({
  key: `deposit-${++asked}`,
  amountPence: 1500,
  currency: 'GBP',
  description: 'Deposit: Full groom',
  email: 'Tilda@example.com',
  successUrl: 'http://localhost:8080/app/cp/payment?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:8080/app/cp/request',
  expiresAt: new Date(Date.now() + 30 * 60_000),
  metadata: { tenant_id: '1', deposit_id: '7', kind: 'deposit' },
  ...change,
});

describe('a checkout', () => {
  it('is open, declined and paid, one after the other', async () => {
    const payments = paymentsWith();
    const checkout = await payments.createCheckout(newCheckout());
    expect(checkout).toEqual({
      reference: expect.stringMatching(/^cs_test_/),
      url: expect.stringContaining(`/c/pay/${checkout.reference}`),
      state: 'open',
      amountPence: 1500,
      currency: 'GBP',
      paymentReference: null,
      metadata: { tenant_id: '1', deposit_id: '7', kind: 'deposit' },
    });
    sandbox.stripe.decline(checkout.reference);
    expect(await payments.checkout(checkout.reference)).toMatchObject({
      state: 'declined',
      url: checkout.url,
    });
    sandbox.stripe.pay(checkout.reference);
    expect(await payments.checkout(checkout.reference)).toMatchObject({
      state: 'paid',
      url: null,
      paymentReference: expect.stringMatching(/^pi_/),
    });
  });

  it('is the same one for the same key, and another for another', async () => {
    const payments = paymentsWith();
    const wanted = newCheckout();
    const [one, again] = await Promise.all([
      payments.createCheckout(wanted),
      payments.createCheckout(wanted),
    ]);
    expect(again.reference).toBe(one.reference);
    const other = await payments.createCheckout({ ...wanted, key: 'another' });
    expect(other.reference).not.toBe(one.reference);
  });

  it('ends when it is told to; one that is paid stays paid', async () => {
    const payments = paymentsWith();
    const [open, paid] = [
      await payments.createCheckout(newCheckout()),
      await payments.createCheckout(newCheckout()),
    ];
    sandbox.stripe.pay(paid.reference);
    for (const { reference } of [open, open, paid]) await payments.expireCheckout(reference);
    expect(await payments.checkout(open.reference)).toMatchObject({ state: 'expired', url: null });
    expect(await payments.checkout(paid.reference)).toMatchObject({ state: 'paid' });
    await payments.expireCheckout('cs_test_unknown');
    expect(await payments.checkout('cs_test_unknown')).toBeNull();
  });
});

describe('a checkout for an address that Stripe does not take', () => {
  it('is made without it', async () => {
    const checkout = await paymentsWith().createCheckout(newCheckout({ email: 'tilda@localhost' }));
    expect(checkout.state).toBe('open');
    expect(sandbox.stripe.sessions.at(-1)).toMatchObject({ customer_email: null, amount_total: 1500 });
  });
});

/** What the log would say of what Stripe did not do, and whether it never will. */
async function reasonOf(asking: Promise<unknown>): Promise<{ isFinal: boolean; logged: string }> {
  const error: unknown = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PaymentsUnavailable);
  expect(error).toMatchObject({ code: 'payments_unavailable', cause: expect.any(Error) });
  const { cause, isFinal } = error as PaymentsUnavailable;
  return { isFinal, logged: JSON.stringify(logOptions.serializers.err(cause as Error)) };
}

describe('a refund', () => {
  it('of a part is done once a key', async () => {
    const payments = paymentsWith();
    const { reference } = await payments.createCheckout(newCheckout());
    sandbox.stripe.pay(reference);
    const paymentReference = (await payments.checkout(reference))?.paymentReference ?? '';
    const wanted = { key: 'refund-1', paymentReference, amountPence: 500, metadata: { refund_id: '3' } };
    const refund = await payments.refund(wanted);
    expect(refund).toEqual({
      reference: expect.stringMatching(/^re_/),
      state: 'done',
      paymentReference,
      amountPence: 500,
      failure: null,
      metadata: { refund_id: '3' },
    });
    expect(await payments.refund(wanted)).toEqual(refund);
    expect(await payments.refundNamed(refund.reference)).toEqual(refund);
    expect(await payments.refundNamed('re_unknown')).toBeNull();
    expect(await payments.refundsOf(paymentReference)).toEqual([refund]);
    expect(sandbox.stripe.refunds).toHaveLength(1);
  });

  it('that is only accepted waits, and may fail later', async () => {
    const payments = paymentsWith();
    const paymentReference = await paidPayment();
    sandbox.stripe.refundOutcomes.push('pending', 'failed');
    const states = [];
    for (const key of ['refund-2', 'refund-3']) {
      const { reference, state } = await payments.refund({ ...part, key, paymentReference });
      states.push(state, (await payments.refundNamed(reference))?.state);
    }
    expect(states).toEqual(['pending', 'pending', 'pending', 'failed']);
    const [waiting, failed] = sandbox.stripe.refunds.map(({ id }) => id);
    expect(await payments.refundNamed(failed ?? '')).toMatchObject({ failure: 'lost or stolen card' });
    sandbox.stripe.settleRefund(waiting ?? '', 'succeeded');
    expect(await payments.refundNamed(waiting ?? '')).toMatchObject({ state: 'done', failure: null });
  });

  it.each([
    ['of what was given back already', ['already_refunded'], true, 'given back already'],
    ['that the bank refuses', ['refused'], true, 'HTTP 402'],
    ['while something is wrong there', ['unavailable', 'unavailable'], false, 'HTTP 500'],
  ] as const)('%s is not done', async (_what, outcomes, isFinal, said) => {
    const paymentReference = await paidPayment();
    sandbox.stripe.refundOutcomes.push(...outcomes);
    const refusal = await reasonOf(paymentsWith().refund({ ...part, key: said, paymentReference }));
    expect(refusal).toEqual({ isFinal, logged: expect.stringContaining(said) });
    expect(refusal.logged).not.toContain(paymentReference);
  });

  it('of more than was paid, or of no payment, is never done', async () => {
    const paymentReference = await paidPayment();
    const tooMuch = { ...part, key: 'much', paymentReference, amountPence: 1501 };
    expect(await reasonOf(paymentsWith().refund(tooMuch))).toMatchObject({ isFinal: true });
    const ofNothing = { ...part, key: 'nothing', paymentReference: 'pi_unknown' };
    expect(await reasonOf(paymentsWith().refund(ofNothing))).toMatchObject({ isFinal: true });
  });
});

const part = { amountPence: 500, metadata: {} };

async function paidPayment(): Promise<string> {
  const payments = paymentsWith();
  const { reference } = await payments.createCheckout(newCheckout());
  sandbox.stripe.pay(reference);
  return (await payments.checkout(reference))?.paymentReference ?? '';
}

describe('what Stripe did not do', () => {
  it.each([
    ['it is away', 'outage', {}, 'HTTP 503'],
    ['the key is wrong', 'well', { STRIPE_SECRET_KEY: 'sk_test_wrong_secret' }, 'HTTP 401'],
    ['nobody listens', 'well', { STRIPE_API_URL: 'http://127.0.0.1:1' }, 'did not answer'],
    ['the line is lost', 'lost', {}, 'did not answer'],
  ] as const)(
    'may be asked again where %s, and the log tells no secrets',
    async (_why, mood, settings, said) => {
      sandbox.stripe.mood = mood;
      const { isFinal, logged } = await reasonOf(paymentsWith(settings).createCheckout(newCheckout()));
      expect(isFinal).toBe(false);
      expect(logged).toContain(said);
      expect(logged).not.toMatch(/sk_test|whsec|Tilda|groom/);
    },
  );

  it('was done after all where only the answer was lost: the same key tells', async () => {
    const wanted = newCheckout();
    sandbox.stripe.mood = 'lost';
    await reasonOf(paymentsWith().createCheckout(wanted));
    sandbox.stripe.mood = 'well';
    const { reference } = await paymentsWith().createCheckout(wanted);
    expect(sandbox.stripe.sessions.map(({ id }) => id)).toEqual([reference]);
  });

  it('is given up when there is no answer', async () => {
    const account = {
      secretKey: sandbox.settings.STRIPE_SECRET_KEY,
      webhookSecret: sandbox.settings.STRIPE_WEBHOOK_SECRET,
      apiUrl: sandbox.url,
      clock: systemClock,
    };
    sandbox.stripe.mood = 'silence';
    const silent = stripePayments({ ...account, limitMs: 100 });
    expect(await reasonOf(silent.checkout('cs_test_1'))).toMatchObject({ isFinal: false });
    const isBroken = stripePayments(account, async () => {
      throw new Error('too many open files');
    });
    expect((await reasonOf(isBroken.checkout('cs_test_1'))).logged).toContain('could not be loaded');
  });

  it('is everything where no provider is configured', async () => {
    const payments = createPayments(readEnv(databaseUrl), systemClock);
    expect([payments.isConfigured, payments.hasPlan]).toEqual([false, false]);
    expect((await reasonOf(payments.checkout('cs_test_1'))).logged).toContain('No provider');
    await expect(payments.readEvent(Buffer.from('{}'), 't=1')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
