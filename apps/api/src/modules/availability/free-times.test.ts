import { describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const freeTimes = async (practice: Practice, input: object) => {
  const { body } = await api.call(
    'bookings/free_times',
    { date: '2026-01-15', duration_minutes: 30, ...input },
    practice.staffKey,
  );
  return { ...body, free: body.times.filter(({ free }) => free).map(({ time }) => time) };
};

describe('bookings/free_times', () => {
  it('offers the quarter hours of a staff member within the opening times, without their appointments', async () => {
    const practice = await makePractice(db());
    const { animal, staff } = practice;
    await makeBooking(db(), { animal, staff, booking_time: '10:00', duration_minutes: 60 });
    await makeBooking(db(), { animal, staff: practice.admin, booking_time: '14:00', duration_minutes: 60 });
    await makeBooking(db(), {
      animal,
      staff,
      booking_time: '15:00',
      duration_minutes: 60,
      status: 'cancelled',
    });
    const { free, times, closed, holiday } = await freeTimes(practice, { staff_id: staff.id });
    expect([closed, holiday]).toEqual([false, null]);
    expect(free[0]).toBe('09:00');
    expect(free.at(-1)).toBe('16:30');
    expect(free).toContain('14:00');
    expect(free).toContain('15:00');
    expect(times.find(({ time }) => time === '09:45')).toEqual({
      time: '09:45',
      free: false,
      busy_with: animal.name,
      why: expect.stringContaining('already has an appointment at that time.'),
    });
    expect(free.filter((time) => time > '09:30' && time < '11:00')).toEqual([]);
  });

  it('ignores the appointment that is being moved', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), {
      animal: practice.animal,
      staff: practice.staff,
      booking_time: '10:00',
    });
    const staff_id = practice.staff.id;
    expect((await freeTimes(practice, { staff_id })).free).not.toContain('10:00');
    expect((await freeTimes(practice, { staff_id, booking_id: booking.id })).free).toContain('10:00');
  });

  it('keeps the rooms of the appointment that is being moved, unless it gets another service', async () => {
    const practice = await makePractice(db(), { parallel_places: 3 });
    const { tenant, client, animal, checkUp, vaccination, staffKey } = practice;
    await makeServiceNeed(db(), checkUp, [await makeResource(db(), { tenant, name: 'X-ray' })]);
    const book = (booking_time: string) =>
      api.call(
        'booking_create',
        {
          client_id: client.id,
          animal_id: animal.id,
          service_id: checkUp.id,
          booking_date: '2026-01-15',
          booking_time,
        },
        staffKey,
      );
    const { booking_id } = (await book('10:00')).body;
    expect((await book('11:00')).status).toBe(200);
    const asked = async (more: object) =>
      (await freeTimes(practice, { booking_id, time: '11:15', ...more })).asked?.message;
    expect(await asked({})).toContain('X-ray is taken until 11:30');
    expect(await asked({ service_id: checkUp.id })).toContain('X-ray is taken until 11:30');
    expect(await asked({ service_id: vaccination.id })).not.toContain('X-ray');
  });

  it('counts parallel places for the practice as a whole', async () => {
    const practice = await makePractice(db(), { parallel_places: 2 });
    await makeBooking(db(), { animal: practice.animal, booking_time: '10:00' });
    expect((await freeTimes(practice, {})).free).toContain('10:00');
    await makeBooking(db(), { animal: practice.animal, booking_time: '10:00', staff: practice.staff });
    expect((await freeTimes(practice, {})).free).not.toContain('10:00');
  });

  it('gives the reasons against one time: closed hours, or the conflicting appointment and its person', async () => {
    const practice = await makePractice(db(), { parallel_places: 2 });
    const { animal, staff } = practice;
    const booking = await makeBooking(db(), { animal, staff, booking_time: '10:00', duration_minutes: 30 });
    const ask = async (time: string, more: object = {}) =>
      (await freeTimes(practice, { time, ...more })).asked;
    const conflict = {
      booking_id: booking.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      duration_minutes: 30,
    };
    expect((await freeTimes(practice, {})).asked).toBeNull();
    expect(await ask('10:07', { staff_id: staff.id })).toEqual({
      time: '10:07',
      outside_hours: false,
      staff_id: staff.id,
      message: 'This staff member already has an appointment at that time.',
      conflicts: [conflict],
      busy_staff: [staff.id],
      overlaps: true,
      outside_rota: false,
      warnings: [],
    });
    expect(await ask('10:07', { animal_id: animal.id })).toMatchObject({
      message: 'This animal already has an appointment at that time.',
      conflicts: [conflict],
    });
    expect(await ask('10:07')).toMatchObject({ message: null, conflicts: [], busy_staff: [staff.id] });
    expect(await ask('10:30', { staff_id: staff.id })).toMatchObject({ message: null, busy_staff: [] });
  });

  it('states that a time is outside the opening hours, and lists those', async () => {
    const practice = await makePractice(db(), {
      business_hours: {
        thu: [
          ['09:00', '12:00'],
          ['14:00', '17:00'],
        ],
      },
    });
    const outside = async (time: string, date = '2026-01-15') => {
      const { asked, opening } = await freeTimes(practice, { time, date });
      return [asked?.outside_hours, opening];
    };
    const hours = [
      { from: '09:00', to: '12:00' },
      { from: '14:00', to: '17:00' },
    ];
    expect(await outside('09:00')).toEqual([false, hours]);
    for (const time of ['08:59', '11:45', '13:00', '16:31', '21:30'])
      expect(await outside(time)).toEqual([true, hours]);
    expect(await outside('10:00', '2026-01-16')).toEqual([true, []]);
    await makeHoliday(db(), { tenant: practice.tenant, start_date: '2026-01-15', end_date: '2026-01-15' });
    expect(await outside('10:00')).toEqual([true, hours]);
  });

  it('states that a day is closed or a holiday, and offers no past times', async () => {
    const practice = await makePractice(db());
    await makeHoliday(db(), {
      tenant: practice.tenant,
      name: 'Stocktaking',
      start_date: '2026-01-15',
      end_date: '2026-01-16',
    });
    expect((await freeTimes(practice, { date: '2026-01-18' })).closed).toBe(true);
    expect((await freeTimes(practice, {})).holiday).toBe('Stocktaking');
    api.clock.set('2026-01-14T12:00:00Z');
    expect((await freeTimes(practice, { date: '2026-01-14' })).free[0]).toBe('12:15');
    expect((await freeTimes(practice, { date: '2026-01-13' })).free).toEqual([]);
  });

  it('gives no reason for a past time, taken or not', async () => {
    const practice = await makePractice(db());
    const { animal, staff } = practice;
    for (const booking_time of ['10:00', '14:00']) {
      await makeBooking(db(), { animal, staff, booking_date: '2026-01-14', booking_time });
    }
    api.clock.set('2026-01-14T12:00:00Z');
    const { times } = await freeTimes(practice, { date: '2026-01-14', staff_id: staff.id });
    const why = (asked: string) => times.find(({ time }) => time === asked)?.why;
    expect([why('09:00'), why('10:00')]).toEqual([null, null]);
    expect(why('14:00')).toContain('already has an appointment at that time.');
  });

  it('leaves out the hour that the clocks skip', async () => {
    const practice = await makePractice(db(), { business_hours: { sun: [['00:00', '04:00']] } });
    const { free } = await freeTimes(practice, { date: '2026-03-29', duration_minutes: 60 });
    expect(free.filter((time) => time >= '01:00' && time < '02:00')).toEqual([]);
    expect(free).toContain('02:00');
  });
});
