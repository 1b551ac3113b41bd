import { describe, expect, it } from 'vitest';
import { createPayments } from '../../integrations/payments/payments-provider.ts';
import {
  askingFor,
  beginPaying,
  checkoutFor,
  draftOf,
  makeDepositPractice,
  makeOwner,
  moneyOf,
  ownerOf,
  paymentStatusOf,
} from '../../testing/deposits.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const stripe = () => api.sandbox.stripe;

describe('cp/payment/create_checkout', () => {
  it("returns where to pay the practice's deposit, regardless of the caller's amount", async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const { status, body } = await api.call(
      'cp/payment/create_checkout',
      {
        ...draftOf(practice, owner),
        amount: '0.30',
        currency: 'USD',
        description: 'Nothing much',
        return_url: `${api.url}/app/cp/booking/payment-callback`,
      },
      owner.caller,
    );
    expect(status).toBe(200);
    const [session] = stripe().sessions;
    expect(body).toEqual({
      id: session?.id,
      checkout_id: session?.id,
      checkout_url: session?.url,
      deposit_amount: '10.00',
    });
    expect(session).toMatchObject({
      amount_total: 1000,
      currency: 'gbp',
      success_url: `${api.url}/app/cp/booking/payment-callback?tenant=${practice.tenant.id}&checkout_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${api.url}/app/cp/booking/create?tenant=${practice.tenant.id}&payment=cancelled`,
      metadata: { tenant_id: String(practice.tenant.id), kind: 'deposit' },
    });
  });

  it('returns to this server, whatever address is given', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    for (const return_url of ['https://evil.example/app', 'javascript:alert(1)', 'x']) {
      await api.call(
        'cp/payment/create_checkout',
        { ...draftOf(practice, owner), booking_time: '11:00', return_url },
        owner.caller,
      );
    }
    expect(stripe().sessions.map(({ success_url: url }) => new URL(url ?? '').origin)).toEqual([api.url]);
  });

  it('returns to the host name that the browser used for this machine', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const opened = api.url.replace('127.0.0.1', 'localhost');
    const return_url = `${opened}/app/cp/booking/payment-callback`;
    await api.call('cp/payment/create_checkout', { ...draftOf(practice, owner), return_url }, owner.caller);
    expect(stripe().sessions.map(({ success_url: url }) => new URL(url ?? '').origin)).toEqual([opened]);
  });

  it('returns the same payment for the same appointment, with the newer notes', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const first = await checkoutFor(api, practice, owner);
    await db().query('update tenants set deposit_pence = 2000 where id = $1', [practice.tenant.id]);
    api.clock.set('2026-01-14T09:20:00Z');
    expect(await checkoutFor(api, practice, owner, { notes: 'Limps' })).toBe(first);
    stripe().pay(first);
    expect(await paymentStatusOf(api, owner, first)).toMatchObject({
      status: 'PAID',
      deposit_amount: '10.00',
    });
    const { rows } = await db().query('select notes from bookings where tenant_id = $1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([{ notes: 'Limps' }]);
  });

  it('takes no second payment for a recent paid one, or for an expired one', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    stripe().pay(await checkoutFor(api, practice, owner));
    expect((await beginPaying(api, practice, owner)).error.code).toBe('animal_busy');
    expect((await moneyOf(api, practice)).deposits).toMatchObject([{ status: 'booked' }]);
    const later = { booking_time: '12:00' };
    stripe().expire(await checkoutFor(api, practice, owner, later));
    expect((await beginPaying(api, practice, owner, later)).error.code).toBe('slot_taken');
    expect((await beginPaying(api, practice, owner, later)).status).toBe(200);
  });

  it('is refused if no deposit is required', async () => {
    const free = await makePractice(db());
    const nothing = await makeDepositPractice(api, { deposit_pence: 0 });
    for (const practice of [free, nothing]) {
      expect((await beginPaying(api, practice, ownerOf(practice))).error.code).toBe('deposit_not_asked');
    }
    expect((await moneyOf(api, free)).deposits).toEqual([]);
  });

  it('is refused if none can be paid, and requests are taken without one', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const given = api.deps.payments;
    api.deps.payments = { ...given, isConfigured: false };
    const codes = [
      (await beginPaying(api, practice, owner)).error.code,
      await askingFor(api, practice, owner),
      (await api.post('/api/webhooks/stripe', '{}')).status,
    ];
    api.deps.payments = given;
    expect(codes).toEqual(['deposit_not_asked', '200', 404]);
  });

  it('is refused as the request itself would be', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const stranger = await makeOwner(api, practice);
    const codeFor = async (draft: object) => (await beginPaying(api, practice, owner, draft)).error.code;
    expect(await codeFor({ animal_id: stranger.animalId })).toBe('not_found');
    expect(await codeFor({ booking_time: '10:15' })).toBe('slot_not_offered');
    expect(await codeFor({ booking_date: '2026-01-13' })).toBe('slot_not_offered');
    const lapsed = await makeDepositPractice(api, { trial_ends_at: '2026-01-01T00:00:00Z' });
    expect((await beginPaying(api, lapsed, ownerOf(lapsed))).error.code).toBe('subscription_required');
    expect(stripe().sessions).toEqual([]);
  });
});

describe('a held time', () => {
  it('is reserved for its owner for half an hour', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const other = await makeOwner(api, practice);
    await checkoutFor(api, practice, owner);
    const freeAt10 = async (caller: typeof owner.caller) => {
      const { body } = await api.call('cp/booking_availability', { year: 2026, month: 1 }, caller);
      const day = body.days.find(({ date }) => date === '2026-01-15');
      return [day?.times.find(({ time }) => time === '10:00')?.free, body.bookings.length];
    };
    expect(await freeAt10(other.caller)).toEqual([false, 1]);
    expect(await freeAt10(owner.caller)).toEqual([true, 0]);
    expect((await beginPaying(api, practice, other)).error.code).toBe('slot_taken');
    const desk = await api.call(
      'bookings/free_times',
      { date: '2026-01-15', duration_minutes: 30 },
      practice.staffKey,
    );
    expect(desk.body.times.find(({ time }) => time === '10:00')).toEqual({
      time: '10:00',
      free: false,
      busy_with: 'Held for payment',
      why: 'That time is held for a client who is paying a deposit.',
    });
    api.clock.set('2026-01-14T09:29:59Z');
    expect((await beginPaying(api, practice, other)).error.code).toBe('slot_taken');
    api.clock.set('2026-01-14T09:30:00Z');
    expect(await freeAt10(other.caller)).toEqual([true, 0]);
    expect((await beginPaying(api, practice, other)).status).toBe(200);
  });

  it('conflicts with accepting another request, which the desk may override', async () => {
    const practice = await makeDepositPractice(api, { deposit_required: false });
    const owner = ownerOf(practice);
    const other = await makeOwner(api, practice);
    const { body } = await api.call('cp/booking_create', draftOf(practice, other), other.caller);
    await db().query('update tenants set deposit_required = true where id = $1', [practice.tenant.id]);
    const held = await checkoutFor(api, practice, owner, { booking_time: '11:00' });
    const accept = {
      booking_id: body.id,
      is_provisional: '0',
      status: 'pending',
      staff_accepted: '1',
      booking_time: '11:00',
    } as const;
    const refused = await api.call('booking_update', accept, practice.staffKey);
    expect([refused.status, refused.error.code, refused.error.conflicts]).toEqual([409, 'slot_taken', []]);
    expect(refused.error.message).toContain('paying a deposit');
    const overruled = await api.call('booking_update', { ...accept, allow_overlap: '1' }, practice.staffKey);
    expect(overruled.status).toBe(200);
    stripe().pay(held);
    expect(await paymentStatusOf(api, owner, held)).toMatchObject({
      status: 'PAID',
      outcome: 'returned',
      booking_id: null,
    });
  });

  it('is limited to three per client, each for another time', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    for (const booking_time of ['10:00', '11:00', '12:00']) {
      await checkoutFor(api, practice, owner, { booking_time });
    }
    const fourth = { booking_time: '13:00' };
    expect((await beginPaying(api, practice, owner, fourth)).error.code).toBe('too_many_requests_waiting');
    // For another service at one of these times: the old one ends.
    const other = { booking_time: '11:00', service_id: practice.vaccination.id };
    expect((await beginPaying(api, practice, owner, other)).status).toBe(200);
    expect(stripe().sessions.map(({ status }) => status)).toEqual(['open', 'expired', 'open', 'open']);
    expect((await beginPaying(api, practice, owner, fourth)).error.code).toBe('too_many_requests_waiting');
    api.clock.set('2026-01-14T09:30:00Z');
    expect((await beginPaying(api, practice, owner, fourth)).status).toBe(200);
  });

  it('stays held while it is unknown whether its payment was created, and a repeated call creates it', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const other = await makeOwner(api, practice);
    api.expectLoggedErrors();
    stripe().mood = 'outage';
    expect((await beginPaying(api, practice, owner)).error.code).toBe('payments_unavailable');
    stripe().mood = 'well';
    expect((await moneyOf(api, practice)).deposits).toEqual([{ status: 'open', booking: null }]);
    expect((await beginPaying(api, practice, other)).error.code).toBe('slot_taken');
    expect((await beginPaying(api, practice, owner)).status).toBe(200);
    expect((await moneyOf(api, practice)).deposits).toHaveLength(1);
  });

  it('is held again by its owner when the provider is back later', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    api.expectLoggedErrors();
    stripe().mood = 'outage';
    await beginPaying(api, practice, owner);
    stripe().mood = 'well';
    api.clock.set('2026-01-14T09:20:00Z');
    stripe().pay(await checkoutFor(api, practice, owner));
    expect(await stripe().deliverHeld()).toEqual([200]);
    const { deposits } = await moneyOf(api, practice);
    expect(deposits.map(({ status }) => status)).toEqual(['ended', 'booked']);
  });

  it('of an unknown payment ends after its half hour', async () => {
    const practice = await makeDepositPractice(api);
    api.expectLoggedErrors();
    stripe().mood = 'outage';
    await beginPaying(api, practice, ownerOf(practice));
    stripe().mood = 'well';
    api.clock.set('2026-01-14T09:30:00Z');
    await api.runJobs({ ignoreStartAfter: true });
    expect((await moneyOf(api, practice)).deposits).toEqual([{ status: 'ended', booking: null }]);
  });

  it.each([
    ['cannot be asked', { STRIPE_API_URL: 'http://127.0.0.1:2' }, [503, 'payments_unavailable']],
    ['refuses', { STRIPE_SECRET_KEY: 'sk_test_wrong' }, [409, 'card_payments_off']],
  ])('is free again at once when the provider %s', async (_what, settings, refusal) => {
    const practice = await makeDepositPractice(api);
    const given = api.deps.payments;
    api.expectLoggedErrors();
    api.deps.payments = createPayments({ ...api.deps.env, ...settings }, api.clock);
    const { status, error } = await beginPaying(api, practice, ownerOf(practice));
    api.deps.payments = given;
    expect([status, error.code]).toEqual(refusal);
    expect((await moneyOf(api, practice)).deposits).toEqual([{ status: 'ended', booking: null }]);
    expect((await beginPaying(api, practice, await makeOwner(api, practice))).status).toBe(200);
  });

  it('is not released by a second call while the first one is still creating the checkout', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    api.expectLoggedErrors();
    const held = stripe().holdNext();
    const first = beginPaying(api, practice, owner);
    await held.arrived;
    const second = await beginPaying(api, practice, owner);
    held.release();
    expect(second.error.code).toBe('payments_unavailable');
    const { status, body } = await first;
    expect(status).toBe(200);
    expect((await beginPaying(api, practice, owner)).body.checkout_id).toBe(body.checkout_id);
    expect((await moneyOf(api, practice)).deposits).toEqual([{ status: 'open', booking: null }]);
    expect(stripe().sessions.map((session) => session.status)).toEqual(['open']);
  });

  it('reports that cards are not taken if the provider refuses such an amount, and logs why', async () => {
    const practice = await makeDepositPractice(api, { deposit_pence: 10 });
    api.expectLoggedErrors();
    const { status, error } = await beginPaying(api, practice, ownerOf(practice));
    expect([status, error.code]).toEqual([409, 'card_payments_off']);
    expect(error.message).toContain('Please contact them');
    expect(api.logLines.join()).toContain('smaller than a card can be charged');
  });

  it('is paid under a unique key, even if its number was another’s before', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const lost = await checkoutFor(api, practice, owner);
    const { rows } = await db().query<{ id: string }>(
      'delete from deposits where tenant_id = $1 returning id',
      [practice.tenant.id],
    );
    // As after a restore: the sequence restarts at an earlier number.
    const column = "pg_get_serial_sequence('deposits', 'id')";
    await db().query(`select setval(${column}, $1, false)`, [rows[0]?.id]);
    const begun = await checkoutFor(api, practice, owner, { booking_time: '11:00' });
    expect(begun).not.toBe(lost);
    api.expectLoggedErrors();
    stripe().pay(lost);
    expect(await stripe().deliverHeld()).toEqual([200]);
    expect(
      api.logLines.some((line) => line.includes('a paid deposit is unknown here') && line.includes(lost)),
    ).toBe(true);
    expect(await moneyOf(api, practice)).toMatchObject({ bookings: [], deposits: [{ status: 'open' }] });
  });
});
