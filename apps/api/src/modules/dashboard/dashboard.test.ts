import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('admin/dashboard/stats', () => {
  it("uses the practice's clock, not the server's", async () => {
    const practice = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
    const { animal } = practice;
    // 09:00 in London on the 14th is 22:00 in Auckland; 12:00 is 01:00 on the 15th.
    await makeBooking(db(), { animal, booking_date: '2026-01-14' });
    await makeBooking(db(), { animal, booking_date: '2026-01-14', status: 'cancelled' });
    await makeBooking(db(), { animal, booking_date: '2026-01-15' });
    await makeBooking(db(), {
      animal,
      booking_date: '2026-01-15',
      booking_time: '11:00',
      status: 'completed',
    });
    const today = async () =>
      (await api.call('admin/dashboard/stats', {}, practice.staffKey)).body.todayAppointments;
    const listed = async () => (await api.call('bookings_today', {}, practice.staffKey)).body.length;
    expect([await today(), await listed()]).toEqual([1, 1]);
    api.clock.set('2026-01-14T12:00:00Z');
    expect([await today(), await listed()]).toEqual([2, 2]);
  });

  it('sums the payments of the month, less refunds, and can hide it from staff', async () => {
    const practice = await makePractice(db(), { hide_revenue_from_staff: true });
    const booking = await makeBooking(db(), { animal: practice.animal });
    const at = (iso: string) => ({ booking, taken_at: new Date(iso) });
    await makePayment(db(), { ...at('2025-12-31T23:59:59Z'), amount_pence: 100_000 });
    const payment = await makePayment(db(), { ...at('2026-01-01T00:00:00Z'), amount_pence: 5000 });
    await makePayment(db(), {
      ...at('2026-01-05T10:00:00Z'),
      kind: 'refund',
      amount_pence: -1250,
      reverses_payment_id: payment.id,
    });
    await makePayment(db(), { ...at('2026-02-01T00:00:00Z'), amount_pence: 100_000 });
    const revenue = async (key: { apiKey: string }) =>
      (await api.call('admin/dashboard/stats', {}, key)).body.monthlyRevenue;
    expect(await revenue(practice.adminKey)).toBe('37.50');
    expect(await revenue(practice.staffKey)).toBeNull();
  });

  it('counts as pending the requests that clients see as awaiting confirmation', async () => {
    const { animal, staffKey } = await makePractice(db());
    const today = '2026-01-14';
    const pending = { animal, status: 'pending' } as const;
    await makeBooking(db(), { ...pending, is_provisional: true, booking_date: '2026-01-10' });
    await makeBooking(db(), { ...pending, booking_date: today });
    for (const other of [
      { booking_date: '2026-01-13' },
      { booking_date: today, staff_accepted: true },
      { booking_date: today, status: 'confirmed' as const },
    ])
      await makeBooking(db(), { ...pending, ...other });
    const { body } = await api.call('admin/dashboard/stats', {}, staffKey);
    expect(body.pendingBookings).toBe(2);
  });

  it('counts active patients apart from all animals', async () => {
    const practice = await makePractice(db());
    await makeAnimal(db(), { client: practice.client, active: false });
    const { body } = await api.call('admin/dashboard/stats', {}, practice.staffKey);
    expect(body).toMatchObject({ totalClients: 1, activePatients: 1, totalAnimals: 2, pendingBookings: 0 });
  });
});

describe('subscription/status', () => {
  it.each([
    [
      { trial_ends_at: '2026-01-20T09:00:00Z' },
      { status: 'trial', has_subscription: false, trial_days_left: 6 },
    ],
    [
      { trial_ends_at: '2026-01-12T09:00:00Z' },
      { status: 'trial', has_subscription: false, trial_days_left: null },
    ],
    // On its last day, from morning to night, and late on the day before.
    [{ trial_ends_at: '2026-01-14T23:59:59Z' }, { status: 'trial', trial_days_left: 0 }],
    [{ trial_ends_at: '2026-01-15T23:59:59Z' }, { status: 'trial', trial_days_left: 1 }],
    // The practice's clock decides whether it is the next day already.
    [
      { trial_ends_at: '2026-01-15T10:59:59Z', time_zone: 'Pacific/Auckland' },
      { status: 'trial', trial_days_left: 1 },
    ],
    [{ trial_ends_at: '2026-01-11T08:59:59Z' }, { status: 'lapsed', has_subscription: false }],
    [{ subscription_status: 'active' }, { status: 'active', has_subscription: true, trial_days_left: null }],
    [
      { subscription_status: 'past_due', subscription_ends_at: '2026-01-13T09:00:00Z' },
      { status: 'past_due' },
    ],
    [{ subscription_status: 'past_due', subscription_ends_at: '2026-01-01T09:00:00Z' }, { status: 'lapsed' }],
    [
      { subscription_status: 'cancelled', subscription_ends_at: '2026-01-20T09:00:00Z' },
      { status: 'active' },
    ],
    [
      { subscription_status: 'cancelled', subscription_ends_at: '2026-01-14T09:00:00Z' },
      { status: 'lapsed' },
    ],
  ] as const)('%o', async (columns, expected) => {
    const practice = await makePractice(db(), { trial_ends_at: null, ...columns });
    const { body } = await api.call('subscription/status', {}, practice.staffKey);
    expect(body).toMatchObject(expected);
  });
});
