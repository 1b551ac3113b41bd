import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkDeposit } from '../../modules/deposit/check.ts';
import {
  askingFor,
  beginPaying,
  checkoutFor,
  makeDepositPractice,
  makeOwner,
  moneyOf,
  ownerOf,
  type Owner,
} from '../deposits.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// A payment may be reported by several sources, repeatedly, out of order, concurrently, never, or falsely: it buys
// one appointment or is refunded.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const stripe = () => api.sandbox.stripe;

const statusFor = (owner: Owner, checkout_id: string) =>
  api.call('cp/payment/status', { checkout_id }, owner.caller);

/** The deposits of a practice, after running the queue's jobs. */
async function lookAtAll({ tenant }: Practice): Promise<void> {
  const { rows } = await db().query<{ id: string }>('select id from deposits where tenant_id = $1', [
    tenant.id,
  ]);
  const deposits = rows.map(({ id }) => ({ tenantId: tenant.id, depositId: Number(id) }));
  await Promise.all(deposits.map((deposit) => checkDeposit(api.deps, deposit, 'look')));
}

const paidOnce = async (practice: Practice) => {
  const money = await moneyOf(api, practice);
  expect(money.deposits.filter(({ status }) => status === 'booked')).toHaveLength(1);
  expect(money.bookings).toMatchObject([{ paid: 1000 }]);
  expect(money.ledger).toEqual([{ kind: 'deposit', amount: 1000, booking: money.bookings[0]?.id }]);
  expect(money.refunds).toEqual([]);
};

const nothingHappened = async (practice: Practice) => {
  const { ledger, bookings, refunds } = await moneyOf(api, practice);
  expect([ledger, bookings, refunds]).toEqual([[], [], []]);
};

describe('a paid deposit with many reports', () => {
  it('at once and ten times buys one appointment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const practice = await makeDepositPractice(api);
      const owner = ownerOf(practice);
      const reference = await checkoutFor(api, practice, owner);
      stripe().pay(reference);
      const event = stripe().events.at(-1);
      if (!event) throw new Error('Nothing happened.');
      const told = await Promise.all([
        ...Array.from({ length: 10 }, async () => (await stripe().deliver(event))[0]),
        ...Array.from({ length: 10 }, async () => (await statusFor(owner, reference)).status),
        ...Array.from({ length: 10 }, async () => askingFor(api, practice, owner, { payment_id: reference })),
        ...Array.from({ length: 3 }, () => lookAtAll(practice)),
      ]);
      expect([...new Set(told)]).toEqual([200, '200', undefined]);
      await paidOnce(practice);
      const { rows } = await db().query('select kind from notifications where tenant_id = $1 order by kind', [
        practice.tenant.id,
      ]);
      expect(rows).toEqual([{ kind: 'booking_request' }]);
    }
  });

  it('out of order and again a day later buys one appointment', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const first = await checkoutFor(api, practice, owner);
    const second = await checkoutFor(api, practice, owner, { service_id: practice.vaccination.id });
    stripe().pay(second);
    expect(await stripe().deliverHeld({ reversed: true, times: 3 })).toEqual(Array(6).fill(200));
    api.clock.set('2026-01-14T23:00:00Z');
    for (const event of stripe().events) await stripe().deliver(event);
    await paidOnce(practice);
    expect((await statusFor(owner, first)).body).toMatchObject({ status: 'FAILED', outcome: 'ended' });
  });
});

describe('a webhook', () => {
  it('that arrives before the answer to our own call is processed', async () => {
    const practice = await makeDepositPractice(api);
    const given = api.deps.payments;
    api.deps.payments = {
      ...given,
      createCheckout: async (checkout) => {
        const made = await given.createCheckout(checkout);
        stripe().pay(made.reference);
        expect(await stripe().deliverHeld()).toEqual([200]);
        return made;
      },
    };
    const { status } = await beginPaying(api, practice, ownerOf(practice));
    api.deps.payments = given;
    expect(status).toBe(200);
    await paidOnce(practice);
  });

  it(
    'of a checkout whose start was never recorded books it while the time is free',
    { timeout: 30_000 },
    async () => {
      const practice = await makeDepositPractice(api);
      api.expectLoggedErrors();
      stripe().mood = 'lost';
      expect((await beginPaying(api, practice, ownerOf(practice))).error.code).toBe('payments_unavailable');
      stripe().mood = 'well';
      expect((await moneyOf(api, practice)).deposits).toEqual([{ status: 'open', booking: null }]);
      stripe().pay(stripe().sessions[0]?.id ?? '');
      expect(await stripe().deliverHeld()).toEqual([200]);
      await paidOnce(practice);
    },
  );

  it('that is forged, old, altered or oversized is refused without effect', async () => {
    const practice = await makeDepositPractice(api);
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    const event = stripe().events.at(-1);
    if (!event) throw new Error('Nothing happened.');
    const now = Math.floor(Date.now() / 1000);
    const sign = (body: string, secret: string) =>
      `t=${now},v1=${createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')}`;
    const body = JSON.stringify(event);
    const post = async (text: string, signature?: string) =>
      (
        await api.post('/api/webhooks/stripe', text, {
          'Content-Type': 'application/json',
          ...(signature === undefined ? {} : { 'Stripe-Signature': signature }),
        })
      ).status;
    const secret = api.sandbox.settings.STRIPE_WEBHOOK_SECRET;
    expect(await stripe().deliver(event, { timestamp: now - 600 })).toEqual([401]);
    expect(await post(body)).toBe(401);
    expect(await post(body, '')).toBe(401);
    expect(await post(body, 't=1,v1=00')).toBe(401);
    expect(await post(body, sign(body, 'whsec_somebody'))).toBe(401);
    expect(await post(`${body} `, sign(body, secret))).toBe(401);
    expect(await post('', sign('', secret))).toBe(401);
    expect(await post('{', sign('{', secret))).toBe(401);
    expect(await post('x'.repeat(300_000), sign(body, secret))).toBe(413);
    await nothingHappened(practice);
    expect(await post(body, sign(body, secret))).toBe(200);
    await paidOnce(practice);
  });

  it('about an unknown deposit is accepted, and a payment for it is named in the log', async () => {
    const practice = await makeDepositPractice(api);
    api.expectLoggedErrors();
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    const event = stripe().events.at(-1);
    if (!event) throw new Error('Nothing happened.');
    const told = async (metadata: Record<string, string>) => {
      const object = { ...event.data.object, metadata };
      return (await stripe().deliver({ ...event, data: { object } }))[0];
    };
    const tenant = String(practice.tenant.id);
    const known = { kind: 'deposit', tenant_id: tenant };
    expect(await told({})).toBe(200);
    expect(await told({ ...known, deposit_id: '7000000000' })).toBe(200);
    expect(await told({ ...known, tenant_id: '7000000000', deposit_id: '1' })).toBe(200);
    expect(await told({ ...known, deposit_id: "1' or 1=1" })).toBe(200);
    const errors = api.logLines.filter((line) => line.includes('a paid deposit is unknown here'));
    expect(errors).toHaveLength(2);
    expect(errors[0]).toContain(stripe().sessions[0]?.id);
    await nothingHappened(practice);
  });

  it('that names another client’s deposit books nothing for them', async () => {
    const [practice, elsewhere] = [await makeDepositPractice(api), await makeDepositPractice(api)];
    await checkoutFor(api, elsewhere, ownerOf(elsewhere));
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    const event = stripe().events.at(-1);
    if (!event) throw new Error('Nothing happened.');
    // As if the checkout's start was never recorded: the event carries nothing but the reference.
    await db().query('update deposits set checkout_reference = null where tenant_id = $1', [
      elsewhere.tenant.id,
    ]);
    const { rows } = await db().query<{ id: string }>('select id from deposits where tenant_id = $1', [
      elsewhere.tenant.id,
    ]);
    const metadata = {
      kind: 'deposit',
      tenant_id: String(elsewhere.tenant.id),
      deposit_id: String(rows[0]?.id),
    };
    const object = { ...event.data.object, metadata };
    api.expectLoggedErrors();
    expect(await stripe().deliver({ ...event, data: { object } })).toEqual([200]);
    await nothingHappened(elsewhere);
  });

  it('that cannot be processed is sent again', async () => {
    const practice = await makeDepositPractice(api);
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    api.expectLoggedErrors();
    stripe().mood = 'outage';
    expect(await stripe().deliverHeld()).toEqual([503]);
    stripe().mood = 'well';
    const event = stripe().events.at(-1);
    expect(event && (await stripe().deliver(event))).toEqual([200]);
    await paidOnce(practice);
  });
});

describe('a pet owner cannot', () => {
  it('book with a payment of another client, here or at another practice', async () => {
    const [practice, elsewhere] = [await makeDepositPractice(api), await makeDepositPractice(api)];
    const payer = ownerOf(practice);
    const reference = await checkoutFor(api, practice, payer);
    stripe().pay(reference);
    const paid = (await statusFor(payer, reference)).body.payment_id ?? '';
    for (const stranger of [await makeOwner(api, practice), ownerOf(elsewhere)]) {
      const theirs = stranger.clientId === ownerOf(elsewhere).clientId ? elsewhere : practice;
      for (const payment_id of [reference, paid, 'cs_never', '%']) {
        expect((await statusFor(stranger, payment_id)).status).toBe(404);
        const asked = await askingFor(api, theirs, stranger, { payment_id, booking_time: '14:00' });
        expect(asked).toBe('404 not_found');
      }
    }
    await paidOnce(practice);
    expect((await moneyOf(api, elsewhere)).bookings).toEqual([]);
  });

  it('book an appointment by paying less than the deposit', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    api.expectLoggedErrors();
    for (const change of [{ amount_total: 30 }, { currency: 'jpy' }, { metadata: {} }]) {
      const session = stripe().sessions.at(-1);
      if (!session) throw new Error('Nothing was begun.');
      const before = { ...session };
      Object.assign(session, change);
      if (session.status === 'open') stripe().pay(reference);
      expect((await statusFor(owner, reference)).body).toMatchObject({ status: 'PENDING', booking_id: null });
      expect(await askingFor(api, practice, owner, { payment_id: reference })).toBe('409 deposit_required');
      const { amount_total, currency, metadata } = before;
      Object.assign(session, { amount_total, currency, metadata });
    }
    await nothingHappened(practice);
  });
});

describe('several tabs', () => {
  it('for the same appointment pay once', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const references = await Promise.all(Array.from({ length: 5 }, () => checkoutFor(api, practice, owner)));
    expect(new Set(references).size).toBe(1);
    expect((await moneyOf(api, practice)).deposits).toHaveLength(1);
  });

  it('for several appointments at one time let one be paid', async () => {
    for (let round = 0; round < 5; round += 1) {
      const practice = await makeDepositPractice(api);
      const owner = ownerOf(practice);
      const drafts = [{}, { service_id: practice.vaccination.id }];
      const answers = await Promise.all(drafts.map((draft) => beginPaying(api, practice, owner, draft)));
      expect(answers.map(({ status, error }) => (status === 200 ? 'begun' : error.code))).toContain('begun');
      const { deposits } = await moneyOf(api, practice);
      expect(deposits.map(({ status }) => status).toSorted()).toEqual(['ended', 'open']);
      const mine = stripe().sessions.filter(
        ({ metadata }) => metadata['tenant_id'] === String(practice.tenant.id),
      );
      expect(mine.filter(({ status }) => status === 'open')).toHaveLength(1);
    }
  });

  it('of several people for one time let one person pay', async () => {
    const practice = await makeDepositPractice(api);
    const owners = await Promise.all(Array.from({ length: 10 }, () => makeOwner(api, practice)));
    const answers = await Promise.all(owners.map((owner) => beginPaying(api, practice, owner)));
    const said = answers.map(({ status, error }) => (status === 200 ? 'begun' : error.code));
    expect(said.toSorted()).toEqual(['begun', ...Array(9).fill('slot_taken')]);
    expect(stripe().sessions).toHaveLength(1);
  });

  it('paid one after the other for one time buy one appointment, and the others are refunded', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const first = await checkoutFor(api, practice, owner);
    stripe().pay(first);
    const second = await checkoutFor(api, practice, owner, { service_id: practice.vaccination.id });
    stripe().pay(second);
    await stripe().deliverHeld();
    await api.runJobs();
    const { deposits, ledger, bookings } = await moneyOf(api, practice);
    expect(deposits.map(({ status }) => status).toSorted()).toEqual(['booked', 'returned']);
    expect(bookings).toHaveLength(1);
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000);
  });
});
