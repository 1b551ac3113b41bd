import { describe, expect, it } from 'vitest';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { makeBookedDeposit, type BookedDeposit, type PaidDeposit } from '../../testing/paid-deposit.ts';
import { giveUpRefund } from './refund-give-up.ts';
import { settleRefund } from './refund-settle.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const hour = 3_600_000;

const detail = async ({ practice, booking }: BookedDeposit) =>
  (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;

const giveBack = ({ practice, deposit }: BookedDeposit, amount?: string) =>
  api.call(
    'payment_refund',
    { payment_id: deposit.paymentId, ...(amount ? { amount } : {}) },
    practice.staffKey,
  );

const refundOf = async (booked: BookedDeposit) => {
  const refund = (await detail(booked)).refunds[0];
  if (!refund) throw new Error('There is no refund.');
  return { tenantId: booked.practice.tenant.id, refundId: refund.id };
};

/** Amount and status of the refunds that the provider has for a deposit. */
const atProvider = ({ paymentReference }: PaidDeposit) =>
  api.sandbox.stripe.refunds
    .filter((refund) => refund.payment_intent === paymentReference)
    .map(({ amount, status }) => [amount, status]);

describe('a refund with unknown outcome', () => {
  it('is the same refund when it is retried', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.mood = 'lost';
    await giveBack(booked, '4');
    await api.runJobs();
    const refund = await refundOf(booked);
    await giveUpRefund(api.deps, refund);
    await giveUpRefund(api.deps, refund);
    expect((await detail(booked)).refunds).toMatchObject([
      {
        status: 'unknown',
        last_error: expect.stringContaining('Couldn’t reach the card provider') as string,
      },
    ]);
    const { notifications } = (await api.call('notifications', {}, booked.practice.adminKey)).body;
    expect(notifications.map(({ kind }) => kind)).toEqual(['refund_failed']);
    api.sandbox.stripe.mood = 'well';
    await api.call('refund_retry', { refund_id: refund.refundId }, booked.practice.staffKey);
    await api.runJobs();
    expect(atProvider(booked.deposit)).toEqual([[400, 'succeeded']]);
    expect((await detail(booked)).paid).toBe('6.00');
  });

  it('counts as refunded, and cannot be refunded another way', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, deposit } = booked;
    api.sandbox.stripe.mood = 'lost';
    await giveBack(booked);
    await api.runJobs();
    const refund = await refundOf(booked);
    await giveUpRefund(api.deps, refund);
    api.sandbox.stripe.mood = 'well';
    const inCash = { payment_id: deposit.paymentId, method: 'Cash' } as const;
    expect((await api.call('payment_refund', inCash, practice.staffKey)).error.code).toBe('refund_too_large');
    const { refunds } = (
      await api.call('client_account', { client_id: practice.client.id }, practice.staffKey)
    ).body;
    expect(refunds).toMatchObject([{ status: 'unknown', amount: '10.00' }]);
    const cancelled = { booking_id: booked.booking.id, status: 'cancelled' } as const;
    expect((await api.call('booking_status_update', cancelled, practice.staffKey)).status).toBe(200);
    await settleRefund(api.deps, refund);
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({
      paid: '0.00',
      payments: [{ kind: 'deposit' }, { kind: 'refund', method: 'Card', amount: '-10.00' }],
      refunds: [{ status: 'done', last_error: null }],
    });
    expect(atProvider(deposit)).toEqual([[1000, 'succeeded']]);
  });

  it('is no refusal: the rest is refunded to the card too', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, deposit } = booked;
    api.sandbox.stripe.mood = 'outage';
    await giveBack(booked, '4');
    await api.runJobs();
    await giveUpRefund(api.deps, await refundOf(booked));
    const inCash = { payment_id: deposit.paymentId, method: 'Cash', amount: '6' } as const;
    const cash = await api.call('payment_refund', inCash, practice.staffKey);
    expect([cash.status, Object.keys(cash.error.fields ?? {})]).toEqual([400, ['method']]);
  });

  it('is in progress again when the provider has it pending', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.refundOutcomes.push('pending');
    api.sandbox.stripe.mood = 'lost';
    await giveBack(booked);
    await api.runJobs();
    const refund = await refundOf(booked);
    await giveUpRefund(api.deps, refund);
    api.sandbox.stripe.mood = 'well';
    await settleRefund(api.deps, refund);
    expect((await detail(booked)).refunds).toMatchObject([
      { status: 'pending', last_error: null, settled_at: null },
    ]);
    api.sandbox.stripe.settleRefund(api.sandbox.stripe.refunds[0]?.id ?? '', 'succeeded');
    api.clock.set(new Date(api.clock.now().getTime() + hour).toISOString());
    await api.runJobs({ ignoreStartAfter: true });
    expect(await detail(booked)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
  });

  it('is found when the provider did it under a key that has expired since', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.mood = 'lost';
    await giveBack(booked, '4');
    await api.runJobs();
    const refund = await refundOf(booked);
    await giveUpRefund(api.deps, refund);
    api.sandbox.stripe.mood = 'well';
    api.sandbox.stripe.forgetKeys();
    api.clock.set(new Date(api.clock.now().getTime() + 48 * hour).toISOString());
    const key = await makeSessionKey(db(), { user: booked.practice.staff, lastUsed: api.clock.now() });
    expect((await api.call('refund_retry', { refund_id: refund.refundId }, key)).status).toBe(200);
    await api.runJobs();
    const { rows } = await db().query<{ status: string }>('select r.status from refunds r where r.id = $1', [
      refund.refundId,
    ]);
    expect(rows).toEqual([{ status: 'done' }]);
    expect(atProvider(booked.deposit)).toEqual([[400, 'succeeded']]);
  });
});
