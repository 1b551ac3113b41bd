import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import {
  checkoutFor,
  makeDepositPractice,
  moneyOf,
  ownerOf,
  paymentStatusOf,
} from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import { makeBookedDeposit, type BookedDeposit } from '../../testing/paid-deposit.ts';

const api = useTestApi();
const stripe = () => api.sandbox.stripe;

const detail = async ({ practice, booking }: BookedDeposit) =>
  (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;

let made = 0;
/** Refunds a payment on the provider's own pages. @returns its id there */
async function refundThere(
  { deposit: { paymentReference } }: { deposit: { paymentReference: string } },
  amountPence: number,
  metadata: Record<string, string> = {},
): Promise<string> {
  const key = `by hand ${(made += 1)}`;
  const refund = { key, paymentReference, amountPence, currency: 'GBP', metadata };
  return (await api.deps.payments.refund(refund)).reference;
}

describe('a refund made at the card provider', () => {
  it('is in the ledger once, however often it is reported', async () => {
    const booked = await makeBookedDeposit(api);
    await refundThere(booked, 400);
    const event = stripe().events.find(({ type }) => type === 'refund.created');
    if (!event) throw new Error('No event was sent.');
    const deliveries = Array.from({ length: 4 }, () => stripe().deliver(event));
    expect((await Promise.all(deliveries)).flat()).toEqual([200, 200, 200, 200]);
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({
      paid: '6.00',
      payments: [
        { kind: 'deposit', refundable: '6.00' },
        { kind: 'refund', amount: '-4.00', method: 'Card', taken_by: null },
      ],
      refunds: [{ amount: '4.00', reason: 'asked', status: 'done', requested_by: null }],
    });
    await refundThere(booked, 600);
    await stripe().deliverHeld({ reversed: true });
    expect((await detail(booked)).paid).toBe('0.00');
    expect((await detail(booked)).payments).toHaveLength(3);
  });

  it('is in progress until the bank has accepted it, and is voided when the bank returns it', async () => {
    const booked = await makeBookedDeposit(api);
    stripe().refundOutcomes.push('pending');
    const reference = await refundThere(booked, 1000);
    await stripe().deliverHeld();
    expect(await detail(booked)).toMatchObject({
      paid: '10.00',
      payments: [{ refundable: '0.00' }],
      refunds: [{ status: 'pending' }],
    });
    stripe().settleRefund(reference, 'succeeded');
    await stripe().deliverHeld();
    expect(await detail(booked)).toMatchObject({ paid: '0.00', refunds: [{ status: 'done' }] });
    stripe().settleRefund(reference, 'failed');
    await stripe().deliverHeld({ times: 2 });
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({
      paid: '10.00',
      payments: [{ refundable: '10.00' }, { kind: 'refund' }, { kind: 'void', amount: '10.00' }],
      refunds: [{ status: 'failed' }],
    });
  });

  it('is settled although we requested the same money, of which nothing is left then', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, deposit } = booked;
    await api.call('payment_refund', { payment_id: deposit.paymentId }, practice.staffKey);
    await refundThere(booked, 1000);
    await stripe().deliverHeld();
    await api.runJobs();
    const { paid, refunds } = await detail(booked);
    expect([paid, ...refunds.map(({ status }) => status).toSorted()]).toEqual(['0.00', 'done', 'failed']);
  });

  it('whose callback was lost is in the ledger once we are refused the same money', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, booking, deposit } = booked;
    await refundThere(booked, 1000);
    expect(await detail(booked)).toMatchObject({ paid: '10.00', refunds: [] });
    const cancelled = { booking_id: booking.id, status: 'cancelled' } as const;
    expect((await api.call('booking_status_update', cancelled, practice.staffKey)).status).toBe(200);
    await api.runJobs();
    const { paid, refunds, payments } = await detail(booked);
    expect(paid).toBe('0.00');
    expect(new Set(refunds.map(({ reason, status }) => `${reason}: ${status}`))).toEqual(
      new Set(['asked: done', 'booking_cancelled: failed']),
    );
    expect(payments.map(({ amount }) => amount)).toEqual(['10.00', '-10.00']);
    const inCash = { payment_id: deposit.paymentId, method: 'Cash' } as const;
    const again = await api.call('payment_refund', inCash, practice.staffKey);
    expect([again.status, again.error.code]).toEqual([409, 'refund_too_large']);
    await stripe().deliverHeld({ times: 2 });
    await api.runJobs();
    expect((await detail(booked)).payments).toHaveLength(2);
  });

  it('of a part, whose callback was lost, leaves the remainder to be refunded', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, deposit } = booked;
    const refund = () => api.call('payment_refund', { payment_id: deposit.paymentId }, practice.staffKey);
    await refundThere(booked, 400);
    await refund();
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '6.00', payments: [{ refundable: '6.00' }, {}] });
    await refund();
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '0.00', payments: [{ refundable: '0.00' }, {}, {}] });
  });

  it('never takes more from the ledger than its remainder, and logs it', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, deposit } = booked;
    stripe().refundOutcomes.push('refused');
    await api.call('payment_refund', { payment_id: deposit.paymentId }, practice.staffKey);
    await api.runJobs();
    const inCash = { payment_id: deposit.paymentId, method: 'Cash', amount: '7' } as const;
    expect((await api.call('payment_refund', inCash, practice.staffKey)).status).toBe(200);
    api.expectLoggedErrors();
    await refundThere(booked, 400);
    await refundThere(booked, 600);
    await stripe().deliverHeld();
    const { paid, refunds } = await detail(booked);
    expect(paid).toBe('0.00');
    expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
      ['10.00', 'failed'],
      ['3.00', 'done'],
    ]);
    const logged = api.logLines.filter((line) => line.includes('refunded more than remains of a payment'));
    expect(logged).toHaveLength(2);
  });

  it('is reported again while the provider is unavailable, and ignored for an unknown payment', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice } = booked;
    const checkout = await api.deps.payments.createCheckout({
      key: 'another installation',
      amountPence: 1000,
      currency: 'GBP',
      description: 'Deposit for Consultation',
      email: null,
      successUrl: `${api.url}/app/cp`,
      cancelUrl: `${api.url}/app/cp`,
      expiresAt: new Date(api.clock.now().getTime() + 30 * 60_000),
      metadata: { kind: 'deposit', tenant_id: String(practice.tenant.id) },
    });
    stripe().pay(checkout.reference);
    const paymentReference = (await api.deps.payments.checkout(checkout.reference))?.paymentReference ?? '';
    await refundThere({ ...booked, deposit: { ...booked.deposit, paymentReference } }, 1000);
    const event = stripe().events.find(({ type }) => type === 'refund.created');
    if (!event) throw new Error('No event was sent.');
    api.expectLoggedErrors();
    stripe().mood = 'outage';
    expect(await stripe().deliver(event)).toEqual([503]);
    stripe().mood = 'well';
    expect(await stripe().deliver(event)).toEqual([200]);
    expect(api.logLines.some((line) => line.includes('sent a callback about an unknown record'))).toBe(true);
    expect(await detail(booked)).toMatchObject({ paid: '10.00', refunds: [] });
  });
});

describe('a refund made at the card provider before the deposit is settled', () => {
  /** A deposit of £10 that is paid and in part refunded, while no server hears of either. @returns its checkout */
  async function refundUnsettled(
    practice: Practice,
    amountPence: number,
    metadata?: Record<string, string>,
  ): Promise<string> {
    stripe().webhooks = 'hold';
    const reference = await checkoutFor(api, practice, ownerOf(practice));
    stripe().pay(reference);
    const paymentReference = (await api.deps.payments.checkout(reference))?.paymentReference ?? '';
    await refundThere({ deposit: { paymentReference } }, amountPence, metadata);
    return reference;
  }
  const deliverRefund = async () => {
    const event = stripe().events.find(({ type }) => type === 'refund.created');
    if (!event) throw new Error('No event was sent.');
    return stripe().deliver(event);
  };
  const bookedWithRest = {
    deposits: [{ status: 'booked' }],
    bookings: [{ paid: 600 }],
    ledger: [
      { kind: 'deposit', amount: 1000 },
      { kind: 'refund', amount: -400 },
    ],
    refunds: [{ status: 'done', amount: 400, reason: 'asked' }],
  };

  it('is in the ledger once, with the appointment', async () => {
    const practice = await makeDepositPractice(api);
    const reference = await refundUnsettled(practice, 400);
    const settle = () => paymentStatusOf(api, ownerOf(practice), reference);
    const settled = await Promise.all([settle(), settle(), settle()]);
    expect(settled.map(({ outcome }) => outcome)).toEqual(['booked', 'booked', 'booked']);
    await api.runJobs();
    expect(await moneyOf(api, practice)).toMatchObject(bookedWithRest);
    await stripe().deliverHeld({ times: 2 });
    await api.runJobs();
    expect(await moneyOf(api, practice)).toMatchObject(bookedWithRest);
  });

  it('settles the deposit when it is reported first', async () => {
    const practice = await makeDepositPractice(api);
    await refundUnsettled(practice, 400);
    expect(await deliverRefund()).toEqual([200]);
    await api.runJobs();
    expect(await moneyOf(api, practice)).toMatchObject(bookedWithRest);
  });

  it('settles the deposit too when it was requested here before a restore', async () => {
    const practice = await makeDepositPractice(api);
    const tenant_id = String(practice.tenant.id);
    await refundUnsettled(practice, 400, { kind: 'refund', tenant_id, refund_id: '1', attempt: '1' });
    expect(await deliverRefund()).toEqual([200]);
    await api.runJobs();
    expect(await moneyOf(api, practice)).toMatchObject(bookedWithRest);
  });

  it('of all of it books nothing, and notifies the practice', async () => {
    const practice = await makeDepositPractice(api);
    const reference = await refundUnsettled(practice, 1000);
    expect(await paymentStatusOf(api, ownerOf(practice), reference)).toMatchObject({ outcome: 'returned' });
    await api.runJobs();
    await stripe().deliverHeld();
    await api.runJobs();
    expect(await moneyOf(api, practice)).toMatchObject({
      deposits: [{ status: 'returned', booking: null }],
      bookings: [],
      ledger: [
        { kind: 'deposit', amount: 1000 },
        { kind: 'refund', amount: -1000 },
      ],
      refunds: [{ status: 'done', amount: 1000, reason: 'asked' }],
    });
    const { body } = await api.call('notifications', {}, practice.adminKey);
    expect(body.notifications).toMatchObject([{ kind: 'deposit_returned', amount: '10.00' }]);
    const { rows } = await api.testDatabase.owner.query('select k.kind from comms k where k.tenant_id = $1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('leaves only the rest to refund when the time was taken meanwhile', async () => {
    const practice = await makeDepositPractice(api);
    const reference = await refundUnsettled(practice, 400);
    await makeBooking(api.testDatabase.owner, {
      animal: practice.animal,
      service: practice.checkUp,
      status: 'confirmed',
      booking_date: '2026-01-15',
    });
    expect(await paymentStatusOf(api, ownerOf(practice), reference)).toMatchObject({ outcome: 'returned' });
    await api.runJobs();
    const { ledger, refunds } = await moneyOf(api, practice);
    expect(refunds).toEqual([
      { status: 'done', amount: 400, reason: 'asked' },
      { status: 'done', amount: 600, reason: 'not_booked' },
    ]);
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });
});

describe('a dispute', () => {
  it('is logged, with its payment', async () => {
    const { deposit, practice } = await makeBookedDeposit(api);
    api.expectLoggedErrors();
    const [paid] = stripe().events;
    if (!paid) throw new Error('No event was sent for the payment.');
    const dispute = { id: 'dp_1', payment_intent: deposit.paymentReference, status: 'needs_response' };
    const event = { ...paid, type: 'charge.dispute.created', data: { object: dispute } };
    expect(await stripe().deliver(event as never)).toEqual([200]);
    const line = api.logLines.find((text) => text.includes('a card payment is disputed')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      dispute: 'dp_1',
      state: 'needs_response',
      tenant_id: String(practice.tenant.id),
    });
  });
});
