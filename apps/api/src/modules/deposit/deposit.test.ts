import { describe, expect, it } from 'vitest';
import {
  askingFor,
  checkoutFor,
  draftOf,
  makeDepositPractice,
  makeOwner,
  moneyOf,
  ownerOf,
  paymentStatusOf,
} from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const stripe = () => api.sandbox.stripe;

describe('a paid deposit', () => {
  it('becomes a request by the webhook alone, and the desk is notified of both', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    stripe().pay(await checkoutFor(api, practice, owner, { notes: 'Limps a little' }));
    expect(await stripe().deliverHeld()).toEqual([200]);
    const { rows } = await db().query(
      `select client_id::int, animal_id::int, booking_time::text, price_pence, paid_pence, status, is_provisional,
              source, notes
       from bookings where tenant_id = $1`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([
      {
        client_id: owner.clientId,
        animal_id: owner.animalId,
        booking_time: '10:00:00',
        price_pence: 4500,
        paid_pence: 1000,
        status: 'pending',
        is_provisional: true,
        source: 'portal',
        notes: 'Limps a little',
      },
    ]);
    const payments = await db().query(
      `select kind, method, amount_pence, provider, provider_reference, taken_by_user_id, taken_at
       from payments where tenant_id = $1`,
      [practice.tenant.id],
    );
    expect(payments.rows).toEqual([
      {
        kind: 'deposit',
        method: 'Card',
        amount_pence: 1000,
        provider: 'stripe',
        provider_reference: stripe().sessions[0]?.payment_intent,
        taken_by_user_id: null,
        taken_at: new Date('2026-01-14T09:00:00Z'),
      },
    ]);
    const told = await api.call('notifications', {}, practice.staffKey);
    expect(told.body.notifications.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['booking_request', '10.00'],
    ]);
    const log = await db().query(
      "select client_id::int, user_id, action, entity, details from audit_log where tenant_id = $1 and entity = 'booking'",
      [practice.tenant.id],
    );
    expect(log.rows).toEqual([
      {
        client_id: owner.clientId,
        user_id: null,
        action: 'cp/booking_create',
        entity: 'booking',
        details: { deposit_id: expect.any(Number), paid_pence: 1000 },
      },
    ]);
  });

  it('becomes a request by the return page alone, which then posts its draft', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    expect(await askingFor(api, practice, owner)).toBe('409 deposit_required');
    const reference = await checkoutFor(api, practice, owner);
    expect(await paymentStatusOf(api, owner, reference)).toEqual({
      status: 'PENDING',
      payment_id: null,
      booking_id: null,
      outcome: 'open',
      deposit_amount: '10.00',
    });
    expect(await askingFor(api, practice, owner, { payment_id: reference })).toBe('409 deposit_required');
    stripe().pay(reference);
    const paid = await paymentStatusOf(api, owner, reference);
    expect(paid).toMatchObject({ status: 'PAID', outcome: 'booked' });
    for (const payment_id of [reference, paid.payment_id ?? '']) {
      const { body } = await api.call(
        'cp/booking_create',
        { ...draftOf(practice, owner), deposit_paid: 1, payment_id },
        owner.caller,
      );
      expect(body).toEqual({ booking_id: paid.booking_id, id: paid.booking_id });
    }
    expect(await stripe().deliverHeld({ times: 3 })).toEqual([200, 200, 200]);
    expect((await moneyOf(api, practice)).ledger).toEqual([
      { kind: 'deposit', amount: 1000, booking: paid.booking_id },
    ]);
  });

  it('becomes a request by the draft alone', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    stripe().pay(reference);
    expect(await askingFor(api, practice, owner, { payment_id: reference })).toBe('200');
    expect((await moneyOf(api, practice)).bookings).toHaveLength(1);
  });

  it('becomes a request by the scheduled check, without any other report', async () => {
    const practice = await makeDepositPractice(api);
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    await api.runJobs({ ignoreStartAfter: true });
    expect((await moneyOf(api, practice)).deposits).toMatchObject([{ status: 'booked' }]);
  });

  it('keeps the price, the duration and the amount from its start', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    await db().query('update tenants set deposit_pence = 2500 where id = $1', [practice.tenant.id]);
    await db().query(
      'update services set base_price_pence = 9900, duration_minutes = 60 where tenant_id = $1',
      [practice.tenant.id],
    );
    stripe().pay(reference);
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({
      outcome: 'booked',
      deposit_amount: '10.00',
    });
    const { rows } = await db().query(
      'select price_pence, paid_pence, duration_minutes from bookings where tenant_id = $1',
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ price_pence: 4500, paid_pence: 1000, duration_minutes: 30 }]);
  });

  it.each([
    ['the practice’s trial is over', 'update tenants set trial_ends_at = $2 where id = $1'],
    [
      'the practice closes that day',
      "update tenants set business_hours = '{}', updated_at = $2 where id = $1",
    ],
    ['the service is no longer offered', 'update services set retired_at = $2 where tenant_id = $1'],
    ['the practice is suspended', 'update tenants set suspended_at = $2 where id = $1'],
  ])('is still booked when %s meanwhile: the practice decides', async (_what, change) => {
    const practice = await makeDepositPractice(api);
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    await db().query(change, [practice.tenant.id, '2026-01-02T00:00:00Z']);
    expect(await stripe().deliverHeld()).toEqual([200]);
    expect((await moneyOf(api, practice)).deposits).toMatchObject([{ status: 'booked' }]);
  });

  it('keeps the time on the practice’s clock, even if the practice has moved', async () => {
    const practice = await makeDepositPractice(api);
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    await api.call('tenant_update', { time_zone: 'America/New_York' }, practice.adminKey);
    expect(await stripe().deliverHeld()).toEqual([200]);
    const { rows } = await db().query(
      'select booking_time::text as time, starts_at from bookings where tenant_id = $1',
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ time: '10:00:00', starts_at: new Date('2026-01-15T15:00:00Z') }]);
  });

  it.each([
    ['the client is archived', 'update clients set archived_at = now() where tenant_id = $1'],
    [
      'the pet is archived by the practice',
      "update animals set active = false, archived_reason = 'other' where tenant_id = $1",
    ],
  ])('is refunded when %s meanwhile', async (_what, change) => {
    const practice = await makeDepositPractice(api);
    stripe().pay(await checkoutFor(api, practice, ownerOf(practice)));
    await db().query(change, [practice.tenant.id]);
    expect(await stripe().deliverHeld()).toEqual([200]);
    await api.runJobs();
    expect(await moneyOf(api, practice)).toEqual({
      deposits: [{ status: 'returned', booking: null }],
      bookings: [],
      refunds: [{ status: 'done', amount: 1000, reason: 'not_booked' }],
      ledger: [
        { kind: 'deposit', amount: 1000, booking: null },
        { kind: 'refund', amount: -1000, booking: null },
      ],
    });
  });
});

describe('a late deposit', () => {
  it('is booked when its time is still free', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    stripe().pay(reference);
    api.clock.set('2026-01-14T12:00:00Z');
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({ status: 'PAID', outcome: 'booked' });
  });

  it('is refunded when another client has the time, and its owner is notified', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    stripe().pay(reference);
    api.clock.set('2026-01-14T09:31:00Z');
    const other = await makeOwner(api, practice);
    const theirs = await checkoutFor(api, practice, other);
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({
      status: 'PAID',
      outcome: 'returned',
    });
    expect(await askingFor(api, practice, owner, { payment_id: reference })).toBe('409 slot_taken');
    stripe().pay(theirs);
    await stripe().deliverHeld({ reversed: true, times: 2 });
    await api.runJobs();
    const { ledger, refunds, deposits, bookings } = await moneyOf(api, practice);
    expect(deposits.map(({ status }) => status)).toEqual(['returned', 'booked']);
    expect(bookings).toMatchObject([{ client: other.clientId, paid: 1000 }]);
    expect(refunds).toEqual([{ status: 'done', amount: 1000, reason: 'not_booked' }]);
    expect(
      ledger.filter(({ booking }) => booking === null).reduce((sum, { amount }) => sum + amount, 0),
    ).toBe(0);
    const told = await db().query(
      "select 1 from comms where tenant_id = $1 and kind = 'deposit_returned' and client_id = $2",
      [practice.tenant.id, owner.clientId],
    );
    expect(told.rows.length).toBeGreaterThan(0);
  });

  it('is booked though it was replaced by another one that was never paid', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    stripe().mood = 'well';
    const first = await checkoutFor(api, practice, owner);
    stripe().pay(first);
    // Before the payment is reported, the other tab requests another service at that time.
    const second = await checkoutFor(api, practice, owner, { service_id: practice.vaccination.id });
    expect(await paymentStatusOf(api, owner, first)).toMatchObject({ status: 'PAID', outcome: 'booked' });
    stripe().pay(second);
    expect(await paymentStatusOf(api, owner, second)).toMatchObject({ status: 'PAID', outcome: 'returned' });
  });
});

describe('an unpaid deposit', () => {
  it('has failed when the card was declined, and can still be paid', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    stripe().decline(reference);
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({ status: 'FAILED', outcome: 'open' });
    stripe().pay(reference);
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({ status: 'PAID', outcome: 'booked' });
  });

  it('ends when its time is over', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    stripe().expire(reference);
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({
      status: 'FAILED',
      outcome: 'ended',
    });
    expect(await stripe().deliverHeld()).toEqual([200]);
    expect(await askingFor(api, practice, owner, { payment_id: reference })).toBe('409 deposit_required');
    expect((await moneyOf(api, practice)).ledger).toEqual([]);
  });

  it('is checked until its checkout has expired, and no longer', async () => {
    const practice = await makeDepositPractice(api);
    await checkoutFor(api, practice, ownerOf(practice));
    const look = async (at: string) => {
      api.clock.set(`2026-01-14T${at}Z`);
      const done = await api.runJobs({ ignoreStartAfter: true });
      return [
        done.filter(({ name }) => name === 'deposit_check').length,
        (await moneyOf(api, practice)).deposits[0]?.status,
      ];
    };
    expect(await look('09:06:00')).toEqual([1, 'open']);
    expect(await look('09:20:00')).toEqual([1, 'open']);
    expect(await look('09:33:00')).toEqual([1, 'ended']);
    expect(await look('10:00:00')).toEqual([0, 'ended']);
  });

  it('is checked again while the provider is unavailable', async () => {
    const practice = await makeDepositPractice(api);
    const reference = await checkoutFor(api, practice, ownerOf(practice));
    stripe().pay(reference);
    stripe().mood = 'outage';
    expect(await api.runJobs({ ignoreStartAfter: true })).toMatchObject([{ status: 'completed' }]);
    stripe().mood = 'well';
    await api.runJobs({ ignoreStartAfter: true });
    expect((await moneyOf(api, practice)).deposits).toMatchObject([{ status: 'booked' }]);
  });
});
