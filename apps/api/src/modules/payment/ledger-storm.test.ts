import { expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { useTestApi } from '../../testing/harness.ts';
import { makePaidDeposit } from '../../testing/paid-deposit.ts';
import { settleRefund } from './refund-settle.ts';

// Many people and background jobs change the money of one appointment at the same moment: each call is accepted or
// refused, none waits for ever, and the ledger stays consistent.

const api = useTestApi();
const db = () => api.testDatabase.owner;

interface Sums {
  kind: 'payment' | 'deposit';
  amount_pence: number;
  left_pence: string;
  going_pence: string;
}

it('stays consistent when everyone changes it at once', { timeout: 60_000 }, async () => {
  const practice = await makePractice(db());
  const { staffKey, adminKey, tenant, animal, checkUp: service } = practice;
  const booking = await makeBooking(db(), { animal, service, status: 'confirmed' });
  const { paymentId, paymentReference } = await makePaidDeposit(api, practice, { booking });
  const booking_id = booking.id;
  const first = await api.call('payment_record', { booking_id, method: 'Cash', amount: '20' }, staffKey);
  const { payment_id: cashId } = first.body;
  const settleAll = async () => {
    const { rows } = await db().query<{ id: string }>('select r.id from refunds r where r.tenant_id = $1', [
      tenant.id,
    ]);
    await Promise.all(
      rows.map(({ id }) => settleRefund(api.deps, { tenantId: tenant.id, refundId: Number(id) })),
    );
    return 200;
  };
  const round = [
    async () =>
      (await api.call('payment_record', { booking_id, method: 'Card', amount: '4' }, staffKey)).status,
    async () => (await api.call('payment_refund', { payment_id: cashId, amount: '3' }, adminKey)).status,
    async () => (await api.call('payment_refund', { payment_id: paymentId, amount: '2' }, staffKey)).status,
    async () => (await api.call('payment_void', { payment_id: cashId }, staffKey)).status,
    async () =>
      (
        await api.call(
          'booking_status_update',
          { booking_id, status: 'completed', paid_type: 'BACS' },
          staffKey,
        )
      ).status,
    async () =>
      (await api.call('booking_status_update', { booking_id, status: 'confirmed' }, adminKey)).status,
    settleAll,
  ];
  const statuses = await Promise.all(
    Array.from({ length: 12 }, () => round).flatMap((acts) => acts.map((act) => act())),
  );
  expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
  await api.call('booking_status_update', { booking_id, status: 'confirmed' }, staffKey);
  await Promise.all([
    api.call('booking_status_update', { booking_id, status: 'cancelled' }, staffKey),
    api.call('booking_update', { booking_id, status: 'cancelled' }, adminKey),
    api.call('payment_refund', { payment_id: paymentId }, adminKey),
    settleAll(),
  ]);
  await api.runJobs();

  const { rows } = await db().query<Sums>(
    `select p.kind, p.amount_pence,
       p.amount_pence + (select coalesce(sum(r.amount_pence), 0) from payments r where r.reverses_payment_id = p.id) as left_pence,
       (select coalesce(sum(f.amount_pence), 0) from refunds f where f.payment_id = p.id and f.status <> 'done') as going_pence
     from payments p where p.tenant_id = $1 and p.reverses_payment_id is null`,
    [tenant.id],
  );
  for (const { left_pence: left } of rows) expect(Number(left)).toBeGreaterThanOrEqual(0);
  // Cancelled in the end, so the whole deposit was refunded to its card, once.
  const deposit = rows.find(({ kind }) => kind === 'deposit');
  expect([Number(deposit?.left_pence), Number(deposit?.going_pence)]).toEqual([0, 0]);
  const back = api.sandbox.stripe.refunds.filter((refund) => refund.payment_intent === paymentReference);
  expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000);
  const { body } = await api.call('booking', { booking_id }, staffKey);
  const standing = rows.reduce((sum, { left_pence: left }) => sum + Number(left), 0);
  expect([body.status, Math.round(Number(body.paid) * 100)]).toEqual(['cancelled', standing]);
});
