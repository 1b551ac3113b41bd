import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
import { keepingTen } from '../../testing/own-changes.ts';
import { makeBookedDeposit, type BookedDeposit } from '../../testing/paid-deposit.ts';

const api = useTestApi();
const stripe = () => api.sandbox.stripe;
const db = () => api.testDatabase.owner;

const detail = async ({ practice, booking }: BookedDeposit) =>
  (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;

/** Refunds a part of the deposit, and runs the jobs. */
async function refund({ practice, deposit }: BookedDeposit, amount: string): Promise<void> {
  const asked = { payment_id: deposit.paymentId, amount };
  expect((await api.call('payment_refund', asked, practice.staffKey)).body.status).toBe('pending');
  await api.runJobs();
}

/**
 * Restores a backup from before every refund. The next refund gets the number of the first one of this deposit, or one
 * that many numbers later.
 */
async function restore({ deposit }: BookedDeposit, later = 0): Promise<void> {
  await db().query(
    `select setval(pg_get_serial_sequence('refunds', 'id'), min(r.id) + $2, false) from refunds r where r.payment_id = $1`,
    [deposit.paymentId, later],
  );
  await db().query('delete from payments where reverses_payment_id is not null');
  await db().query('delete from refunds');
  await db().query(
    `update bookings b set paid_pence = (
       select coalesce(sum(p.amount_pence), 0) from payments p where p.tenant_id = b.tenant_id and p.booking_id = b.id)`,
  );
}

/** The amounts and states of the refunds here, in any order. */
const refundsHere = async (booked: BookedDeposit) =>
  (await detail(booked)).refunds.map(({ amount, status }) => `${amount} ${status}`).toSorted();

/** What the provider has refunded of the deposit, in pence, oldest first. */
const refundedThere = ({ deposit }: BookedDeposit) =>
  stripe()
    .refunds.filter((made) => made.payment_intent === deposit.paymentReference)
    .map(({ amount }) => amount);

const cancel = async ({ practice, booking }: BookedDeposit, cancelled_by: 'client' | 'practice') => {
  const cancelled = { booking_id: booking.id, status: 'cancelled', cancelled_by } as const;
  expect((await api.call('booking_status_update', cancelled, practice.staffKey)).status).toBe(200);
  await api.runJobs();
};

// A deposit of £10.00 paid by card, of which £4.00 was refunded since the backup that is restored.
describe('a refund that a restore has lost', () => {
  let booked: BookedDeposit;
  beforeEach(async () => {
    stripe().webhooks = 'hold';
    booked = await makeBookedDeposit(api);
    await refund(booked, '4');
    await restore(booked);
  });

  it('is missing until the provider reports it, and is then imported', async () => {
    expect(await detail(booked)).toMatchObject({ paid: '10.00', refunds: [] });
    await stripe().deliverHeld({ times: 2 });
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({
      paid: '6.00',
      payments: [
        { kind: 'deposit', refundable: '6.00' },
        { kind: 'refund', amount: '-4.00', method: 'Card' },
      ],
    });
    expect(await refundsHere(booked)).toEqual(['4.00 done']);
  });

  it('is imported even if its number now belongs to a refund of another payment', async () => {
    const other = await makeBookedDeposit(api);
    await refund(other, '4');
    await stripe().deliverHeld({ times: 2 });
    await api.runJobs();
    expect([(await detail(booked)).paid, (await detail(other)).paid]).toEqual(['6.00', '6.00']);
    expect([await refundsHere(booked), await refundsHere(other)]).toEqual([['4.00 done'], ['4.00 done']]);
  });

  it('is imported when the same money is refused, so that it can’t be paid at the desk', async () => {
    stripe().forgetKeys();
    await refund(booked, '10');
    expect(await refundsHere(booked)).toEqual(['10.00 failed', '4.00 done']);
    const { practice, deposit } = booked;
    const inCash = { payment_id: deposit.paymentId, method: 'Cash', amount: '10' } as const;
    expect((await api.call('payment_refund', inCash, practice.staffKey)).error.message).toBe(
      'Only £6.00 of this payment can be refunded. Enter that or less.',
    );
  });

  it('is the one that is asked for again under its number, if no more can be refunded', async () => {
    await refund(booked, '4');
    await refund(booked, '6');
    await restore(booked);
    stripe().forgetKeys();
    await refund(booked, '4');
    expect(await refundsHere(booked)).toEqual(['4.00 done']);
    await stripe().deliverHeld();
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '0.00' });
    expect(await refundsHere(booked)).toEqual(['4.00 done', '6.00 done']);
  });
});

describe('a refund that a restore has lost, and whose number and key are another one’s now', () => {
  /** A deposit paid by card, of which an amount was refunded since the backup that is restored. */
  async function restored(amount: string, options?: Parameters<typeof makeBookedDeposit>[1]) {
    stripe().webhooks = 'hold';
    const booked = await makeBookedDeposit(api, options);
    await refund(booked, amount);
    await restore(booked, 1);
    stripe().forgetKeys();
    return booked;
  }

  it('is not paid again when the appointment is cancelled and the terms keep the rest', async () => {
    const tenant = { ...keepingTen, cancel_free_hours: 720 };
    const booked = await restored('10', { tenant, amountPence: 2000 });
    await cancel(booked, 'client');
    expect(refundedThere(booked)).toEqual([1000]);
    expect(await detail(booked)).toMatchObject({ paid: '10.00', deposit_kept: '10.00' });
    expect(await refundsHere(booked)).toEqual(['10.00 done', '10.00 failed']);
    await stripe().deliverHeld({ times: 2 });
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '10.00', deposit_kept: '10.00' });
  });

  it('leaves only the remainder to refund when the appointment is cancelled', async () => {
    const booked = await restored('4');
    await cancel(booked, 'practice');
    expect(refundedThere(booked)).toEqual([400, 600]);
    expect((await detail(booked)).paid).toBe('0.00');
    expect(await refundsHere(booked)).toEqual(['4.00 done', '6.00 done']);
  });

  it('is not paid again when staff ask for it again, nor when they retry: more needs a new refund', async () => {
    const booked = await restored('4');
    await refund(booked, '4');
    expect(refundedThere(booked)).toEqual([400]);
    expect(await refundsHere(booked)).toEqual(['4.00 done', '4.00 failed']);
    const failed = (await detail(booked)).refunds.find(({ status }) => status === 'failed');
    expect(failed?.last_error).toContain('had already been refunded');
    const again = await api.call('refund_retry', { refund_id: failed?.id ?? 0 }, booked.practice.staffKey);
    expect(again.error.code).toBe('refund_too_large');
    await refund(booked, '4');
    expect(refundedThere(booked)).toEqual([400, 400]);
    expect((await detail(booked)).paid).toBe('2.00');
  });
});

// Of £10.00, twice £4.00 were refunded since the backup. The second one is imported first, under the number of the first.
describe('two refunds that a restore has lost', () => {
  let booked: BookedDeposit;
  beforeEach(async () => {
    stripe().webhooks = 'hold';
    booked = await makeBookedDeposit(api);
    await refund(booked, '4');
    await refund(booked, '4');
    await restore(booked);
    const second = stripe().events.findLast(({ type }) => type === 'refund.created');
    if (!second) throw new Error('No event was sent.');
    await stripe().deliver(second);
  });

  it('are both imported, in any order', async () => {
    expect(await refundsHere(booked)).toEqual(['4.00 done']);
    await stripe().deliverHeld({ times: 2 });
    await api.runJobs();
    expect((await detail(booked)).paid).toBe('2.00');
    expect(await refundsHere(booked)).toEqual(['4.00 done', '4.00 done']);
  });

  it('are not taken for one that is asked for now under a number of theirs', async () => {
    await refund(booked, '4');
    expect(refundedThere(booked)).toEqual([400, 400]);
    expect((await detail(booked)).paid).toBe('2.00');
    expect(await refundsHere(booked)).toEqual(['4.00 done', '4.00 done', '4.00 failed']);
  });
});
