import { describe, expect, it } from 'vitest';
import { inPractice } from '../../context/in-practice.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  makeBookedDeposit,
  makePaidDeposit,
  type BookedDeposit,
  type PaidDeposit,
} from '../../testing/paid-deposit.ts';
import { settleRefund } from './refund-settle.ts';
import { refundProviderPayment } from './refund.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const hour = 3_600_000;

const detail = async ({ practice, booking }: BookedDeposit) =>
  (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;

const cancel = ({ practice, booking }: BookedDeposit, deposit?: 'refund' | 'keep') =>
  api.call(
    'booking_status_update',
    { booking_id: booking.id, status: 'cancelled', ...(deposit ? { deposit } : {}) },
    practice.staffKey,
  );

const giveBack = ({ practice, deposit }: BookedDeposit, amount?: string) =>
  api.call(
    'payment_refund',
    { payment_id: deposit.paymentId, ...(amount ? { amount } : {}) },
    practice.staffKey,
  );

/** Amount and status of the refunds that the provider has for a deposit, in any order. */
const atProvider = (deposit: PaidDeposit) =>
  api.sandbox.stripe.refunds
    .filter((refund) => refund.payment_intent === deposit.paymentReference)
    .toSorted((one, other) => one.amount - other.amount)
    .map(({ amount, status }) => [amount, status]);

const notified = async ({ practice }: BookedDeposit) =>
  (await api.call('notifications', {}, practice.adminKey)).body.notifications.filter(
    ({ kind }) => kind === 'refund_failed',
  );

/** Runs all jobs, including those scheduled for later, as if time had passed. */
async function runLater(): Promise<void> {
  api.clock.set(new Date(api.clock.now().getTime() + hour).toISOString());
  await api.runJobs({ ignoreStartAfter: true });
}

describe('payment_refund of a deposit paid by card', () => {
  it('is in progress in the answer, and in the ledger when the provider has done it', async () => {
    const booked = await makeBookedDeposit(api);
    const { deposit, practice } = booked;
    const answer = await giveBack(booked);
    expect(answer.body).toEqual({ payment_id: deposit.paymentId, status: 'pending' });
    expect(await detail(booked)).toMatchObject({
      paid: '10.00',
      payments: [{ kind: 'deposit', refundable: '0.00', by_provider: true }],
      refunds: [
        {
          amount: '10.00',
          status: 'pending',
          reason: 'asked',
          requested_by: practice.staff.name,
          settled_at: null,
        },
      ],
    });
    await api.runJobs();
    expect(atProvider(deposit)).toEqual([[1000, 'succeeded']]);
    expect(await detail(booked)).toMatchObject({
      paid: '0.00',
      payments: [
        { kind: 'deposit', amount: '10.00', refundable: '0.00' },
        { kind: 'refund', amount: '-10.00', method: 'Card', reverses_payment_id: deposit.paymentId },
      ],
      refunds: [{ status: 'done', last_error: null }],
    });
  });

  it('can be partial, and never exceeds the remainder including those in progress', async () => {
    const booked = await makeBookedDeposit(api);
    await giveBack(booked, '4');
    expect((await giveBack(booked, '6.01')).error).toMatchObject({
      code: 'refund_too_large',
      message: 'Only £6.00 of this payment can be refunded. Enter that or less.',
    });
    await giveBack(booked);
    await api.runJobs();
    expect(atProvider(booked.deposit)).toEqual([
      [400, 'succeeded'],
      [600, 'succeeded'],
    ]);
    expect((await detail(booked)).paid).toBe('0.00');
  });

  it('takes only whole units of a currency that has no smaller one', async () => {
    const booked = await makeBookedDeposit(api, { tenant: { currency: 'JPY' }, amountPence: 300_000 });
    const { status, error } = await giveBack(booked, '100.50');
    expect([status, error.fields]).toEqual([400, { amount: 'Refunds in JPY must be whole amounts.' }]);
    expect((await giveBack(booked, '100')).status).toBe(200);
    await api.runJobs();
    expect(atProvider(booked.deposit)).toEqual([[100, 'succeeded']]);
  });

  it('of twenty at once, refunds no more than was paid', async () => {
    const booked = await makeBookedDeposit(api);
    const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(booked, '3')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ error }) => error.code === 'refund_too_large')).toHaveLength(17);
    await api.runJobs();
    expect(atProvider(booked.deposit)).toEqual([300, 300, 300].map((amount) => [amount, 'succeeded']));
    expect((await detail(booked)).paid).toBe('1.00');
  });

  it('cannot be voided, or be refunded at the desk', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, deposit } = booked;
    const voided = await api.call('payment_void', { payment_id: deposit.paymentId }, practice.staffKey);
    expect([voided.status, voided.error.code]).toEqual([409, 'payment_settled']);
    const cash = await api.call(
      'payment_refund',
      { payment_id: deposit.paymentId, method: 'Cash' },
      practice.staffKey,
    );
    expect([cash.status, Object.keys(cash.error.fields ?? {})]).toEqual([400, ['method']]);
    expect((await detail(booked)).refunds).toEqual([]);
  });
});

describe('sending a refund to the provider', () => {
  const refundOf = async (booked: BookedDeposit) => {
    const refund = (await detail(booked)).refunds[0];
    if (!refund) throw new Error('There is no refund.');
    return { tenantId: booked.practice.tenant.id, refundId: refund.id };
  };

  /** Retries a refused card refund of £4.00 after an amount was paid back in cash. */
  async function retriedAfterCash(booked: BookedDeposit, amount: string) {
    const { practice, deposit } = booked;
    api.sandbox.stripe.refundOutcomes.push('refused');
    await giveBack(booked, '4');
    await api.runJobs();
    const { refundId } = await refundOf(booked);
    const inCash = { payment_id: deposit.paymentId, amount, method: 'Cash' } as const;
    await api.call('payment_refund', inCash, practice.staffKey);
    return api.call('refund_retry', { refund_id: refundId }, practice.staffKey);
  }

  it('is retried after a temporary failure', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.mood = 'outage';
    await giveBack(booked);
    expect((await api.runJobs()).map(({ status }) => status)).toEqual(['failed']);
    expect((await detail(booked)).refunds).toMatchObject([{ status: 'pending', last_error: null }]);
    api.sandbox.stripe.mood = 'well';
    await runLater();
    expect(atProvider(booked.deposit)).toEqual([[1000, 'succeeded']]);
    expect(await detail(booked)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
    expect(await notified(booked)).toEqual([]);
  });

  it('refunds once when the answer was lost', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.mood = 'lost';
    await giveBack(booked, '4');
    await api.runJobs();
    expect(atProvider(booked.deposit)).toEqual([[400, 'succeeded']]);
    expect((await detail(booked)).paid).toBe('10.00');
    api.sandbox.stripe.mood = 'well';
    await runLater();
    expect(atProvider(booked.deposit)).toEqual([[400, 'succeeded']]);
    expect(await detail(booked)).toMatchObject({ paid: '6.00', refunds: [{ status: 'done' }] });
  });

  it('takes effect once, however often and concurrently it runs', async () => {
    const booked = await makeBookedDeposit(api);
    await giveBack(booked, '4');
    const refund = await refundOf(booked);
    await Promise.all(Array.from({ length: 10 }, () => settleRefund(api.deps, refund)));
    await settleRefund(api.deps, refund);
    await api.runJobs();
    expect(atProvider(booked.deposit)).toEqual([[400, 'succeeded']]);
    expect((await detail(booked)).payments.map(({ amount }) => amount)).toEqual(['10.00', '-4.00']);
  });

  it('checks a pending refund with increasing delay, until its outcome is known', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.refundOutcomes.push('pending');
    await giveBack(booked);
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '10.00', refunds: [{ status: 'pending' }] });
    await runLater();
    await runLater();
    const { rows } = await db().query<{ hours: number }>(
      `select round(extract(epoch from j.start_after - j.created_on) / 3600)::integer as hours from pgboss.job j
       where j.name = 'refund' and j.state = 'created' and (j.data->>'tenantId')::bigint = $1`,
      [booked.practice.tenant.id],
    );
    // It has been pending for two hours, so the next check is in two more.
    expect(rows).toEqual([{ hours: 2 }]);
    const [refund] = api.sandbox.stripe.refunds;
    api.sandbox.stripe.settleRefund(refund?.id ?? '', 'succeeded');
    await runLater();
    expect(await detail(booked)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
    expect(atProvider(booked.deposit)).toHaveLength(1);
  });

  it.each(['refused', 'failed'] as const)(
    'notifies the practice when it is %s permanently, and can be retried',
    async (outcome) => {
      const booked = await makeBookedDeposit(api);
      const { practice, booking } = booked;
      api.sandbox.stripe.refundOutcomes.push(outcome);
      await giveBack(booked);
      await api.runJobs();
      await runLater();
      const [failed] = (await detail(booked)).refunds;
      expect(failed).toMatchObject({ status: 'failed', last_error: expect.any(String) as string });
      expect(await notified(booked)).toMatchObject([
        { booking_id: booking.id, amount: '10.00', client_name: practice.client.name, actor_name: null },
      ]);
      expect(await detail(booked)).toMatchObject({ paid: '10.00', payments: [{ refundable: '10.00' }] });
      const retry = () => api.call('refund_retry', { refund_id: failed?.id ?? 0 }, practice.adminKey);
      expect((await Promise.all([retry(), retry()])).map(({ status }) => status)).toEqual([200, 200]);
      expect((await detail(booked)).refunds).toMatchObject([
        { status: 'pending', requested_by: practice.staff.name, last_error: null },
      ]);
      await api.runJobs();
      expect(await detail(booked)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
      expect(atProvider(booked.deposit).filter(([, status]) => status === 'succeeded')).toHaveLength(1);
    },
  );

  it('fails at once for a payment unknown to the provider', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.reset();
    await giveBack(booked);
    expect(await api.runJobs()).toMatchObject([{ name: 'refund', status: 'completed' }]);
    expect((await detail(booked)).refunds).toMatchObject([{ status: 'failed' }]);
  });

  it('gets the outcome from webhooks, in any order and any number of times', async () => {
    const booked = await makeBookedDeposit(api);
    const { stripe } = api.sandbox;
    stripe.refundOutcomes.push('pending');
    await giveBack(booked);
    await api.runJobs();
    stripe.settleRefund(stripe.refunds[0]?.id ?? '', 'succeeded');
    const told = stripe.events.filter(({ type }) => type.startsWith('refund.')).toReversed();
    expect(told.length).toBeGreaterThan(1);
    for (const event of [...told, ...told]) expect(await stripe.deliver(event)).toEqual([200]);
    expect(await detail(booked)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
    expect((await detail(booked)).payments).toHaveLength(2);
  });

  it('is voided in the ledger when the bank returns it later, and can be retried', async () => {
    const booked = await makeBookedDeposit(api);
    await giveBack(booked);
    await api.runJobs();
    const refund = await refundOf(booked);
    api.sandbox.stripe.settleRefund(api.sandbox.stripe.refunds[0]?.id ?? '', 'failed');
    await Promise.all([settleRefund(api.deps, refund), settleRefund(api.deps, refund)]);
    expect(await detail(booked)).toMatchObject({
      paid: '10.00',
      payments: [
        { kind: 'deposit', refundable: '10.00' },
        { kind: 'refund', amount: '-10.00' },
        { kind: 'void', amount: '10.00' },
      ],
      refunds: [{ status: 'failed' }],
    });
    expect(await notified(booked)).toHaveLength(1);
    await api.call('refund_retry', { refund_id: refund.refundId }, booked.practice.staffKey);
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
    const { rows } = await db().query<{ sum: string }>(
      'select sum(p.amount_pence) from payments p where p.tenant_id = $1',
      [booked.practice.tenant.id],
    );
    expect(Number(rows[0]?.sum)).toBe(0);
  });

  it('can be recorded another way once the provider has refused, and is not retried then', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, deposit } = booked;
    const account = async () =>
      (await api.call('client_account', { client_id: practice.client.id }, practice.staffKey)).body;
    api.sandbox.stripe.refundOutcomes.push('refused');
    await giveBack(booked);
    await api.runJobs();
    const [failed] = (await account()).refunds;
    expect(failed).toMatchObject({
      status: 'failed',
      amount: '10.00',
      last_error: expect.stringContaining('the cardholder has disputed the payment') as string,
    });
    const inCash = { payment_id: deposit.paymentId, method: 'Cash' } as const;
    expect((await api.call('payment_refund', inCash, practice.staffKey)).body.status).toBe('done');
    expect((await detail(booked)).payments.at(-1)).toMatchObject({ kind: 'refund', method: 'Cash' });
    expect((await account()).refunds).toEqual([]);
    const retry = await api.call('refund_retry', { refund_id: failed?.id ?? 0 }, practice.staffKey);
    expect([retry.status, retry.error.code]).toEqual([409, 'refund_too_large']);
  });

  it('of a part is not retried once as much was refunded another way, although enough is left', async () => {
    const booked = await makeBookedDeposit(api);
    const { deposit } = booked;
    const { status, error } = await retriedAfterCash(booked, '4');
    expect([status, error.code, error.message]).toEqual([
      409,
      'refund_too_large',
      'This amount has been refunded another way. To refund more, make a new refund.',
    ]);
    await api.runJobs();
    expect(atProvider(deposit)).toEqual([]);
    expect(await detail(booked)).toMatchObject({ paid: '6.00', refunds: [{ status: 'failed' }] });
  });

  it('of a part is retried while less was refunded another way', async () => {
    const booked = await makeBookedDeposit(api);
    expect((await retriedAfterCash(booked, '3.99')).status).toBe(200);
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '2.01', refunds: [{ status: 'done' }] });
  });

  it('returns a deposit that could not be booked, and reports if that fails', async () => {
    const practice = await makePractice(db());
    const deposit = await makePaidDeposit(api, practice);
    const { id: tenantId } = practice.tenant;
    const returned = () =>
      inPractice(api.deps, { tenantId, action: 'cp/payment/status', requestId: 'test' }, (ctx) =>
        refundProviderPayment(ctx, deposit.paymentId, 'not_booked'),
      );
    await returned();
    await returned();
    api.sandbox.stripe.refundOutcomes.push('refused');
    await api.runJobs();
    const { body } = await api.call('notifications', {}, practice.staffKey);
    expect(body.notifications).toMatchObject([
      {
        kind: 'refund_failed',
        booking_id: null,
        client_name: practice.client.name,
        animal_name: practice.animal.name,
        amount: '10.00',
        booking_time: '10:00',
      },
    ]);
    const account = async () =>
      (await api.call('client_account', { client_id: practice.client.id }, practice.staffKey)).body;
    const { refunds } = await account();
    expect(refunds).toMatchObject([{ reason: 'not_booked', requested_by: null, status: 'failed' }]);
    await api.call('refund_retry', { refund_id: refunds[0]?.id ?? 0 }, practice.staffKey);
    await api.runJobs();
    expect(await account()).toMatchObject({
      balance: '0.00',
      refunds: [],
      entries: [
        { kind: 'refund', amount: '-10.00', booking_id: null, animal_name: practice.animal.name },
        { kind: 'deposit', amount: '10.00', booking_id: null },
      ],
    });
    expect(atProvider(deposit)).toEqual([[1000, 'succeeded']]);
  });
});

describe('cancelling an appointment with a deposit', () => {
  it('refunds it by default, once, also while the provider is unavailable', async () => {
    const booked = await makeBookedDeposit(api);
    api.sandbox.stripe.mood = 'outage';
    expect((await cancel(booked)).status).toBe(200);
    expect((await cancel(booked)).error.code).toBe('illegal_transition');
    expect(await detail(booked)).toMatchObject({
      status: 'cancelled',
      refunds: [{ reason: 'booking_cancelled', amount: '10.00', status: 'pending' }],
    });
    await api.runJobs();
    api.sandbox.stripe.mood = 'well';
    await runLater();
    expect(atProvider(booked.deposit)).toEqual([[1000, 'succeeded']]);
    expect((await detail(booked)).paid).toBe('0.00');
  });

  it('keeps it when the practice chooses to, and records the choice', async () => {
    const [kept, returned] = [await makeBookedDeposit(api), await makeBookedDeposit(api)];
    await api.call(
      'booking_update',
      { booking_id: kept.booking.id, status: 'cancelled', deposit: 'keep' },
      kept.practice.staffKey,
    );
    await cancel(returned, 'refund');
    await api.runJobs();
    expect(await detail(kept)).toMatchObject({ status: 'cancelled', paid: '10.00', refunds: [] });
    expect(atProvider(kept.deposit)).toEqual([]);
    expect(atProvider(returned.deposit)).toEqual([[1000, 'succeeded']]);
    const logged = async ({ practice }: BookedDeposit) => {
      const { rows } = await db().query<{ details: { deposit?: string } }>(
        "select details from audit_log where tenant_id = $1 and entity = 'booking'",
        [practice.tenant.id],
      );
      return rows.map(({ details }) => details.deposit);
    };
    expect([await logged(kept), await logged(returned)]).toEqual([['keep'], ['refund']]);
  });

  it('refunds the rest when a part is in progress already', async () => {
    const booked = await makeBookedDeposit(api);
    await giveBack(booked, '4');
    await cancel(booked);
    await api.runJobs();
    expect(atProvider(booked.deposit)).toEqual([
      [400, 'succeeded'],
      [600, 'succeeded'],
    ]);
    expect((await detail(booked)).paid).toBe('0.00');
  });

  it('applies to every upcoming appointment of a client who is archived', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice } = booked;
    const second = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-21' });
    const deposit = await makePaidDeposit(api, practice, { booking: second, amountPence: 700 });
    await api.call(
      'client_archive',
      { client_id: practice.client.id, cancel_bookings: '1' },
      practice.adminKey,
    );
    await api.runJobs();
    expect([atProvider(booked.deposit), atProvider(deposit)]).toEqual([
      [[1000, 'succeeded']],
      [[700, 'succeeded']],
    ]);
  });
});
