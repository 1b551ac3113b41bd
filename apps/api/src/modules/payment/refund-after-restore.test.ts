import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
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

/** Restores a backup from before every refund. The next refund gets the number of the first one of this deposit. */
async function restore({ deposit }: BookedDeposit): Promise<void> {
  await db().query(
    `select setval(pg_get_serial_sequence('refunds', 'id'), min(r.id), false) from refunds r where r.payment_id = $1`,
    [deposit.paymentId],
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
