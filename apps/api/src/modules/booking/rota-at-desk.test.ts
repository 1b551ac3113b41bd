import { describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings, thursday as day, thursdays } from '../../testing/rota-bookings.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { book, said, partsOf } = rotaBookings(api);

describe('the desk', () => {
  it('refuses a person outside their hours with the reason, unless allow_outside is sent', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff, hours: thursdays(['09:00', '12:00']) });
    const afternoon = { staff_id: practice.staff.id, booking_time: '14:00' };
    expect(said(await book(practice, afternoon))).toEqual([
      409,
      'staff_absent',
      'Stefan Staff is not in on Thursday afternoon.',
    ]);
    expect(said(await book(practice, { ...afternoon, allow_overlap: '1' }))).toEqual([
      409,
      'staff_absent',
      expect.any(String),
    ]);
    const { status, body } = await book(practice, { ...afternoon, allow_outside: '1' });
    expect(status).toBe(200);
    const { rows } = await db().query('select details from audit_log where entity_id = $1', [
      body.booking_id,
    ]);
    expect(rows).toEqual([{ details: { allowed_outside: ['staff_absent'] } }]);
    await makeAbsence(db(), {
      user: practice.staff,
      from: `${day} 09:00`,
      until: `${day} 12:00`,
      kind: 'sick',
    });
    expect(said(await book(practice, { staff_id: practice.staff.id }))).toEqual([
      409,
      'staff_absent',
      'Stefan Staff is off sick on Thursday morning.',
    ]);
  });

  it('refuses a person for a service that they don’t provide, unless allow_outside is sent', async () => {
    const practice = await makePractice(db());
    await makeServiceStaff(db(), practice.checkUp, practice.admin, { price_pence: 7000 });
    expect(said(await book(practice, { staff_id: practice.staff.id }))).toEqual([
      409,
      'staff_not_offering',
      'Stefan Staff doesn’t provide this service.',
    ]);
    expect((await book(practice, { staff_id: practice.staff.id, allow_outside: '1' })).status).toBe(200);
    const { body } = await book(practice, { staff_id: practice.admin.id, booking_time: '12:00' });
    const { rows } = await db().query('select price_pence from bookings where id = $1', [body.booking_id]);
    expect(rows).toEqual([{ price_pence: 7000 }]);
  });

  it('assigns a free person when anyone is requested', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.admin, hours: thursdays(['09:00', '12:00']) });
    await makeWorkPattern(db(), { user: practice.staff, hours: thursdays(['09:00', '12:00']) });
    const first = await book(practice, { anyone: '1' });
    expect((await partsOf(first.body.booking_id))[0]?.user_id).toBe(practice.admin.id);
    const second = await book(practice, { anyone: '1' });
    expect((await partsOf(second.body.booking_id))[0]?.user_id).toBe(practice.staff.id);
    expect(said(await book(practice, { anyone: '1' }))).toEqual([
      409,
      'practice_full',
      'No one who provides this service is free at that time.',
    ]);
  });

  it('explains why a time is not free', async () => {
    const practice = await makePractice(db());
    const { tenant, checkUp, staff, staffKey } = practice;
    await makeWorkPattern(db(), { user: staff, hours: thursdays(['09:00', '12:00']) });
    const room = await makeResource(db(), { tenant, name: 'Theatre' });
    await makeServiceNeed(db(), checkUp, [room]);
    const biscuit = await makeAnimal(db(), { client: practice.client, name: 'Biscuit' });
    await book(practice, { animal_id: biscuit.id, booking_time: '10:00', staff_id: staff.id });
    const { body } = await api.call(
      'bookings/free_times',
      { date: day, duration_minutes: 30, service_id: checkUp.id, staff_id: practice.admin.id, time: '10:00' },
      staffKey,
    );
    const why = (time: string) => body.times.find((one) => one.time === time)?.why;
    expect(why('09:00')).toBeNull();
    expect(why('10:00')).toBe('Theatre is taken until 10:30 (Biscuit, Consultation).');
    expect(body.asked).toMatchObject({ overlaps: true, outside_rota: false, warnings: [] });
    const own = await api.call(
      'bookings/free_times',
      { date: day, duration_minutes: 30, staff_id: staff.id, time: '14:00' },
      staffKey,
    );
    expect(own.body.asked).toMatchObject({
      message: 'Stefan Staff is not in on Thursday afternoon.',
      overlaps: false,
      outside_rota: true,
    });
  });

  it('warns about time kept free, which adds up between neighbouring appointments', async () => {
    const practice = await makePractice(db());
    const { tenant, staff, staffKey, checkUp } = practice;
    await db().query('update services set before_minutes = 10, after_minutes = 15 where tenant_id = $1', [
      tenant.id,
    ]);
    const rex = await makeAnimal(db(), { client: practice.client, name: 'Rex' });
    await book(practice, { animal_id: rex.id, booking_time: '10:00', staff_id: staff.id });
    const warnings = async (time: string) =>
      (
        await api.call(
          'bookings/free_times',
          { date: day, duration_minutes: 30, staff_id: staff.id, service_id: checkUp.id, time },
          staffKey,
        )
      ).body.asked?.warnings;
    expect(await warnings('10:45')).toEqual(['Only 15 of the 25 minutes kept free after Rex would be left.']);
    expect(await warnings('10:30')).toEqual(['None of the 25 minutes kept free after Rex would be left.']);
    expect(await warnings('10:55')).toEqual([]);
    expect(await warnings('09:15')).toEqual([
      'Only 15 of the 25 minutes kept free before Rex would be left.',
    ]);
  });

  it('refuses an unassigned appointment when no one is working', async () => {
    const practice = await makePractice(db());
    for (const user of [practice.staff, practice.admin]) {
      await makeWorkPattern(db(), { user, hours: thursdays(['09:00', '12:00']) });
    }
    expect(said(await book(practice, { booking_time: '14:00' }))).toEqual([
      409,
      'staff_absent',
      'No one is working at that time.',
    ]);
    expect((await book(practice, { booking_time: '14:00', allow_outside: '1' })).status).toBe(200);
  });

  it('refuses a person on leave and a closed practice, even without a rota', async () => {
    const practice = await makePractice(db(), { parallel_places: 5 });
    const { staff, tenant } = practice;
    await makeAbsence(db(), { user: staff, from: `${day} 00:00`, until: `${day} 12:00` });
    await makeAbsence(db(), { tenant, from: `${day} 15:00`, until: `${day} 16:00` });
    expect(said(await book(practice, { staff_id: staff.id }))).toEqual([
      409,
      'staff_absent',
      'Stefan Staff is on leave on Thursday morning.',
    ]);
    expect((await book(practice, { staff_id: staff.id, booking_time: '13:00' })).status).toBe(200);
    expect(said(await book(practice, { booking_time: '15:30' }))).toEqual([
      409,
      'staff_absent',
      'The practice is closed until 16:00.',
    ]);
    const { body } = await book(practice, { anyone: '1' });
    expect((await partsOf(body.booking_id))[0]?.user_id).toBe(practice.admin.id);
  });

  it('books a free person while a colleague finishes their last appointment', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff, hours: thursdays(['09:00', '12:30']) });
    await makeWorkPattern(db(), { user: practice.admin, hours: thursdays(['09:00', '17:00']) });
    expect((await book(practice, { staff_id: practice.staff.id, booking_time: '12:00' })).status).toBe(200);
    const long = { staff_id: practice.admin.id, booking_time: '12:00', duration_minutes: 60 };
    expect((await book(practice, long)).status).toBe(200);
  });
});
