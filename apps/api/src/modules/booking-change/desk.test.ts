import type { Scope } from '@burrow/contracts/scopes';
import { describe, expect, it } from 'vitest';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn, type Own } from '../../testing/own-changes.ts';

const api = useTestApi();
const { preview, cancel, detail, history, refundedAtCard, payAtDesk } = changeCalls(api);

const inTime = '2026-01-14T09:00:00.000Z';
const late = '2026-01-14T12:00:00.000Z';
/** After the start of the appointment. */
const missed = '2026-01-15T10:30:00.000Z';

const deskPreview = async ({ practice, booking }: Own) =>
  (await api.call('booking_cancel_preview', { booking_id: booking.id }, practice.staffKey)).body;

const cancelAtDesk = (
  { practice, booking }: Own,
  more: { cancelled_by?: 'client' | 'practice'; deposit?: 'refund' | 'keep' | 'terms' } = {},
) =>
  api.call(
    'booking_status_update',
    { booking_id: booking.id, status: 'cancelled', ...more },
    practice.staffKey,
  );

const waive = ({ practice, booking }: Own) =>
  api.call('booking_fee_waive', { booking_id: booking.id }, practice.staffKey);

describe('cancelling at the desk', () => {
  it.each([
    [{}, 3000, 'practice', '0.00'],
    [{ cancelled_by: 'client' }, 2000, 'client', '10.00'],
    [{ cancelled_by: 'client', deposit: 'refund' }, 3000, 'client', '0.00'],
    [{ cancelled_by: 'client', deposit: 'keep' }, 0, 'client', '30.00'],
    [{ cancelled_by: 'practice', deposit: 'terms' }, 3000, 'practice', '0.00'],
    [{ deposit: 'keep' }, 0, 'practice', '30.00'],
  ] as const)('with %j refunds %i', async (input, refunded, by, kept) => {
    api.clock.set(late);
    const own = await makeOwn(api);
    expect((await cancelAtDesk(own, input)).status).toBe(200);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(refunded);
    expect(await detail(own)).toMatchObject({ cancelled_by: by, deposit_kept: kept });
    expect(await history(own)).toMatchObject([{ kind: 'cancel', by, user: own.practice.staff.name, kept }]);
  });

  it('shows beforehand to the penny what each way does', async () => {
    api.clock.set(late);
    const own = await makeOwn(api);
    await payAtDesk(own, 500);
    expect(await deskPreview(own)).toEqual({
      booking_id: own.booking.id,
      asked_at: null,
      free_until: '2026-01-14T10:00:00.000Z',
      is_free: false,
      waived: false,
      deposit_held: '30.00',
      paid_at_desk: '5.00',
      by_client: { kept: '10.00', refund: '20.00' },
      by_practice: { kept: '0.00', refund: '30.00' },
      no_show: { kept: '20.00', refund: '10.00' },
    });
  });
});

describe('a cancellation with the refund that the desk was shown', () => {
  const cancelled = { status: 'cancelled', cancelled_by: 'client' } as const;

  it.each([
    ['booking_status_update', cancelled, '30.00', late, '20.00', '10.00'],
    ['booking_update', cancelled, '30.00', late, '20.00', '10.00'],
    ['booking_did_not_attend', {}, '20.00', missed, '10.00', '20.00'],
  ] as const)(
    'by %s is refused once another amount is due',
    async (action, input, seen, now, refund, kept) => {
      api.clock.set(inTime);
      const own = await makeOwn(api);
      const send = (expected_refund: string) =>
        api.call(action, { booking_id: own.booking.id, ...input, expected_refund }, own.practice.staffKey);
      api.clock.set(now);
      const before = await detail(own);
      const { status, error } = await send(seen);
      expect([status, error]).toMatchObject([409, { code: 'terms_changed', refund, kept }]);
      expect(await detail(own)).toEqual(before);
      expect(await history(own)).toEqual([]);
      expect((await send(refund)).status).toBe(200);
      await api.runJobs();
      expect(refundedAtCard(own)).toBe(Number(refund) * 100);
    },
  );

  it.each<[Scope[], { refund?: string; kept?: string }]>([
    [[], {}],
    [['payments:read'], { refund: '20.00', kept: '10.00' }],
    [['payments:write'], { refund: '20.00', kept: '10.00' }],
  ])(
    'tells the amounts to an API key that may read or take payments: %j',
    async (scopes, { refund, kept }) => {
      api.clock.set(late);
      const { practice, booking } = await makeOwn(api);
      const key = await makeSessionKey(api.testDatabase.owner, {
        user: practice.admin,
        kind: 'integration',
        scopes: ['appointments:write', ...scopes],
      });
      const input = { booking_id: booking.id, ...cancelled, expected_refund: '30.00' };
      const { status, error } = await api.call('booking_status_update', input, key);
      expect([status, error.code, error.refund, error.kept]).toEqual([409, 'terms_changed', refund, kept]);
    },
  );

  it('is refused when a colleague has refunded a part meanwhile, also for a client who asked', async () => {
    api.clock.set(inTime);
    const own = await makeOwn(api, { tenant: { self_change: 'request' } });
    const { practice, deposit } = own;
    await cancel(own);
    const [asked] = (await api.call('booking_changes', {}, practice.staffKey)).body;
    const part = { payment_id: deposit?.paymentId ?? 0, amount: '5' };
    expect((await api.call('payment_refund', part, practice.staffKey)).status).toBe(200);
    const accept = (expected_refund: string) =>
      api.call(
        'booking_change_answer',
        { change_id: asked?.change_id ?? 0, answer: 'accept', expected_refund },
        practice.staffKey,
      );
    expect((await accept('30.00')).error).toMatchObject({
      code: 'terms_changed',
      refund: '25.00',
      kept: '0.00',
    });
    expect((await accept('25.00')).status).toBe(200);
  });
});

describe('a client who does not attend', () => {
  const miss = ({ practice, booking }: Own, deposit?: 'refund' | 'keep' | 'terms') =>
    api.call(
      'booking_did_not_attend',
      { booking_id: booking.id, ...(deposit ? { deposit } : {}) },
      practice.staffKey,
    );

  it.each([
    [undefined, 1000, '20.00'],
    ['terms', 1000, '20.00'],
    ['refund', 3000, '0.00'],
    ['keep', 0, '30.00'],
  ] as const)('with the deposit as %s is refunded %i', async (deposit, refunded, kept) => {
    api.clock.set(inTime);
    const own = await makeOwn(api);
    api.clock.set(missed);
    expect((await deskPreview(own)).no_show).toEqual({ kept: '20.00', refund: '10.00' });
    expect((await miss(own, deposit)).status).toBe(200);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(refunded);
    expect(await detail(own)).toMatchObject({
      cancel_reason: 'did_not_attend',
      cancelled_by: 'client',
      deposit_kept: kept,
    });
    expect(await history(own)).toMatchObject([{ kind: 'no_show', by: 'practice', kept }]);
  });

  it('costs nothing where the practice has set nothing', async () => {
    api.clock.set(inTime);
    const own = await makeOwn(api, { tenant: { no_show_keep: 'nothing', no_show_keep_value: 0 } });
    api.clock.set(missed);
    await miss(own);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
  });
});

describe('waiving a fee', () => {
  it('before the appointment makes any cancellation free, once', async () => {
    api.clock.set(late);
    const own = await makeOwn(api);
    expect((await waive(own)).body).toEqual({ refund: '0.00' });
    expect((await waive(own)).body).toEqual({ refund: '0.00' });
    expect(await deskPreview(own)).toMatchObject({
      waived: true,
      by_client: { kept: '0.00', refund: '30.00' },
    });
    expect(await preview(own)).toMatchObject({ free_until: null, is_free: true, refund: '30.00' });
    expect((await cancel(own)).body).toMatchObject({ outcome: 'cancelled', refund: '30.00' });
    expect((await history(own)).map(({ kind }) => kind)).toEqual(['waive', 'cancel']);
  });

  it('after a late cancellation refunds the rest, once, however often it is asked for', async () => {
    api.clock.set(late);
    const own = await makeOwn(api);
    await cancel(own);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(2000);
    const answers = await Promise.all([waive(own), waive(own), waive(own)]);
    expect(answers.map(({ body }) => body.refund).toSorted()).toEqual(['0.00', '0.00', '10.00']);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect(await detail(own)).toMatchObject({ paid: '0.00', deposit_kept: '0.00' });
    expect((await history(own)).at(-1)).toMatchObject({ kind: 'waive', refunded: '10.00' });
  });
});

describe('a move by the practice', () => {
  it('gives the client at least a day to cancel free of charge, and counts as no move of theirs', async () => {
    api.clock.set(late);
    const own = await makeOwn(api);
    expect((await preview(own)).kept).toBe('10.00');
    const moved = await api.call(
      'booking_update',
      { booking_id: own.booking.id, booking_date: '2026-01-16' },
      own.practice.staffKey,
    );
    expect(moved.status).toBe(200);
    expect(await preview(own)).toMatchObject({
      free_until: '2026-01-15T12:00:00.000Z',
      refund: '30.00',
      moves_left: 3,
    });
    expect(await history(own)).toMatchObject([
      { kind: 'move', by: 'practice', user: own.practice.staff.name, to_date: '2026-01-16' },
    ]);
  });
});

describe('the terms of the settings', () => {
  it('are changed by admins, and answered as they were sent', async () => {
    api.clock.set(inTime);
    const { practice } = await makeOwn(api, { paidPence: null });
    const terms = {
      self_change: 'request',
      cancel_free_hours: 48,
      cancel_keep: 'percent',
      cancel_keep_value: '33.5',
      no_show_keep: 'sum',
      no_show_keep_value: '12.50',
      move_limit: 1,
      move_notice_hours: 2,
    } as const;
    expect((await api.call('tenant_update', terms, practice.staffKey)).status).toBe(403);
    expect((await api.call('tenant_update', terms, practice.adminKey)).status).toBe(200);
    const [tenant] = (await api.call('tenant', {}, practice.staffKey)).body;
    expect(tenant).toMatchObject({ ...terms, keep_warning: null });
    const service_id = practice.checkUp.id;
    const own = { service_id, ...terms, self_change: 'off' } as const;
    expect((await api.call('booking_type_update', own, practice.adminKey)).status).toBe(200);
    const services = (await api.call('booking_types', {}, practice.staffKey)).body;
    expect(services[0]).toMatchObject({ ...terms, self_change: 'off' });
    expect(services[1]).toMatchObject({ self_change: null, cancel_keep: null, cancel_keep_value: null });
    const cleared = { service_id, self_change: null, cancel_keep: null, no_show_keep: null } as const;
    expect((await api.call('booking_type_update', cleared, practice.adminKey)).status).toBe(200);
    const [after] = (await api.call('booking_types', {}, practice.staffKey)).body;
    expect(after).toMatchObject({ self_change: null, cancel_keep_value: null, no_show_keep_value: null });
  });

  it.each([
    [{ cancel_keep: 'percent', cancel_keep_value: '100.01' }, 'cancel_keep_value'],
    [{ cancel_keep: 'sum', cancel_keep_value: '0' }, 'cancel_keep_value'],
    [{ no_show_keep: 'percent' }, 'no_show_keep_value'],
    [{ cancel_free_hours: 721 }, 'cancel_free_hours'],
    [{ move_limit: 21 }, 'move_limit'],
  ] as const)('refuse %j', async (input, field) => {
    api.clock.set(inTime);
    const { practice } = await makeOwn(api, {
      paidPence: null,
      tenant: {
        cancel_keep: 'nothing',
        cancel_keep_value: 0,
        no_show_keep: 'nothing',
        no_show_keep_value: 0,
      },
    });
    const { status, error } = await api.call('tenant_update', input, practice.adminKey);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
    const service = await api.call(
      'booking_type_update',
      { service_id: practice.checkUp.id, ...input },
      practice.adminKey,
    );
    expect([service.status, Object.keys(service.error.fields ?? {})]).toEqual([400, [field]]);
  });

  it('warn about more than half of a price, and allow it', async () => {
    api.clock.set(inTime);
    const { practice } = await makeOwn(api, { paidPence: null });
    const warning = async (input: { cancel_keep: 'sum' | 'percent'; cancel_keep_value: string }) => {
      expect((await api.call('tenant_update', input, practice.adminKey)).status).toBe(200);
      return (await api.call('tenant', {}, practice.staffKey)).body[0]?.keep_warning;
    };
    expect(await warning({ cancel_keep: 'percent', cancel_keep_value: '50' })).toBeNull();
    expect(await warning({ cancel_keep: 'percent', cancel_keep_value: '60' })).toMatch(
      /^This keeps 60% of the price\./,
    );
    expect(await warning({ cancel_keep: 'sum', cancel_keep_value: '22.50' })).toBeNull();
    expect(await warning({ cancel_keep: 'sum', cancel_keep_value: '40' })).toMatch(
      /^£40\.00 is more than half of the price of Consultation and 1 more\./,
    );
    const [service] = (await api.call('booking_types', {}, practice.staffKey)).body;
    expect(service?.keep_warning).toMatch(/^This keeps up to £40\.00; the price is £45\.00\./);
    await warning({ cancel_keep: 'sum', cancel_keep_value: '60' });
    const [dearer] = (await api.call('booking_types', {}, practice.staffKey)).body;
    expect(dearer?.keep_warning).toMatch(/^This keeps up to £60\.00; the price is £45\.00\./);
  });

  it('are shown in the portal with each service, as a request would have them', async () => {
    api.clock.set(inTime);
    const own = await makeOwn(api, {
      paidPence: null,
      tenant: { deposit_required: true, deposit_pence: 1500 },
    });
    const { body } = await api.call('cp/booking_services', {}, own.practice.clientKey);
    expect(body[0]?.terms).toEqual({
      self_change: 'direct',
      cancel_free_hours: 24,
      late_kept: '10.00',
      no_show_kept: '15.00',
      move_limit: 3,
      move_notice_hours: 24,
    });
  });
});
