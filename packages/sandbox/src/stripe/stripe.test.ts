import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { minutesFromNow, payment, refusal, useStripe } from './testing/setup.ts';

const api = useStripe();

async function paidIntent(): Promise<string> {
  const { id } = await api.stripe.checkout.sessions.create(payment());
  api.sandbox.stripe.pay(id);
  const { payment_intent } = await api.stripe.checkout.sessions.retrieve(id);
  return typeof payment_intent === 'string' ? payment_intent : '';
}

/** An input that the SDK's types forbid. */
const unknownParameter: object = { colour: 'green' };

function payment29(): Partial<Stripe.Checkout.SessionCreateParams> {
  const product_data = { name: 'Deposit' };
  return { line_items: [{ quantity: 1, price_data: { currency: 'gbp', unit_amount: 29, product_data } }] };
}

describe('a checkout at the stand-in for Stripe', () => {
  it('is open until it is paid, and then names its payment', async () => {
    const session = await api.stripe.checkout.sessions.create(payment());
    expect(session).toMatchObject({
      id: expect.stringMatching(/^cs_test_/),
      object: 'checkout.session',
      amount_total: 1500,
      currency: 'gbp',
      metadata: { deposit_id: '7' },
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      url: `${api.url}/c/pay/${session.id}`,
    });
    api.sandbox.stripe.decline(session.id);
    const expanded = { expand: ['payment_intent'] };
    expect(await api.stripe.checkout.sessions.retrieve(session.id, expanded)).toMatchObject({
      status: 'open',
      payment_intent: { last_payment_error: { code: 'card_declined' }, status: 'requires_payment_method' },
    });
    api.sandbox.stripe.pay(session.id);
    expect(await api.stripe.checkout.sessions.retrieve(session.id, expanded)).toMatchObject({
      payment_intent: { amount_received: 1500, last_payment_error: null, metadata: { deposit_id: '7' } },
      payment_status: 'paid',
      status: 'complete',
      url: null,
    });
    expect(() => api.sandbox.stripe.pay(session.id)).toThrow('complete');
    expect(api.types()).toEqual(['checkout.session.completed']);
  });

  it('expires on request, or at its time', async () => {
    const [told, late] = [
      await api.stripe.checkout.sessions.create(payment()),
      await api.stripe.checkout.sessions.create(payment()),
    ];
    expect(await api.stripe.checkout.sessions.expire(told.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    expect(await refusal(api.stripe.checkout.sessions.expire(told.id))).toMatchObject({ status: 400 });
    api.sandbox.stripe.now = () => new Date(Date.now() + 32 * 60_000);
    expect(await api.stripe.checkout.sessions.retrieve(late.id)).toMatchObject({ status: 'expired' });
    expect(api.types()).toEqual(['checkout.session.expired', 'checkout.session.expired']);
  });

  it.each([
    ['too short a time', { expires_at: minutesFromNow(29) }, { param: 'expires_at' }],
    ['too long a time', { expires_at: minutesFromNow(25 * 60) }, { param: 'expires_at' }],
    ['no items', { line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
    ['an amount below what a card can be charged', payment29(), { code: 'amount_too_small' }],
    ['an invalid address', { success_url: '/paid' }, { code: 'url_invalid', param: 'success_url' }],
    ['an unknown customer', { customer: 'cus_1' }, { code: 'resource_missing', param: 'customer' }],
    ['an invalid email', { customer_email: 'tilda' }, { code: 'email_invalid' }],
    ['an unknown parameter', unknownParameter, { code: 'parameter_unknown', param: 'colour' }],
  ])('is refused with %s', async (_what, change, reason) => {
    const asked = api.stripe.checkout.sessions.create(payment(change));
    expect(await refusal(asked)).toMatchObject({ status: 400, type: 'invalid_request_error', ...reason });
    expect(api.sandbox.stripe.sessions).toEqual([]);
  });
});

describe('an idempotency key', () => {
  it('repeats the answer, and refuses a different request', async () => {
    const wanted = payment();
    const options = { idempotencyKey: 'deposit-7' };
    const first = await api.stripe.checkout.sessions.create(wanted, options);
    api.sandbox.stripe.pay(first.id);
    expect(await api.stripe.checkout.sessions.create(wanted, options)).toMatchObject({
      id: first.id,
      status: 'open',
    });
    const other = api.stripe.checkout.sessions.create({ ...wanted, metadata: { deposit_id: '8' } }, options);
    expect(await refusal(other)).toEqual({ status: 400, type: 'idempotency_error' });
    expect(api.sandbox.stripe.sessions).toHaveLength(1);
  });
});

describe('a refund', () => {
  it('refunds parts until nothing is left', async () => {
    const payment_intent = await paidIntent();
    const part = await api.stripe.refunds.create({
      payment_intent,
      amount: 1000,
      metadata: { refund_id: '1' },
    });
    expect(part).toMatchObject({ amount: 1000, metadata: { refund_id: '1' }, status: 'succeeded' });
    expect(await api.stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id });
    expect(await refusal(api.stripe.refunds.create({ payment_intent, amount: 501 }))).toMatchObject({
      status: 400,
      param: 'amount',
    });
    expect(await api.stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 500 });
    expect(await refusal(api.stripe.refunds.create({ payment_intent }))).toMatchObject({
      status: 400,
      code: 'charge_already_refunded',
    });
    expect(await refusal(api.stripe.refunds.retrieve('re_1'))).toMatchObject({ status: 404 });
  });

  it("is pending, fails later, or is refused at a test's request", async () => {
    const payment_intent = await paidIntent();
    api.sandbox.stripe.refundOutcomes.push('pending', 'failed', 'unavailable', 'refused', 'already_refunded');
    const pending = await api.stripe.refunds.create({ payment_intent, amount: 500 });
    const failing = await api.stripe.refunds.create({ payment_intent, amount: 500 });
    expect([pending.status, failing.status]).toEqual(['pending', 'pending']);
    expect(await api.stripe.refunds.retrieve(failing.id)).toMatchObject({
      status: 'failed',
      failure_reason: expect.any(String),
    });
    for (const reason of [
      { status: 500, type: 'api_error' },
      { status: 402, type: 'card_error' },
      { status: 400, code: 'charge_already_refunded' },
    ]) {
      expect(await refusal(api.stripe.refunds.create({ payment_intent, amount: 500 }))).toMatchObject(reason);
    }
    api.sandbox.stripe.settleRefund(pending.id, 'succeeded');
    expect(await api.stripe.refunds.retrieve(pending.id)).toMatchObject({ status: 'succeeded' });
    expect(api.types().slice(1)).toEqual([
      'refund.created',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'refund.updated',
    ]);
  });
});

describe('the stand-in for Stripe', () => {
  it('accepts only its own key and addresses', async () => {
    expect(await refusal(api.clientFor('sk_test_wrong').refunds.retrieve('re_1'))).toMatchObject({
      status: 401,
    });
    expect(await refusal(api.stripe.balance.retrieve())).toMatchObject({ status: 404 });
    expect(await refusal(api.stripe.checkout.sessions.retrieve('cs_test_1'))).toEqual({
      status: 404,
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'id',
    });
  });

  it('can be unavailable, or drop the connection after the work is done', async () => {
    api.sandbox.stripe.mood = 'outage';
    expect(await refusal(api.stripe.checkout.sessions.create(payment()))).toMatchObject({ status: 503 });
    api.sandbox.stripe.mood = 'lost';
    const options = { idempotencyKey: 'deposit-7' };
    const wanted = payment();
    const lost: unknown = await api.stripe.checkout.sessions
      .create(wanted, options)
      .catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    api.sandbox.stripe.mood = 'well';
    expect(api.sandbox.stripe.sessions).toHaveLength(1);
    const again = await api.stripe.checkout.sessions.create(wanted, options);
    expect(api.sandbox.stripe.sessions.map(({ id }) => id)).toEqual([again.id]);
  });
});
