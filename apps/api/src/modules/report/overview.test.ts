import { addDays } from '@burrow/contracts/calendar-day';
import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/dashboard_overview'>>[1];
const overview = async (key: Caller, input: Input = {}) => {
  const { status, body } = await api.call('reports/dashboard_overview', input, key);
  expect(status).toBe(200);
  return body;
};

const book = (
  { animal, checkUp: service }: Practice,
  booking_date: string,
  booking_time = '10:00',
  status: 'pending' | 'completed' | 'cancelled' = 'pending',
) => makeBooking(db(), { animal, service, booking_date, booking_time, status });

describe('reports/dashboard_overview', () => {
  it('is all zero for an empty practice, without growth', async () => {
    const { staffKey } = await makePractice(db());
    expect(await overview(staffKey)).toEqual({
      data: {
        revenue_today: '0.00',
        revenue_period: '0.00',
        revenue_this_month: '0.00',
        revenue_period_label: 'this month',
        revenue_growth_percent: null,
        bookings_today: 0,
        bookings_period: 0,
        bookings_this_month: 0,
        bookings_period_label: 'this month',
        bookings_growth_percent: null,
        new_clients_this_month: 0,
        new_clients_period: 0,
        total_active_clients: 1,
        total_active_animals: 1,
        upcoming_appointments_count: 0,
      },
      metadata: {
        period: 'month',
        start_date: '2026-01-01',
        end_date: '2026-01-14',
        previous_start_date: '2025-12-01',
        previous_end_date: '2025-12-14',
      },
    });
  });

  it('counts one booking that was paid', async () => {
    const practice = await makePractice(db());
    const booking = await book(practice, '2026-01-14', '08:00', 'completed');
    await makePayment(db(), { booking, taken_at: new Date('2026-01-14T08:30:00Z') });
    const { data } = await overview(practice.staffKey, { period: 'year' });
    expect(data).toMatchObject({
      revenue_today: '45.00',
      revenue_period: '45.00',
      revenue_this_month: '45.00',
      revenue_period_label: 'this year',
      bookings_today: 1,
      bookings_period: 1,
      bookings_this_month: 1,
      new_clients_this_month: 1,
      new_clients_period: 1,
      upcoming_appointments_count: 0,
    });
  });

  it('separates today, the month to date and the period', async () => {
    const practice = await makePractice(db());
    const booking = await book(practice, '2025-12-31');
    await book(practice, '2026-01-01');
    await book(practice, '2026-01-13');
    await book(practice, '2026-01-14', '23:00');
    await book(practice, '2026-01-14', '08:00', 'cancelled');
    await book(practice, '2026-01-15');
    const take = (iso: string, amount_pence: number) =>
      makePayment(db(), { booking, taken_at: new Date(iso), amount_pence });
    await take('2025-12-31T23:59:59Z', 2000);
    await take('2026-01-01T00:00:00Z', 300);
    await take('2026-01-14T00:00:00Z', 40);
    const { data, metadata } = await overview(practice.staffKey, {
      period: 'custom',
      start_date: '2025-12-31',
      end_date: '2026-01-01',
    });
    expect(data).toMatchObject({
      revenue_today: '0.40',
      revenue_this_month: '3.40',
      revenue_period: '23.00',
      revenue_period_label: '31 Dec 2025 to 1 Jan 2026',
      bookings_today: 1,
      bookings_this_month: 3,
      bookings_period: 2,
      // The client's first was in December.
      new_clients_this_month: 0,
      new_clients_period: 1,
    });
    expect(metadata).toEqual({
      period: 'custom',
      start_date: '2025-12-31',
      end_date: '2026-01-01',
      previous_start_date: '2025-12-29',
      previous_end_date: '2025-12-30',
    });
  });

  it('compares bookings by whole days, and money up to the same time of day', async () => {
    const practice = await makePractice(db());
    const booking = await book(practice, '2026-01-13', '08:00');
    await book(practice, '2026-01-13', '17:00');
    for (const time of ['08:00', '12:00', '16:00']) await book(practice, '2026-01-14', time);
    const take = (iso: string, amount_pence: number) =>
      makePayment(db(), { booking, taken_at: new Date(iso), amount_pence });
    await take('2026-01-13T08:59:59Z', 1000);
    await take('2026-01-13T09:00:01Z', 100_000);
    await take('2026-01-14T08:00:00Z', 1250);
    const { data } = await overview(practice.staffKey, { period: 'today' });
    expect(data).toMatchObject({ bookings_growth_percent: 50, revenue_growth_percent: 25 });
  });

  it("counts as upcoming the bookings that have yet to begin on the practice's clock", async () => {
    const practice = await makePractice(db(), { time_zone: 'America/Los_Angeles' });
    // 09:00 in London is 01:00 in Los Angeles.
    for (const time of ['00:30', '01:00', '01:01']) await book(practice, '2026-01-14', time);
    await book(practice, '2026-01-15', '00:00');
    await book(practice, '2026-01-15', '00:15', 'cancelled');
    await book(practice, '2027-06-01');
    const { data } = await overview(practice.staffKey);
    expect(data).toMatchObject({ upcoming_appointments_count: 3, bookings_today: 3 });
  });

  it.each([
    ['Pacific/Auckland', '2026-01-31T12:00:00Z', '2026-02-01'],
    ['America/Los_Angeles', '2026-02-01T05:00:00Z', '2026-01-31'],
  ])("uses the practice's month: %s", async (time_zone, now, today) => {
    const practice = await makePractice(db(), { time_zone });
    api.clock.set(now);
    const booking = await book(practice, today);
    await book(practice, addDays(today, today.endsWith('-01') ? -1 : 1));
    await makePayment(db(), { booking, taken_at: new Date(now) });
    const { data, metadata } = await overview(practice.staffKey);
    expect(metadata).toMatchObject({ start_date: `${today.slice(0, 7)}-01`, end_date: today });
    expect(data).toMatchObject({ revenue_this_month: '45.00', bookings_this_month: 1, bookings_today: 1 });
  });

  it('counts clients and animals on the books, and nothing of another practice', async () => {
    const practice = await makePractice(db());
    await makeClient(db(), { tenant: practice.tenant, archived_at: new Date('2026-01-10T09:00:00Z') });
    await makeClient(db(), { tenant: practice.tenant });
    await makeAnimal(db(), { client: practice.client, active: false });
    const other = await makePractice(db());
    const booking = await book(other, '2026-01-14', '10:00', 'completed');
    await makePayment(db(), { booking, taken_at: new Date('2026-01-14T08:30:00Z') });
    const { data } = await overview(practice.staffKey);
    expect(data).toMatchObject({
      total_active_clients: 2,
      total_active_animals: 1,
      revenue_period: '0.00',
      revenue_today: '0.00',
      bookings_period: 0,
      new_clients_period: 0,
      upcoming_appointments_count: 0,
    });
  });

  it('has no amount and no growth of amounts for staff if the practice hides revenue from them', async () => {
    const practice = await makePractice(db(), { hide_revenue_from_staff: true });
    const booking = await book(practice, '2026-01-13');
    await book(practice, '2026-01-14');
    const take = (iso: string) => makePayment(db(), { booking, taken_at: new Date(iso) });
    await take('2026-01-13T08:00:00Z');
    await take('2026-01-14T08:00:00Z');
    const hidden = (await overview(practice.staffKey, { period: 'today' })).data;
    expect(hidden).toMatchObject({
      revenue_today: null,
      revenue_period: null,
      revenue_this_month: null,
      revenue_growth_percent: null,
      bookings_period: 1,
      bookings_growth_percent: 0,
    });
    expect(JSON.stringify(hidden)).not.toContain('45.00');
    const shown = (await overview(practice.adminKey, { period: 'today' })).data;
    expect(shown).toMatchObject({
      revenue_today: '45.00',
      revenue_period: '45.00',
      revenue_this_month: '90.00',
      revenue_growth_percent: 0,
    });
  });
});

describe('a custom period', () => {
  const missing = 'Please select both start and end dates';
  const tooLong = 'Date range cannot exceed 2 years';

  it.each([
    ['without days', {}, { start_date: missing, end_date: missing }],
    ['without a first day', { end_date: '2026-01-14' }, { start_date: missing }],
    ['without a last day', { start_date: '2026-01-14' }, { end_date: missing }],
    [
      'the wrong way round',
      { start_date: '2026-01-14', end_date: '2026-01-13' },
      { start_date: 'Start date must be before end date' },
    ],
    [
      'into the future',
      { start_date: '2026-01-14', end_date: '2026-01-15' },
      { end_date: 'End date cannot be in the future' },
    ],
    [
      'of 731 days from end to end',
      { start_date: '2024-01-13', end_date: '2026-01-13' },
      { start_date: tooLong, end_date: tooLong },
    ],
  ])('%s is refused', async (_what, days, fields) => {
    const { adminKey } = await makePractice(db());
    const names = [
      'reports/dashboard_overview',
      'reports/revenue_trends',
      'reports/payment_methods',
      'reports/booking_patterns',
    ] as const;
    const answers = await Promise.all(
      names.map((name) => api.call(name, { period: 'custom', ...days }, adminKey)),
    );
    expect(answers.map(({ status, error }) => [status, error.code, error.message, error.fields])).toEqual(
      names.map(() => [400, 'invalid_input', Object.values(fields)[0], fields]),
    );
  });

  it.each([
    ['730 days later', '2024-01-14', '2026-01-13', '2022-01-13', '2024-01-13'],
    ['the same day', '2026-01-14', '2026-01-14', '2026-01-13', '2026-01-13'],
  ])('may end %s', async (_what, start_date, end_date, previous_start_date, previous_end_date) => {
    const { adminKey } = await makePractice(db());
    const { metadata } = await overview(adminKey, { period: 'custom', start_date, end_date });
    expect(metadata).toEqual({
      period: 'custom',
      start_date,
      end_date,
      previous_start_date,
      previous_end_date,
    });
  });

  it.each([
    ['no period', {}],
    ['another period', { period: 'year' as const }],
  ])('is not implied by days with %s, which are refused and not ignored', async (_what, named) => {
    const { adminKey } = await makePractice(db());
    const message = 'Set period to custom to use these dates.';
    const calls = [
      ['reports/dashboard_overview', { start_date: '2026-01-01', end_date: '2026-01-14' }],
      ['reports/client_retention', { start_date: '2026-01-01' }],
      ['reports/animal_demographics', { end_date: '2026-01-14' }],
    ] as const;
    const answers = await Promise.all([
      ...calls.map(([name, days]) => api.call(name, { ...named, ...days }, adminKey)),
      api.call(
        'reports/export_csv',
        { report: 'client_growth', ...named, start_date: '2026-01-01', end_date: '2026-01-14' },
        adminKey,
      ),
    ]);
    expect(answers.map(({ status, error }) => [status, error.code, error.fields])).toEqual(
      answers.map(() => [400, 'invalid_input', { period: message }]),
    );
  });

  it("may end on the practice's today when the server's is yesterday", async () => {
    const { adminKey } = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
    const ending = (end_date: string) =>
      api.call(
        'reports/dashboard_overview',
        { period: 'custom', start_date: '2026-01-14', end_date },
        adminKey,
      );
    api.clock.set('2026-01-14T12:00:00Z');
    expect((await ending('2026-01-15')).status).toBe(200);
    expect((await ending('2026-01-16')).error.message).toBe('End date cannot be in the future');
  });
});
