import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeShift, makeWorkPattern } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const create = ({ adminKey }: Practice, input: Partial<InputOf<'holiday_create'>>) =>
  api.call('holiday_create', { holiday_name: 'Easter', start_date: '2026-04-03', ...input }, adminKey);

const holidays = async ({ staffKey }: Practice) => (await api.call('holidays', {}, staffKey)).body;

const holidayOn = async ({ staffKey }: Practice, date: string) =>
  (await api.call('bookings/free_times', { date, duration_minutes: 30 }, staffKey)).body.holiday;

describe('holidays', () => {
  it('are added, changed, listed by their first day and removed', async () => {
    const practice = await makePractice(db());
    const { body: easter } = await create(practice, { end_date: '2026-04-06' });
    await create(practice, { holiday_name: 'Stocktaking', start_date: '2026-02-02' });
    expect((await holidays(practice)).map(({ id: _id, ...holiday }) => holiday)).toEqual([
      {
        holiday_name: 'Stocktaking',
        start_date: '2026-02-02',
        end_date: '2026-02-02',
        is_recurring: '0',
      },
      { holiday_name: 'Easter', start_date: '2026-04-03', end_date: '2026-04-06', is_recurring: '0' },
    ]);
    const { holiday_id } = easter;
    const changed = await api.call(
      'holiday_update',
      { holiday_id, holiday_name: 'Long Easter', end_date: '2026-04-07' },
      practice.adminKey,
    );
    expect(changed.body).toEqual({ success: true, bookings: 0 });
    expect(await holidayOn(practice, '2026-04-07')).toBe('Long Easter');
    await api.call('holiday_delete', { holiday_id }, practice.adminKey);
    expect(await holidayOn(practice, '2026-04-07')).toBeNull();
    expect(await holidays(practice)).toHaveLength(1);
    const { rows } = await db().query<{ action: string; details: unknown }>(
      'select action, details from audit_log where tenant_id = $1 and entity_id = $2 order by id',
      [practice.tenant.id, holiday_id],
    );
    const days = { start_date: '2026-04-03', end_date: '2026-04-06' };
    expect(rows).toEqual([
      { action: 'holiday_create', details: { name: 'Easter', ...days } },
      { action: 'holiday_update', details: { changed: ['holiday_name', 'end_date'] } },
      { action: 'holiday_delete', details: { name: 'Long Easter', ...days, end_date: '2026-04-07' } },
    ]);
  });

  it('recur every year, over New Year and on 29 February too', async () => {
    const practice = await makePractice(db());
    const yearly = { is_recurring: '1' } as const;
    await create(practice, {
      ...yearly,
      holiday_name: 'Winter',
      start_date: '2025-12-24',
      end_date: '2026-01-02',
    });
    await create(practice, { ...yearly, holiday_name: 'Leap', start_date: '2028-02-29' });
    const days = ['2027-12-24', '2028-01-02', '2028-01-03', '2028-02-28', '2028-02-29', '2027-02-28'];
    expect(await Promise.all(days.map((day) => holidayOn(practice, day)))).toEqual([
      'Winter',
      'Winter',
      null,
      null,
      'Leap',
      'Leap',
    ]);
  });

  it.each([
    [{ end_date: '2026-04-02' }, 'end_date', 'The last day can’t be before the first.'],
    [{ end_date: '2027-04-03' }, 'end_date', 'A holiday can last up to a year.'],
    [{ start_date: '2024-02-29', end_date: '2025-03-01' }, 'end_date', 'A holiday can last up to a year.'],
    [{ start_date: '2026-02-30' }, 'start_date', 'This date doesn’t exist.'],
  ])('cannot be %j', async (input, field, message) => {
    const practice = await makePractice(db());
    const { status, error } = await create(practice, input);
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
    expect(await holidays(practice)).toEqual([]);
  });

  it('can be a whole year', async () => {
    const practice = await makePractice(db());
    expect((await create(practice, { start_date: '2026-02-01', end_date: '2027-01-31' })).status).toBe(200);
    expect((await create(practice, { start_date: '2024-02-29', end_date: '2025-02-28' })).status).toBe(200);
  });

  it('are changed only to valid days', async () => {
    const practice = await makePractice(db());
    const { id } = await makeHoliday(db(), { tenant: practice.tenant, start_date: '2026-05-04' });
    const { status, error } = await api.call(
      'holiday_update',
      { holiday_id: id, start_date: '2026-05-05' },
      practice.adminKey,
    );
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['end_date']]);
  });

  it('report how many upcoming appointments fall on them', async () => {
    const practice = await makePractice(db());
    const { animal } = practice;
    const on = (booking_date: string, columns = {}) =>
      makeBooking(db(), { animal, booking_date, ...columns });
    await on('2026-01-13');
    // Today, an hour ago and in an hour.
    await on('2026-01-14', { booking_time: '08:00' });
    await on('2026-01-14', { booking_time: '10:00' });
    await on('2026-01-15');
    await on('2026-01-15', { booking_time: '12:00', status: 'cancelled' });
    await on('2026-01-16');
    await on('2027-01-15');
    const days = { start_date: '2026-01-13', end_date: '2026-01-15' };
    expect((await create(practice, days)).body.bookings).toBe(2);
    expect((await create(practice, { ...days, is_recurring: '1' })).body.bookings).toBe(3);
    expect((await create(practice, { start_date: '2025-12-28', end_date: '2025-12-30' })).body.bookings).toBe(
      0,
    );
  });

  it('report how many upcoming appointments fall on them after a change', async () => {
    const practice = await makePractice(db());
    for (const booking_date of ['2026-05-04', '2026-05-05', '2026-05-06']) {
      await makeBooking(db(), { animal: practice.animal, booking_date });
    }
    const { id } = await makeHoliday(db(), { tenant: practice.tenant, start_date: '2026-05-04' });
    const change = async (fields: object) =>
      (await api.call('holiday_update', { holiday_id: id, ...fields }, practice.adminKey)).body;
    expect(await change({ end_date: '2026-05-06' })).toEqual({ success: true, bookings: 3 });
    expect(await change({ start_date: '2026-05-06' })).toEqual({ success: true, bookings: 1 });
  });

  it('are set by admins and seen by staff', async () => {
    const practice = await makePractice(db());
    const { status } = await api.call(
      'holiday_create',
      { holiday_name: 'Mine', start_date: '2026-04-03' },
      practice.staffKey,
    );
    expect(status).toBe(403);
    expect(await holidays(practice)).toEqual([]);
  });
});

/** The rotas that a practice can have on a holiday. */
const rotas: Record<string, (practice: Practice, date: string) => Promise<unknown>> = {
  'without a rota': async () => undefined,
  'with a pattern': ({ staff }) => makeWorkPattern(db(), { user: staff }),
  'with a shift on the day': ({ staff }, date) =>
    makeShift(db(), { user: staff, date, hours: [['09:00', '17:00']] }),
};

describe.each(Object.keys(rotas))('a holiday in a practice %s', (name) => {
  it('offers pet owners no times, and no one works on it', async () => {
    const practice = await makePractice(db());
    const { staff, staffKey, clientKey } = practice;
    const date = '2026-01-20';
    await rotas[name]?.(practice, date);
    const seen = async () => {
      const times = { date, duration_minutes: 30 };
      const [desk, ofStaff, portal, rota] = await Promise.all([
        api.call('bookings/free_times', times, staffKey),
        api.call('bookings/free_times', { ...times, staff_id: staff.id }, staffKey),
        api.call('cp/booking_availability', {}, clientKey),
        api.call('rota', { from: date, days: 1 }, staffKey),
      ]);
      const day = portal.body.days.find((one) => one.date === date);
      return {
        toldDesk: desk.body.holiday,
        atDesk: desk.body.times.some(({ free }) => free),
        withStaff: ofStaff.body.times.some(({ free }) => free),
        online: day?.times.some(({ free }) => free),
        state: day?.state,
        named: rota.body.practice[0]?.holiday,
        working: rota.body.people.some(({ days }) => days.some(({ working }) => working.length > 0)),
      };
    };
    expect(await seen()).toEqual({
      toldDesk: null,
      atDesk: true,
      withStaff: true,
      online: true,
      state: 'open',
      named: null,
      working: true,
    });
    await create(practice, { holiday_name: 'Founders’ day', start_date: date });
    expect(await seen()).toEqual({
      toldDesk: 'Founders’ day',
      // Without a rota no hours limit the desk: it is warned.
      atDesk: name === 'without a rota',
      withStaff: name === 'without a rota',
      online: false,
      state: 'holiday',
      named: 'Founders’ day',
      working: false,
    });
  });
});
