import { describe, expect, it } from 'vitest';
import { makeBooking, makeDeposit, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/revenue_trends'>>[1];
const trends = async (key: Caller, input: Input) => {
  const { status, body, error } = await api.call('reports/revenue_trends', input, key);
  expect(error.code).toBeUndefined();
  expect(status).toBe(200);
  return body;
};

/** A practice with an appointment for payments. */
async function practiceIn(
  time_zone: string,
  columns: Parameters<typeof makePractice>[1] = {},
): Promise<{
  practice: Practice;
  booking: BookingRow;
  take: (iso: string, pence: number) => Promise<number>;
}> {
  const practice = await makePractice(db(), { time_zone, ...columns });
  const { animal, checkUp: service } = practice;
  const booking = await makeBooking(db(), { animal, service, booking_date: '2020-01-15' });
  const take = async (iso: string, amount_pence: number): Promise<number> =>
    (await makePayment(db(), { booking, taken_at: new Date(iso), amount_pence })).id;
  return { practice, booking, take };
}

const earned = (body: { data: { date: string; revenue: string }[] }): Record<string, string> =>
  Object.fromEntries(
    body.data.filter(({ revenue }) => revenue !== '0.00').map(({ date, revenue }) => [date, revenue]),
  );

describe('by the hour', () => {
  it.each([
    ['Europe/London', '2026-10-25', '2026-10-24T23:00:00Z', '2026-10-25T00:15:00Z', '2026-10-26T00:00:00Z'],
    [
      'America/New_York',
      '2026-11-01',
      '2026-11-01T04:00:00Z',
      '2026-11-01T05:15:00Z',
      '2026-11-02T05:00:00Z',
    ],
  ])('a repeated hour is one row: %s', async (zone, day, begins, firstTime, ends) => {
    const { practice, take } = await practiceIn(zone);
    const after = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();
    await take(after(begins, -1), 100_000);
    await take(begins, 1);
    await take(firstTime, 20);
    await take(after(firstTime, 3600), 300);
    await take(after(firstTime, 2 * 3600), 4000);
    await take(after(ends, -1), 50_000);
    await take(ends, 100_000);
    api.clock.set(after(ends, 12 * 3600));
    const body = await trends(practice.adminKey, {
      period: 'custom',
      start_date: day,
      end_date: day,
      group_by: 'hour',
    });
    expect(body.data).toHaveLength(24);
    expect(earned(body)).toEqual({ '00:00': '0.01', '01:00': '3.20', '02:00': '40.00', '23:00': '500.00' });
    expect(body.metadata.total_revenue).toBe('543.21');
  });

  it.each([
    ['Europe/London', '2026-03-29', '2026-03-29T01:00:00Z', '00:00', '02:00', '01:00'],
    ['America/New_York', '2026-03-08', '2026-03-08T07:00:00Z', '01:00', '03:00', '02:00'],
  ])('a skipped hour has no row: %s', async (zone, day, change, before, after, skipped) => {
    const { practice, take } = await practiceIn(zone);
    await take(new Date(Date.parse(change) - 1000).toISOString(), 100);
    await take(change, 2000);
    api.clock.set(`${day}T20:00:00Z`);
    const body = await trends(practice.adminKey, { period: 'today' });
    expect(body.metadata).toMatchObject({ group_by: 'hour', start_date: day, end_date: day });
    expect(body.data).toHaveLength(23);
    expect(body.data.map(({ date }) => date)).not.toContain(skipped);
    expect(earned(body)).toEqual({ [before]: '1.00', [after]: '20.00' });
  });

  it('counts bookings by when they begin, later today included', async () => {
    const { practice } = await practiceIn('Europe/London');
    const { animal, checkUp: service } = practice;
    const at = (booking_time: string, booking_date = '2026-01-14') =>
      makeBooking(db(), { animal, service, booking_date, booking_time });
    for (const time of ['00:00', '09:00', '09:59', '10:00', '23:59']) await at(time);
    await at('09:30', '2026-01-13');
    await at('09:30', '2026-01-15');
    const { data, metadata } = await trends(practice.adminKey, { period: 'today' });
    const counted = data.filter(({ bookings }) => bookings > 0).map(({ date, bookings }) => [date, bookings]);
    expect(counted).toEqual([
      ['00:00', 1],
      ['09:00', 2],
      ['10:00', 1],
      ['23:00', 1],
    ]);
    expect(metadata.total_bookings).toBe(5);
  });

  it('is refused for more than a day', async () => {
    const { practice } = await practiceIn('Europe/London');
    const call = (start_date: string) =>
      api.call(
        'reports/revenue_trends',
        { period: 'custom', start_date, end_date: '2026-01-14', group_by: 'hour' },
        practice.adminKey,
      );
    const { status, error } = await call('2026-01-13');
    const message = 'Group by hour only for a single day.';
    expect([status, error.code, error.fields]).toEqual([400, 'invalid_input', { group_by: message }]);
    expect((await call('2026-01-14')).status).toBe(200);
  });
});

describe('the parts of a period', () => {
  it('span New Year', async () => {
    const { practice, take } = await practiceIn('Europe/London');
    await take('2025-12-27T23:59:59Z', 100_000);
    await take('2025-12-28T00:00:00Z', 100);
    await take('2025-12-31T23:59:59Z', 2000);
    await take('2026-01-01T00:00:00Z', 30_000);
    api.clock.set('2026-01-01T10:00:00Z');
    const body = await trends(practice.adminKey, { period: 'week' });
    expect(body.data.map(({ date }) => date)).toEqual([
      '2025-12-28',
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
    ]);
    expect(earned(body)).toEqual({ '2025-12-28': '1.00', '2025-12-31': '20.00', '2026-01-01': '300.00' });
    const year = await trends(practice.adminKey, { period: 'year' });
    expect(year.metadata).toMatchObject({ total_revenue: '300.00', start_date: '2026-01-01' });
  });

  it.each([
    ['sunday', { '2026-01-01': '1.00', '2026-01-04': '20.00', '2026-01-11': '300.00' }],
    ['monday', { '2026-01-01': '21.00', '2026-01-05': '300.00' }],
  ] as const)("follow the practice's week, which begins on %s", async (week_starts_on, expected) => {
    const { practice, take } = await practiceIn('Europe/London', { week_starts_on });
    await take('2026-01-03T10:00:00Z', 100);
    await take('2026-01-04T10:00:00Z', 2000);
    await take('2026-01-11T10:00:00Z', 30_000);
    expect(earned(await trends(practice.adminKey, { period: 'month' }))).toEqual(expected);
  });

  it.each([
    ['Pacific/Auckland', '2026-01-14T12:00:00Z', '2026-01-15', '2026-01-14T11:00:00Z'],
    ['America/Los_Angeles', '2026-01-14T05:00:00Z', '2026-01-13', '2026-01-13T08:00:00Z'],
  ])("are of the practice's day: %s", async (zone, now, today, begins) => {
    const { practice, take } = await practiceIn(zone);
    await take(new Date(Date.parse(begins) - 1).toISOString(), 100_000);
    await take(begins, 4200);
    const { animal, checkUp: service } = practice;
    await makeBooking(db(), { animal, service, booking_date: today });
    await makeBooking(db(), { animal, service, booking_date: '2026-01-14' });
    api.clock.set(now);
    const { metadata } = await trends(practice.adminKey, { period: 'today' });
    expect(metadata).toMatchObject({
      start_date: today,
      end_date: today,
      total_revenue: '42.00',
      total_bookings: 1,
    });
  });

  it('all exist for an empty practice', async () => {
    const { adminKey } = await makePractice(db());
    const { data, metadata } = await trends(adminKey, { period: 'week' });
    expect(data).toEqual(
      ['2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14'].map((date) => ({
        date,
        revenue: '0.00',
        bookings: 0,
      })),
    );
    expect(metadata).toEqual({
      period: 'week',
      start_date: '2026-01-11',
      end_date: '2026-01-14',
      previous_start_date: '2026-01-04',
      previous_end_date: '2026-01-07',
      group_by: 'day',
      total_revenue: '0.00',
      total_bookings: 0,
      previous_revenue: '0.00',
      growth_percent: null,
    });
  });
});

describe('growth', () => {
  it('compares a running day up to the same time of day', async () => {
    const { practice, take } = await practiceIn('Europe/London');
    await take('2026-01-12T23:59:59Z', 100_000);
    await take('2026-01-13T08:00:00Z', 10_000);
    await take('2026-01-13T09:00:00Z', 100_000);
    await take('2026-01-14T08:30:00Z', 15_000);
    const { metadata } = await trends(practice.adminKey, { period: 'today' });
    expect(metadata).toMatchObject({ previous_revenue: '100.00', growth_percent: 50 });
    const { metadata: ended } = await trends(practice.adminKey, {
      period: 'custom',
      start_date: '2026-01-13',
      end_date: '2026-01-13',
    });
    expect(ended).toMatchObject({
      total_revenue: '1100.00',
      previous_revenue: '1000.00',
      growth_percent: 10,
    });
  });

  it('compares 29 February with the year before up to the end of its 28th', async () => {
    const { practice, take } = await practiceIn('Europe/London');
    await take('2027-02-28T23:59:59Z', 5000);
    await take('2027-03-01T00:00:00Z', 100_000);
    await take('2028-02-29T11:00:00Z', 2500);
    api.clock.set('2028-02-29T12:00:00Z');
    const { metadata } = await trends(practice.adminKey, { period: 'year' });
    expect(metadata).toMatchObject({
      total_revenue: '25.00',
      previous_revenue: '50.00',
      growth_percent: -50,
    });
  });

  it('compares the end of a month with the whole of a shorter one', async () => {
    const { practice, take } = await practiceIn('Europe/London');
    await take('2026-02-28T22:00:00Z', 3000);
    await take('2026-03-30T12:00:00Z', 1000);
    api.clock.set('2026-03-30T12:30:00Z');
    const { metadata } = await trends(practice.adminKey, { period: 'month' });
    expect(metadata).toMatchObject({ previous_revenue: '30.00', growth_percent: -66.7 });
  });
});

describe('revenue', () => {
  it('is payments less refunds, on the day of each', async () => {
    const { practice, booking, take } = await practiceIn('Europe/London');
    const back = (kind: 'refund' | 'void', reverses_payment_id: number, iso: string, pence: number) =>
      makePayment(db(), {
        booking,
        kind,
        reverses_payment_id,
        taken_at: new Date(iso),
        amount_pence: -pence,
      });
    const first = await take('2026-01-11T10:00:00Z', 4500);
    const second = await take('2026-01-12T10:00:00Z', 6250);
    await back('refund', first, '2026-01-13T10:00:00Z', 1250);
    await back('void', second, '2026-01-12T11:00:00Z', 6250);
    const body = await trends(practice.adminKey, { period: 'week' });
    expect(earned(body)).toEqual({ '2026-01-11': '45.00', '2026-01-13': '-12.50' });
    expect(body.metadata.total_revenue).toBe('32.50');
  });

  it('counts a deposit that was never booked, and its refund', async () => {
    const { practice, booking } = await practiceIn('Europe/London');
    const deposit = await makeDeposit(db(), { booking, status: 'returned', booking_id: null });
    const line = { tenant_id: practice.tenant.id, booking_id: null, deposit_id: deposit.id };
    const { id } = await makePayment(db(), {
      ...line,
      kind: 'deposit',
      amount_pence: 1000,
      taken_at: new Date('2026-01-12T10:00:00Z'),
    });
    await makePayment(db(), {
      ...line,
      kind: 'refund',
      amount_pence: -1000,
      reverses_payment_id: id,
      taken_at: new Date('2026-01-14T08:00:00Z'),
    });
    expect(earned(await trends(practice.adminKey, { period: 'week' }))).toEqual({
      '2026-01-12': '10.00',
      '2026-01-14': '-10.00',
    });
  });

  it('of another practice is never counted', async () => {
    const [ours, theirs] = [await practiceIn('Europe/London'), await practiceIn('Europe/London')];
    await theirs.take('2026-01-14T08:00:00Z', 100_000);
    await ours.take('2026-01-14T08:00:00Z', 4500);
    const { data, metadata } = await trends(ours.practice.adminKey, { period: 'today' });
    expect(metadata.total_revenue).toBe('45.00');
    expect(data.find(({ date }) => date === '08:00')?.revenue).toBe('45.00');
  });

  it('is refused to staff of a practice that hides it from them', async () => {
    const { practice, take } = await practiceIn('Europe/London', { hide_revenue_from_staff: true });
    await take('2026-01-14T08:00:00Z', 4500);
    const refused = await api.call('reports/revenue_trends', { period: 'today' }, practice.staffKey);
    expect([refused.status, refused.error.code]).toEqual([403, 'revenue_hidden']);
    const { metadata } = await trends(practice.adminKey, { period: 'today' });
    expect(metadata.total_revenue).toBe('45.00');
  });
});
