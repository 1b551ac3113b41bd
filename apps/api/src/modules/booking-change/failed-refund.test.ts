import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn, type Own } from '../../testing/own-changes.ts';

const api = useTestApi();
const { detail, shown, history, refundedAtCard } = changeCalls(api);

const cancelAtDesk = ({ practice, booking }: Own) =>
  api.call('booking_status_update', { booking_id: booking.id, status: 'cancelled' }, practice.staffKey);

const waive = ({ practice, booking }: Own) =>
  api.call('booking_fee_waive', { booking_id: booking.id }, practice.staffKey);

/** What is kept, as the practice and as the client see it. */
const kept = async (own: Own) => [(await detail(own)).deposit_kept, (await shown(own)).deposit_kept];

const refundsToMake = async ({ practice }: Own) =>
  (await api.call('client_account', { client_id: practice.client.id }, practice.staffKey)).body.refunds.map(
    ({ amount, status }) => [amount, status],
  );

describe('after the card provider refused a refund', () => {
  it('nothing of the deposit counts as kept, and a waiver refunds nothing, until it is retried', async () => {
    const own = await makeOwn(api);
    api.sandbox.stripe.refundOutcomes.push('refused');
    await cancelAtDesk(own);
    await api.runJobs();
    expect(await kept(own)).toEqual(['0.00', '0.00']);
    expect((await waive(own)).body).toEqual({ refund: '0.00' });
    expect((await history(own)).map(({ kind, refunded }) => [kind, refunded])).toEqual([
      ['cancel', '30.00'],
      ['waive', '0.00'],
    ]);
    const [failed] = (await detail(own)).refunds;
    await api.call('refund_retry', { refund_id: failed?.id ?? 0 }, own.practice.staffKey);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect((await detail(own)).refunds).toMatchObject([{ status: 'done', amount: '30.00' }]);
  });

  it('the rest counts as kept once the client has the money another way, and can be waived', async () => {
    const own = await makeOwn(api, { booking: { booking_date: '2026-01-13' } });
    const { practice, booking, deposit } = own;
    api.sandbox.stripe.refundOutcomes.push('refused');
    const missed = await api.call('booking_did_not_attend', { booking_id: booking.id }, practice.staffKey);
    expect(missed.status).toBe(200);
    await api.runJobs();
    expect(await kept(own)).toEqual(['0.00', '0.00']);
    expect(await refundsToMake(own)).toEqual([['10.00', 'failed']]);
    const inCash = { payment_id: deposit?.paymentId ?? 0, amount: '10', method: 'Cash' } as const;
    expect((await api.call('payment_refund', inCash, practice.staffKey)).body).toMatchObject({
      status: 'done',
    });
    expect(await kept(own)).toEqual(['20.00', '20.00']);
    expect(await refundsToMake(own)).toEqual([]);
    expect((await waive(own)).body).toEqual({ refund: '20.00' });
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(2000);
    expect(await kept(own)).toEqual(['0.00', '0.00']);
  });

  it('nothing counts as kept while the client has only a part of it another way', async () => {
    const own = await makeOwn(api);
    const { practice, deposit } = own;
    api.sandbox.stripe.refundOutcomes.push('refused');
    await cancelAtDesk(own);
    await api.runJobs();
    const inCash = (amount: string) =>
      api.call(
        'payment_refund',
        { payment_id: deposit?.paymentId ?? 0, amount, method: 'Cash' },
        practice.staffKey,
      );
    expect((await inCash('12')).status).toBe(200);
    expect(await kept(own)).toEqual(['0.00', '0.00']);
    expect((await inCash('18')).status).toBe(200);
    expect(await kept(own)).toEqual(['0.00', '0.00']);
    expect(await refundsToMake(own)).toEqual([]);
  });
});
