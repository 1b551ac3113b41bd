import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { systemClock } from '../../lib/clock.ts';
import { logOptions } from '../../lib/logger.ts';
import { PaymentsUnavailable, type NewCheckout } from '../../lib/ports/payments.ts';
import { startSandbox, type RunningSandbox } from '../../testing/running-sandbox.ts';
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
  it('is open, declined and paid, in sequence', async () => {
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

  it('is the same one for the same key, and a different one for a different key', async () => {
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

  it('that another request is just creating is waited for', async () => {
    const wanted = newCheckout();
    const held = sandbox.stripe.holdNext();
    const first = paymentsWith().createCheckout(wanted);
    await held.arrived;
    const second = paymentsWith().createCheckout(wanted);
    await expect.poll(() => sandbox.stripe.refusedKeys).toBeGreaterThan(0);
    held.release();
    expect((await second).reference).toBe((await first).reference);
    expect(sandbox.stripe.sessions).toHaveLength(1);
  });

  it('expires on request; a paid one stays paid', async () => {
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

describe('a currency without hundredths', () => {
  it.each([
    ['JPY', 1500],
    ['ISK', 150_000],
  ])('is counted as Stripe counts it: %s', async (currency, units) => {
    const payments = paymentsWith();
    const { reference } = await payments.createCheckout(newCheckout({ currency, amountPence: 150_000 }));
    expect(sandbox.stripe.sessions.at(-1)).toMatchObject({ amount_total: units });
    sandbox.stripe.pay(reference);
    const paid = await payments.checkout(reference);
    expect(paid).toMatchObject({ amountPence: 150_000, currency });
    const paymentReference = paid?.paymentReference ?? '';
    const wanted = { ...part, key: `part-${currency}`, amountPence: 50_000, currency, paymentReference };
    expect(await payments.refund(wanted)).toMatchObject({ amountPence: 50_000 });
    expect(sandbox.stripe.refunds.at(-1)).toMatchObject({ amount: units / 3 });
    const broken = payments.createCheckout(newCheckout({ currency, amountPence: 150_050 }));
    expect(await reasonOf(broken)).toMatchObject({ isFinal: true, fate: 'refused' });
  });
});

describe('a checkout with an address that Stripe refuses', () => {
  it('is created without it', async () => {
    const checkout = await paymentsWith().createCheckout(newCheckout({ email: 'tilda@localhost' }));
    expect(checkout.state).toBe('open');
    expect(sandbox.stripe.sessions.at(-1)).toMatchObject({ customer_email: null, amount_total: 1500 });
  });
});

/** The log's description of Stripe's refusal, and whether it is permanent. */
async function reasonOf(
  asking: Promise<unknown>,
): Promise<Pick<PaymentsUnavailable, 'isFinal' | 'fate'> & { logged: string }> {
  const error: unknown = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PaymentsUnavailable);
  expect(error).toMatchObject({ code: 'payments_unavailable', cause: expect.any(Error) });
  const { cause, isFinal, fate } = error as PaymentsUnavailable;
  return { isFinal, fate, logged: JSON.stringify(logOptions.serializers.err(cause as Error)) };
}

describe('a refund', () => {
  it('of a part is made once per key', async () => {
    const payments = paymentsWith();
    const { reference } = await payments.createCheckout(newCheckout());
    sandbox.stripe.pay(reference);
    const paymentReference = (await payments.checkout(reference))?.paymentReference ?? '';
    const wanted = { ...part, key: 'refund-1', paymentReference, metadata: { refund_id: '3' } };
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
    expect(await payments.refundsOf('pi_unknown')).toEqual([]);
    expect(sandbox.stripe.refunds).toHaveLength(1);
  });

  it('that is only accepted is pending, and may fail later', async () => {
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
    ['of what was given back already', ['already_refunded'], true, 'already been refunded'],
    ['that the bank refuses', ['refused'], true, 'HTTP 402'],
    ['while something is wrong there', ['unavailable', 'unavailable'], false, 'HTTP 500'],
  ] as const)('%s is refused', async (_what, outcomes, isFinal, said) => {
    const paymentReference = await paidPayment();
    sandbox.stripe.refundOutcomes.push(...outcomes);
    const refusal = await reasonOf(paymentsWith().refund({ ...part, key: said, paymentReference }));
    expect(refusal).toMatchObject({ isFinal, logged: expect.stringContaining(said) });
    expect(refusal.logged).not.toContain(paymentReference);
  });

  it('of more than was paid, or of an unknown payment, is refused permanently', async () => {
    const paymentReference = await paidPayment();
    const tooMuch = { ...part, key: 'much', paymentReference, amountPence: 1501 };
    expect(await reasonOf(paymentsWith().refund(tooMuch))).toMatchObject({ isFinal: true });
    const ofNothing = { ...part, key: 'nothing', paymentReference: 'pi_unknown' };
    expect(await reasonOf(paymentsWith().refund(ofNothing))).toMatchObject({ isFinal: true });
  });
});

const part = { amountPence: 500, currency: 'GBP', metadata: {} };

async function paidPayment(): Promise<string> {
  const payments = paymentsWith();
  const { reference } = await payments.createCheckout(newCheckout());
  sandbox.stripe.pay(reference);
  return (await payments.checkout(reference))?.paymentReference ?? '';
}

describe('a failed request to Stripe', () => {
  it.each([
    ['it is away', 'outage', {}, 'HTTP 503', 'unknown'],
    ['the key is wrong', 'well', { STRIPE_SECRET_KEY: 'sk_test_wrong_secret' }, 'HTTP 401', 'refused'],
    ['nothing listens', 'well', { STRIPE_API_URL: 'http://127.0.0.1:2' }, 'did not respond', 'unsent'],
    ['the line is lost', 'lost', {}, 'did not respond', 'unknown'],
  ] as const)(
    'may be retried if %s, and the log contains no secrets',
    async (_why, mood, settings, said, expected) => {
      sandbox.stripe.mood = mood;
      const { isFinal, fate, logged } = await reasonOf(paymentsWith(settings).createCheckout(newCheckout()));
      expect([isFinal, fate]).toEqual([false, expected]);
      expect(logged).toContain(said);
      expect(logged).not.toMatch(/sk_test|whsec|Tilda|groom/);
    },
  );

  it('was executed if only the answer was lost: the same key returns it', async () => {
    const wanted = newCheckout();
    sandbox.stripe.mood = 'lost';
    await reasonOf(paymentsWith().createCheckout(wanted));
    sandbox.stripe.mood = 'well';
    const { reference } = await paymentsWith().createCheckout(wanted);
    expect(sandbox.stripe.sessions.map(({ id }) => id)).toEqual([reference]);
  });

  it('is aborted when there is no answer', async () => {
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

  it('is every request if no provider is configured', async () => {
    const payments = createPayments(readEnv(databaseUrl), systemClock);
    expect([payments.isConfigured, payments.hasPlan]).toEqual([false, false]);
    expect((await reasonOf(payments.checkout('cs_test_1'))).logged).toContain('No card provider');
    await expect(payments.readEvent(Buffer.from('{}'), 't=1')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
