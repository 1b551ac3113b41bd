import { expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { changeCalls, keepingTen, makeOwn } from '../../testing/own-changes.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { cancel } = changeCalls(api);

const today = { period: 'custom', start_date: '2026-01-14', end_date: '2026-01-14' } as const;
const report = async (caller: Caller) => {
  const { status, body } = await api.call('reports/cancellations', today, caller);
  expect(status).toBe(200);
  return body;
};

/** An appointment of 14 January for £45.00, with a deposit of £30.00. */
const own = (practice: Practice, booking_time: string, columns: Columns<BookingRow> = {}) =>
  makeOwn(api, { practice, booking: { booking_date: '2026-01-14', booking_time, ...columns } });

/** Two cancelled by the client, one by the practice, one not attended, one that took place, and others that don't count. */
async function makeDay(): Promise<Practice> {
  const practice = await makePractice(db(), { ...keepingTen, hide_revenue_from_staff: true });
  const { vaccination, staff, staffKey, animal } = practice;
  api.clock.set('2026-01-11T10:00:00Z');
  await cancel(await own(practice, '10:00'));
  const declined = await own(practice, '10:00', { status: 'pending', is_provisional: true });
  await api.call('booking_decline', { booking_id: declined.booking.id }, staffKey);
  await cancel(await own(practice, '10:00', { status: 'pending', is_provisional: true }));
  api.clock.set('2026-01-13T09:00:00Z');
  const ours = await own(practice, '15:00', { staff_id: staff.id });
  await api.call('booking_status_update', { booking_id: ours.booking.id, status: 'cancelled' }, staffKey);
  api.clock.set('2026-01-14T10:30:00Z');
  await cancel(await own(practice, '12:00', { service_id: vaccination.id, staff_id: staff.id }));
  const missed = await own(practice, '10:00', { service_id: vaccination.id });
  await api.call('booking_did_not_attend', { booking_id: missed.booking.id }, staffKey);
  await own(practice, '14:00');
  await makeBooking(db(), { animal, booking_date: '2026-01-13', status: 'cancelled' });
  await makeBooking(db(), { animal, service_id: null, booking_date: '2026-01-14', status: 'cancelled' });
  api.clock.set('2026-01-14T18:00:00Z');
  return practice;
}

it('counts cancellations and no-shows by service, notice and person', async () => {
  const practice = await makeDay();
  const { checkUp, vaccination, staff } = practice;
  const none = { by_client: 0, by_practice: 0, no_shows: 0 };
  expect(await report(practice.adminKey)).toEqual({
    data: {
      by_service: [
        {
          service_id: vaccination.id,
          service_name: 'Vaccination',
          bookings: 2,
          by_client: 1,
          by_practice: 0,
          no_shows: 1,
          percent: 100,
        },
        {
          service_id: checkUp.id,
          service_name: 'Consultation',
          bookings: 3,
          by_client: 1,
          by_practice: 1,
          no_shows: 0,
          percent: 33.3,
        },
        { service_id: null, service_name: 'No service', bookings: 1, ...none, by_practice: 1, percent: 0 },
      ],
      by_notice: [
        { notice: 'after_start', by_client: 0, by_practice: 0 },
        { notice: 'under_2_hours', by_client: 1, by_practice: 0 },
        { notice: 'under_24_hours', by_client: 0, by_practice: 0 },
        { notice: 'under_48_hours', by_client: 0, by_practice: 1 },
        { notice: 'under_7_days', by_client: 1, by_practice: 0 },
        { notice: 'from_7_days', by_client: 0, by_practice: 0 },
        { notice: 'unknown', by_client: 0, by_practice: 1 },
      ],
      by_person: [
        {
          user_id: null,
          name: 'Not assigned',
          bookings: 4,
          ...none,
          by_client: 1,
          by_practice: 1,
          no_shows: 1,
          percent: 50,
        },
        {
          user_id: staff.id,
          name: staff.name,
          bookings: 2,
          ...none,
          by_client: 1,
          by_practice: 1,
          percent: 50,
        },
      ],
    },
    metadata: {
      ...today,
      bookings: 6,
      by_client: 2,
      by_practice: 2,
      no_shows: 1,
      percent: 50,
      // £10.00 of the late cancellation and £20.00 of the no-show, out of four deposits of £30.00.
      kept: '30.00',
      refunded: '90.00',
    },
  });
});

it('shows the money only to those who see revenue, and counts a fee that was waived as refunded', async () => {
  const practice = await makeDay();
  expect((await report(practice.staffKey)).metadata).toMatchObject({
    bookings: 6,
    kept: null,
    refunded: null,
  });
  const { rows } = await db().query<{ id: string }>(
    'select booking_id as id from booking_changes where tenant_id = $1 and kept_pence = 1000',
    [practice.tenant.id],
  );
  const input = { booking_id: Number(rows[0]?.id) };
  expect((await api.call('booking_fee_waive', input, practice.adminKey)).status).toBe(200);
  expect((await report(practice.adminKey)).metadata).toMatchObject({ kept: '20.00', refunded: '100.00' });
});

it('has what the ledger has of the deposits, also what was refunded later, and not what the card provider refused', async () => {
  const practice = await makePractice(db(), keepingTen);
  const money = async () => {
    const { kept, refunded } = (await report(practice.adminKey)).metadata;
    return [kept, refunded];
  };
  api.clock.set('2026-01-14T10:30:00Z');
  const { booking, deposit } = await own(practice, '10:00');
  const missed = await api.call('booking_did_not_attend', { booking_id: booking.id }, practice.staffKey);
  expect(missed.status).toBe(200);
  await api.runJobs();
  expect(await money()).toEqual(['20.00', '10.00']);

  const later = { payment_id: deposit?.paymentId ?? 0, amount: '5' };
  expect((await api.call('payment_refund', later, practice.staffKey)).status).toBe(200);
  expect(await money()).toEqual(['15.00', '15.00']);
  await api.runJobs();
  expect(await money()).toEqual(['15.00', '15.00']);
  await api.deps.payments.refund({
    key: 'at the provider',
    paymentReference: deposit?.paymentReference ?? '',
    amountPence: 1500,
    currency: 'GBP',
    metadata: {},
  });
  await api.sandbox.stripe.deliverHeld();
  expect(await money()).toEqual(['0.00', '30.00']);

  const ours = await own(practice, '12:00');
  api.sandbox.stripe.refundOutcomes.push('refused');
  await api.call(
    'booking_status_update',
    { booking_id: ours.booking.id, status: 'cancelled' },
    practice.staffKey,
  );
  expect(await money()).toEqual(['0.00', '60.00']);
  await api.runJobs();
  expect(await money()).toEqual(['0.00', '30.00']);
});

it('leaves out the requests that were declined because their client was archived', async () => {
  const practice = await makePractice(db(), keepingTen);
  const { client, adminKey, staffKey } = practice;
  api.clock.set('2026-01-13T09:00:00Z');
  const request = await own(practice, '10:00', { status: 'pending', is_provisional: true });
  await own(practice, '12:00');
  const archived = { client_id: client.id, cancel_bookings: '1' } as const;
  expect((await api.call('client_archive', archived, staffKey)).body.cancelled_bookings).toHaveLength(2);
  api.clock.set('2026-01-14T18:00:00Z');
  expect((await report(adminKey)).metadata).toMatchObject({ bookings: 1, by_practice: 1, refunded: '30.00' });
  const { body: history } = await api.call('booking_history', { booking_id: request.booking.id }, staffKey);
  expect(history).toMatchObject([{ kind: 'decline', by: 'practice', kept: '0.00', refunded: '30.00' }]);
});
