import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
import { checkoutFor, makeDepositPractice, ownerOf, paymentStatusOf } from '../../testing/deposits.ts';
import { changeCalls, keepingTen, makeOwn } from '../../testing/own-changes.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { preview, cancel, move, detail, shown, history, refundedAtCard, payAtDesk } = changeCalls(api);

/** The appointment is on 15 January at 10:00, and cancelling is free until a day before. */
const late = '2026-01-14T10:00:00.000Z';
const inTime = '2026-01-14T09:59:59.900Z';

describe('cancelling in the portal', () => {
  it.each([
    ['23:59:59.9 of the limit', inTime, { kept: '0.00', refund: '30.00', is_free: true }, 3000],
    ['00:00:00.0 of the limit', late, { kept: '10.00', refund: '20.00', is_free: false }, 2000],
  ])('at %s does to the penny what the preview says', async (_when, now, money, pence) => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api);
    api.clock.set(now);
    expect(await preview(own)).toMatchObject({
      may_cancel: 'direct',
      free_until: '2026-01-14T10:00:00.000Z',
      kept_late: '10.00',
      kept_no_show: '20.00',
      paid_at_desk: '0.00',
      ...money,
    });
    const { status, body } = await cancel(own, { reason: 'Rex is ill' });
    const { kept, refund } = money;
    expect([status, body]).toEqual([200, { booking_id: own.booking.id, outcome: 'cancelled', kept, refund }]);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(pence);
    expect(await detail(own)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'client',
      deposit_kept: kept,
    });
    expect(await shown(own)).toMatchObject({
      status: 'cancelled',
      deposit_refunded: refund,
      deposit_kept: kept,
    });
    expect(await history(own)).toMatchObject([
      { kind: 'cancel', state: 'done', by: 'client', reason: 'Rex is ill', kept, refunded: refund },
    ]);
  });

  it('tells the desk, the audit log and the client', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api);
    await cancel(own);
    const { body } = await api.call('notifications', {}, own.practice.staffKey);
    expect(body.notifications).toMatchObject([
      { kind: 'booking_cancelled', booking_id: own.booking.id, actor_name: null },
    ]);
    const log = await api.call(
      'audit_log',
      { entity: 'booking', entity_id: own.booking.id },
      own.practice.adminKey,
    );
    expect(log.body[0]).toMatchObject({
      action: 'cp/booking_cancel',
      details: expect.stringMatching(/"outcome": ?"cancelled"/),
    });
    expect((await detail(own)).comms_log.map(({ kind }) => kind)).toEqual([
      'booking_cancellation',
      'booking_cancellation',
    ]);
  });

  it('refuses an outdated refund amount, and returns the current one', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api);
    const { refund } = await preview(own);
    api.clock.set(late);
    const { status, error } = await cancel(own, { refund });
    expect([status, error]).toMatchObject([409, { code: 'terms_changed', refund: '20.00', kept: '10.00' }]);
    expect((await detail(own)).status).toBe('confirmed');
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(0);
  });

  it('keeps whole units of a currency that has no smaller one', async () => {
    api.clock.set(late);
    const tenant = { currency: 'JPY', cancel_keep: 'percent', cancel_keep_value: 2500 } as const;
    const own = await makeOwn(api, { tenant, booking: { price_pence: 451_000 }, paidPence: 300_000 });
    expect(await preview(own)).toMatchObject({ kept: '1127.00', refund: '1873.00', kept_late: '1127.00' });
    expect((await cancel(own)).body).toMatchObject({ kept: '1127.00', refund: '1873.00' });
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(1873);
    expect(await detail(own)).toMatchObject({ deposit_kept: '1127.00', refunds: [{ status: 'done' }] });
  });

  it('counts earlier refunds, including those in progress', async () => {
    api.clock.set(late);
    const own = await makeOwn(api);
    const input = { payment_id: own.deposit?.paymentId ?? 0, amount: '23.45' };
    await api.call('payment_refund', input, own.practice.staffKey);
    expect(await preview(own)).toMatchObject({ kept: '6.55', refund: '0.00' });
    await api.runJobs();
    expect(await preview(own)).toMatchObject({ kept: '6.55', refund: '0.00' });
    expect((await cancel(own)).body).toMatchObject({ outcome: 'cancelled', kept: '6.55', refund: '0.00' });
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(2345);
    expect((await detail(own)).deposit_kept).toBe('6.55');
  });

  it('asks the client for no proof, however much is refunded', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api, { tenant: { step_up_refund_over_pence: 0 }, paidPence: 90_000 });
    expect((await cancel(own)).body).toMatchObject({ outcome: 'cancelled', refund: '900.00' });
  });

  it('applies the terms from when its payment started', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const practice = await makeDepositPractice(api, { ...keepingTen, cancel_keep_value: 400 });
    const reference = await checkoutFor(api, practice, ownerOf(practice), { booking_date: '2026-01-16' });
    const input = { cancel_keep: 'percent', cancel_keep_value: '100' } as const;
    expect((await api.call('tenant_update', input, practice.adminKey)).status).toBe(200);
    api.sandbox.stripe.pay(reference);
    const paid = await paymentStatusOf(api, ownerOf(practice), reference);
    const booking_id = paid.booking_id ?? 0;
    const accepted = { booking_id, status: 'confirmed' } as const;
    expect((await api.call('booking_status_update', accepted, practice.staffKey)).status).toBe(200);
    api.clock.set('2026-01-15T12:00:00Z');
    const seen = await api.call('cp/booking_change_preview', { booking_id }, practice.clientKey);
    expect(seen.body).toMatchObject({ kept_late: '4.00', kept: '4.00', refund: '6.00' });
  });

  it('leaves payments at the desk for the desk to refund, and says so', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api, { paidPence: null });
    await payAtDesk(own, 1500);
    expect(await preview(own)).toMatchObject({ kept: '0.00', refund: '0.00', paid_at_desk: '15.00' });
    expect((await cancel(own)).status).toBe(200);
    expect(await detail(own)).toMatchObject({ status: 'cancelled', paid: '15.00', refunds: [] });
  });

  it('is free before the practice has accepted a request', async () => {
    api.clock.set(late);
    const own = await makeOwn(api, { booking: { status: 'pending', is_provisional: true } });
    expect(await preview(own)).toMatchObject({ is_request: true, free_until: null, refund: '30.00' });
    expect((await cancel(own)).body).toMatchObject({ outcome: 'cancelled', refund: '30.00' });
  });

  it('is free for an appointment booked before terms existed', async () => {
    api.clock.set(late);
    const own = await makeOwn(api);
    await db().query('update bookings set terms = null where id = $1', [own.booking.id]);
    expect(await preview(own)).toMatchObject({
      free_until: null,
      kept: '0.00',
      refund: '30.00',
      moves_left: 3,
    });
  });

  it('ignores terms that the practice changes afterwards', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api);
    const { adminKey } = own.practice;
    const input = {
      cancel_free_hours: 720,
      cancel_keep: 'percent',
      cancel_keep_value: '100',
      move_limit: 0,
    } as const;
    expect((await api.call('tenant_update', input, adminKey)).status).toBe(200);
    expect(await preview(own)).toMatchObject({
      kept: '0.00',
      refund: '30.00',
      kept_late: '10.00',
      moves_left: 3,
    });
    const next = await makeOwn(api, { practice: own.practice, booking: { booking_time: '12:00' } });
    expect(await preview(next)).toMatchObject({ kept: '30.00', refund: '0.00', moves_left: 0 });
  });

  it('applies the terms of the service before those of the practice', async () => {
    api.clock.set(late);
    const own = await makeOwn(api);
    const input = {
      service_id: own.practice.checkUp.id,
      cancel_free_hours: 48,
      cancel_keep: 'percent',
      cancel_keep_value: '50',
    } as const;
    expect((await api.call('booking_type_update', input, own.practice.adminKey)).status).toBe(200);
    const next = await makeOwn(api, { practice: own.practice, booking: { booking_time: '12:00' } });
    expect(await preview(next)).toMatchObject({
      free_until: '2026-01-13T12:00:00.000Z',
      kept: '22.50',
      refund: '7.50',
    });
  });

  it.each([
    ['turned off', 'off'],
    ['not offered for the service', 'direct'],
  ] as const)('is refused where it is %s', async (_case, self_change) => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api, { tenant: { self_change } });
    if (self_change === 'direct') {
      const input = { service_id: own.practice.checkUp.id, self_change: 'off' } as const;
      await api.call('booking_type_update', input, own.practice.adminKey);
    }
    expect(await preview(own)).toMatchObject({
      may_cancel: 'no',
      cancel_refusal: 'turned_off',
      may_move: 'no',
    });
    for (const answer of [await cancel(own), await move(own, '12:00')]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'change_not_allowed']);
    }
    expect((await detail(own)).status).toBe('confirmed');
  });

  it.each([
    ['has begun', { stage: 'with', status: 'in-progress' }, '2026-01-14T09:00:00Z'],
    ['has arrived', { stage: 'arrived' }, '2026-01-14T09:00:00Z'],
    ['is over', { status: 'completed' }, '2026-01-14T09:00:00Z'],
    ['starts now', {}, '2026-01-15T10:00:00Z'],
  ] as const)('and moving is refused once the visit %s', async (_case, booking, now) => {
    api.clock.set(now);
    const own = await makeOwn(api, { booking });
    expect(await preview(own)).toMatchObject({
      may_cancel: 'no',
      cancel_refusal: 'started',
      move_refusal: 'started',
    });
    for (const answer of [await cancel(own), await move(own, '12:00')]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'change_not_allowed']);
    }
  });

  it('works while the card provider is down, and the refund follows', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api);
    api.sandbox.stripe.mood = 'outage';
    expect((await cancel(own)).body).toMatchObject({ outcome: 'cancelled', refund: '30.00' });
    expect((await api.runJobs()).map(({ status }) => status)).toContain('failed');
    expect((await detail(own)).refunds).toMatchObject([{ amount: '30.00', status: 'pending' }]);
    api.sandbox.stripe.mood = 'well';
    await api.runJobs({ ignoreStartAfter: true });
    expect(refundedAtCard(own)).toBe(3000);
    expect(await detail(own)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
  });
});
