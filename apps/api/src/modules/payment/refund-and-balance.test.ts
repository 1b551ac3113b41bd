import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
import { makeBookedDeposit, type BookedDeposit } from '../../testing/paid-deposit.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { giveUpRefund } from './refund-give-up.ts';

const api = useTestApi();

const refund = async ({ practice, deposit }: BookedDeposit, amount: string): Promise<void> => {
  const asked = { payment_id: deposit.paymentId, amount };
  expect((await api.call('payment_refund', asked, practice.staffKey)).body.status).toBe('pending');
};

const detail = async ({ practice, booking }: BookedDeposit) =>
  (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;

/** The balances that the practice sees of a completed appointment's client. */
async function balances(booked: BookedDeposit): Promise<Record<string, unknown>> {
  const { practice, booking } = booked;
  const { client, staffKey, adminKey, tenant } = practice;
  await api.testDatabase.owner.query(
    `update bookings set stage = 'ready', ready_at = $3, booking_date = '2026-01-14', booking_time = '08:00'
     where tenant_id = $1 and id = $2`,
    [tenant.id, booking.id, api.clock.now()],
  );
  const account = (await api.call('client_account', { client_id: client.id }, staffKey)).body;
  const { here } = (await api.call('bookings_here', {}, staffKey)).body;
  const report = (await api.call('reports/payment_methods', { period: 'week' }, adminKey)).body;
  const invoice = await api.call('booking_invoice', { booking_id: booking.id }, staffKey);
  const text = await pdfText(invoice.body as unknown as Uint8Array);
  return {
    page: (await detail(booked)).balance,
    account: account.balance,
    unpaid: account.open_bookings.map(({ balance }) => balance),
    here: here.map(({ balance_due: due }) => due),
    report: report.metadata.unpaid_amount,
    invoice: /Balance due\s*(\S+)/.exec(text)?.[1] ?? 'nothing due',
  };
}

const everywhere = (sum: string) => ({
  page: sum,
  account: sum,
  unpaid: [sum],
  here: [sum],
  report: sum,
  invoice: `£${sum}`,
});

// An appointment for £45.00 with a deposit of £10.00 paid by card.
describe('a refund in progress', () => {
  it('is due again at the desk, as it is in the portal', async () => {
    const booked = await makeBookedDeposit(api);
    const { practice, booking } = booked;
    await refund(booked, '4');
    expect(await detail(booked)).toMatchObject({ paid: '10.00', balance: '39.00' });
    const shown = await api.call('cp/booking', { booking_id: booking.id }, practice.clientKey);
    expect(shown.body.balance_due).toBe('39.00');
    const record = (amount: string) =>
      api.call('payment_record', { booking_id: booking.id, method: 'Cash', amount }, practice.staffKey);
    expect((await record('39.01')).error.message).toBe('Only £39.00 is due. Enter that or less.');
    expect((await record('39')).body.balance).toBe('0.00');
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '45.00', balance: '0.00' });
  });

  it('is part of the payment that completes the appointment', async () => {
    const booked = await makeBookedDeposit(api);
    await refund(booked, '10');
    const complete = (expected: string) =>
      api.call(
        'booking_status_update',
        { booking_id: booked.booking.id, status: 'completed', paid_type: 'Cash', expected_balance: expected },
        booked.practice.staffKey,
      );
    const refused = await complete('35.00');
    expect([refused.error.code, refused.error.message]).toEqual([
      'balance_changed',
      'The balance due is now £45.00. Nothing was saved. Check the amount, then try again.',
    ]);
    expect((await complete('45.00')).status).toBe(200);
    await api.runJobs();
    expect(await detail(booked)).toMatchObject({ paid: '45.00', balance: '0.00' });
  });

  it('is due on every screen and document, before and after it is done', async () => {
    const booked = await makeBookedDeposit(api);
    const completed = { booking_id: booked.booking.id, status: 'completed', paid_type: 'Cash' } as const;
    await api.call('booking_status_update', completed, booked.practice.staffKey);
    await refund(booked, '4');
    expect(await balances(booked)).toEqual(everywhere('4.00'));
    await api.runJobs();
    expect(await balances(booked)).toEqual(everywhere('4.00'));
  });

  it('is due while its outcome is unknown', async () => {
    const booked = await makeBookedDeposit(api);
    const { tenant, staffKey } = booked.practice;
    const completed = { booking_id: booked.booking.id, status: 'completed' } as const;
    await api.call('booking_status_update', completed, staffKey);
    api.sandbox.stripe.mood = 'lost';
    await refund(booked, '10');
    await api.runJobs();
    const refundId = (await detail(booked)).refunds[0]?.id ?? 0;
    await giveUpRefund(api.deps, { tenantId: tenant.id, refundId });
    expect(await balances(booked)).toEqual(everywhere('45.00'));
  });
});
