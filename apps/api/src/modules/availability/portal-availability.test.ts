import { describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeHoliday, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const month = async (practice: Practice, input: object = {}) => {
  const { status, body } = await api.call('cp/booking_availability', input, practice.clientKey);
  expect(status).toBe(200);
  const day = (date: string) => body.days.find((one) => one.date === date);
  const free = (date: string) => day(date)?.times.flatMap(({ time, free: isFree }) => (isFree ? [time] : []));
  return { ...body, day, free };
};

describe('cp/booking_availability', () => {
  it('returns the month on the practice’s clock, each day with its times', async () => {
    const practice = await makePractice(db());
    const { year, month: number, today, days, day, free } = await month(practice);
    expect([year, number, today, days.length]).toEqual([2026, 1, '2026-01-14', 31]);
    expect(day('2026-01-13')).toEqual({ date: '2026-01-13', state: 'past', holiday: null, times: [] });
    expect(day('2026-01-17')).toEqual({ date: '2026-01-17', state: 'closed', holiday: null, times: [] });
    // It is nine o'clock.
    expect(free('2026-01-14')?.[0]).toBe('10:00');
    expect(free('2026-01-15')).toHaveLength(8);
    expect(day('2026-01-15')?.times[0]).toEqual({ time: '09:00', free: true });
    api.clock.set('2026-01-31T13:00:00Z');
    const auckland = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
    expect(await month(auckland)).toMatchObject({ month: 2, today: '2026-02-01' });
  });

  it('counts requests as busy and cancelled ones not, without showing whose they are', async () => {
    const practice = await makePractice(db(), { grace_minutes: 15 });
    const { animal, staff } = practice;
    await makeBooking(db(), { animal, staff, booking_time: '15:00', duration_minutes: 60 });
    await makeBooking(db(), {
      animal,
      booking_time: '10:00',
      duration_minutes: 60,
      is_provisional: true,
      source: 'portal',
    });
    await makeBooking(db(), { animal, booking_time: '13:00', status: 'cancelled' });
    await makeBooking(db(), { animal, booking_date: '2026-02-02' });
    const { bookings, free } = await month(practice);
    expect(bookings).toEqual([
      { date: '2026-01-15', time: '10:00', duration: 60 },
      { date: '2026-01-15', time: '15:00', duration: 60 },
    ]);
    expect(free('2026-01-15')).toEqual(['09:00', '12:00', '13:00', '14:00']);
  });

  it('shows nothing of past days, nor of days too far ahead to be requested', async () => {
    const practice = await makePractice(db());
    const { animal } = practice;
    const days = ['2025-06-10', '2026-01-13', '2026-01-14', '2028-01-14', '2028-01-17'];
    for (const booking_date of days) await makeBooking(db(), { animal, booking_date, booking_time: '09:00' });
    const months = [
      [2025, 6],
      [2026, 1],
      [2028, 1],
    ] as const;
    const told = await Promise.all(
      months.map(async ([year, number]) => (await month(practice, { year, month: number })).bookings),
    );
    expect(told.flat().map(({ date }) => date)).toEqual(['2026-01-14', '2028-01-14']);
  });

  it('offers times with room for a service and its gap', async () => {
    const practice = await makePractice(db(), { grace_minutes: 15 });
    const { animal, vaccination } = practice;
    await makeBooking(db(), { animal, booking_time: '13:00', duration_minutes: 30 });
    const { free } = await month(practice, { service_id: vaccination.id });
    expect(free('2026-01-15')).toEqual(['09:00', '10:00', '11:00', '14:00', '15:00']);
    for (const columns of [{ online: false }, { retired_at: new Date() }]) {
      const { id: service_id } = await makeService(db(), { tenant: practice.tenant, ...columns });
      const answer = await api.call('cp/booking_availability', { service_id }, practice.clientKey);
      expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('counts an appointment that spans midnight into the month, and lists it on its first day', async () => {
    const practice = await makePractice(db(), { business_hours: { sun: [['00:00', '03:00']] } });
    await makeBooking(db(), {
      animal: practice.animal,
      booking_date: '2026-01-31',
      booking_time: '23:30',
      duration_minutes: 60,
    });
    const { bookings, free } = await month(practice, { year: 2026, month: 2 });
    expect(free('2026-02-01')).toEqual(['01:00', '02:00']);
    expect(bookings).toEqual([]);
    expect((await month(practice)).bookings).toHaveLength(1);
  });

  it('names holidays, and closes their days', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    await makeHoliday(db(), { tenant, name: null, start_date: '2026-01-20', end_date: '2026-01-21' });
    await makeHoliday(db(), {
      tenant,
      name: 'Christmas',
      start_date: '2020-12-24',
      end_date: '2021-01-02',
      is_recurring: true,
    });
    const { day, holidays } = await month(practice);
    expect(day('2026-01-21')).toMatchObject({ state: 'holiday', holiday: 'Company Holiday', times: [] });
    expect(holidays).toEqual([
      { holiday_name: 'Christmas', start_date: '2020-12-24', end_date: '2021-01-02', is_recurring: '1' },
      {
        holiday_name: 'Company Holiday',
        start_date: '2026-01-20',
        end_date: '2026-01-21',
        is_recurring: '0',
      },
    ]);
    const december = await month(practice, { year: 2026, month: 12 });
    expect(december.day('2026-12-31')).toMatchObject({ state: 'holiday', holiday: 'Christmas' });
  });

  it('ends two years ahead', async () => {
    const practice = await makePractice(db());
    const { day, latest } = await month(practice, { year: 2028, month: 1 });
    expect(latest).toBe('2028-01-14');
    expect(day('2028-01-14')?.state).toBe('open');
    expect(day('2028-01-17')).toMatchObject({ state: 'later', times: [] });
    api.clock.set('2028-02-29T09:00:00Z');
    expect((await month(practice)).latest).toBe('2030-02-28');
  });
});
