import { expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/booking_patterns'>>[1];
const patterns = async (key: Caller, input: Input = { period: 'month' }) => {
  const { status, body } = await api.call('reports/booking_patterns', input, key);
  expect(status).toBe(200);
  return body;
};

const book = async (
  { animal, checkUp: service }: Practice,
  booking_date: string,
  times: readonly string[],
  status: 'pending' | 'cancelled' = 'pending',
) => {
  for (const booking_time of times)
    await makeBooking(db(), { animal, service, booking_date, booking_time, status });
};

it.each([
  ['sunday', ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']],
  ['monday', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']],
] as const)('has all seven days, from %s, even without bookings', async (week_starts_on, names) => {
  const { staffKey } = await makePractice(db(), { week_starts_on });
  expect(await patterns(staffKey, { period: 'today', group_by: 'day_of_week' })).toEqual({
    data: names.map((period) => ({ period, booking_count: 0, average_revenue: null, peak_hours: [] })),
    metadata: {
      period: 'today',
      start_date: '2026-01-14',
      end_date: '2026-01-14',
      group_by: 'day_of_week',
      total_bookings: 0,
    },
  });
});

it('counts bookings by weekday', async () => {
  const practice = await makePractice(db(), { week_starts_on: 'monday' });
  await book(practice, '2026-01-04', ['10:00']);
  await book(practice, '2026-01-05', ['10:00']);
  await book(practice, '2026-01-12', ['10:00', '11:00']);
  await book(practice, '2026-01-12', ['12:00'], 'cancelled');
  await book(practice, '2026-01-14', ['23:59']);
  await book(practice, '2026-01-15', ['10:00']);
  await book(practice, '2025-12-31', ['10:00']);
  const { data, metadata } = await patterns(practice.staffKey);
  expect(data.map(({ booking_count }) => booking_count)).toEqual([3, 0, 1, 0, 0, 0, 1]);
  expect(metadata.total_bookings).toBe(5);
  const longAgo = await patterns(practice.staffKey, {
    period: 'custom',
    start_date: '1900-01-01',
    end_date: '1900-01-07',
  });
  expect(longAgo.metadata.total_bookings).toBe(0);
});

it.each([
  ['the busiest and what has three quarters of it', { '09': 4, '10': 3, '11': 2 }, ['09:00', '10:00']],
  [
    'never more than three, the earlier of equals',
    { '16': 1, '08': 1, '12': 1, '10': 1 },
    ['08:00', '10:00', '12:00'],
  ],
  ['the busiest alone', { '17': 3, '09': 2 }, ['17:00']],
  ['the busiest even when it is late', { '09': 3, '10': 3, '11': 3, '18': 4 }, ['09:00', '10:00', '18:00']],
])('names as peak hours %s', async (_what, counts, expected) => {
  const practice = await makePractice(db());
  for (const [hour, count] of Object.entries(counts)) {
    const minutes = ['00', '15', '30', '45'].slice(0, count);
    await book(
      practice,
      '2026-01-12',
      minutes.map((minute) => `${hour}:${minute}`),
    );
  }
  const { data } = await patterns(practice.staffKey);
  expect(data.find(({ period }) => period === 'Monday')?.peak_hours).toEqual(expected);
});

it("averages the payments of a weekday over that weekday's bookings", async () => {
  const practice = await makePractice(db());
  await book(practice, '2026-01-05', ['10:00', '11:00']);
  await book(practice, '2026-01-12', ['10:00']);
  await book(practice, '2026-01-13', ['10:00']);
  const { animal, checkUp: service } = practice;
  const booking = await makeBooking(db(), { animal, service, booking_date: '2026-01-06' });
  const take = (iso: string, amount_pence: number) =>
    makePayment(db(), { booking, taken_at: new Date(iso), amount_pence });
  await take('2026-01-05T00:00:00Z', 10_000);
  const { id } = await take('2026-01-12T23:59:59Z', 10);
  await makePayment(db(), {
    booking,
    kind: 'refund',
    amount_pence: -5,
    reverses_payment_id: id,
    taken_at: new Date('2026-01-12T23:59:59Z'),
  });
  await take('2026-01-14T08:00:00Z', 2000);
  const other = await makePractice(db());
  await makePayment(db(), {
    booking: await makeBooking(db(), { animal: other.animal, booking_date: '2026-01-12' }),
    taken_at: new Date('2026-01-12T10:00:00Z'),
  });
  const { data } = await patterns(practice.adminKey);
  const averages = Object.fromEntries(data.map(({ period, average_revenue }) => [period, average_revenue]));
  expect(averages).toMatchObject({ Monday: '33.35', Tuesday: '0.00', Wednesday: null, Sunday: null });
});

it("follows the practice's clock over a night on which the clocks change", async () => {
  const practice = await makePractice(db(), { time_zone: 'America/New_York' });
  const { animal, checkUp: service } = practice;
  await book(practice, '2026-10-31', ['10:00']);
  await book(practice, '2026-11-01', ['10:00']);
  await book(practice, '2026-11-02', ['10:00']);
  const booking = await makeBooking(db(), { animal, service, booking_date: '2026-10-01' });
  const take = (iso: string, amount_pence: number) =>
    makePayment(db(), { booking, taken_at: new Date(iso), amount_pence });
  await take('2026-11-01T03:59:59Z', 100);
  await take('2026-11-01T04:00:00Z', 2000);
  await take('2026-11-02T04:59:59Z', 30_000);
  await take('2026-11-02T05:00:00Z', 400_000);
  api.clock.set('2026-11-02T20:00:00Z');
  const { data } = await patterns(practice.adminKey, {
    period: 'custom',
    start_date: '2026-10-31',
    end_date: '2026-11-02',
  });
  const averages = Object.fromEntries(data.map(({ period, average_revenue }) => [period, average_revenue]));
  expect(averages).toMatchObject({ Saturday: '1.00', Sunday: '320.00', Monday: '4000.00' });
});

it('shows staff the bookings without revenue if the practice hides it from them', async () => {
  const practice = await makePractice(db(), { hide_revenue_from_staff: true });
  const { animal, checkUp: service } = practice;
  const booking = await makeBooking(db(), { animal, service, booking_date: '2026-01-12' });
  await makePayment(db(), { booking, taken_at: new Date('2026-01-12T10:00:00Z') });
  const monday = async (key: Caller) => (await patterns(key)).data.find(({ period }) => period === 'Monday');
  const row = { period: 'Monday', booking_count: 1, peak_hours: ['10:00'] };
  expect(await monday(practice.staffKey)).toEqual({ ...row, average_revenue: null });
  expect(await monday(practice.adminKey)).toEqual({ ...row, average_revenue: '45.00' });
});
