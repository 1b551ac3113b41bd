import { describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeServiceStaff,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings, thursday as day, thursdays } from '../../testing/rota-bookings.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { portalTimes, request, said, partsOf } = rotaBookings(api);

describe('the portal of a practice with a rota', () => {
  it('offers the working hours of all people, or those of a chosen person', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff, hours: thursdays(['09:00', '11:00']) });
    await makeWorkPattern(db(), { user: practice.admin, hours: thursdays(['10:00', '12:00']) });
    const service_id = practice.checkUp.id;
    expect(await portalTimes(practice, { service_id })).toEqual(['09:00', '10:00', '11:00']);
    expect(await portalTimes(practice, { service_id, staff_id: practice.admin.id })).toEqual([
      '10:00',
      '11:00',
    ]);
    const people = await api.call('cp/booking_staff', { service_id }, practice.clientKey);
    expect(people.body).toEqual([
      { id: practice.admin.id, name: 'Ada Admin' },
      { id: practice.staff.id, name: 'Stefan Staff' },
    ]);
  });

  it('assigns a request to the person with the fewest booked minutes that day, then the lowest id', async () => {
    const practice = await makePractice(db());
    for (const user of [practice.staff, practice.admin]) {
      await makeWorkPattern(db(), { user, hours: thursdays(['09:00', '17:00']) });
    }
    const staffOf = async (form: object) => {
      const { body } = await request(practice, form);
      return (await partsOf(body.booking_id))[0]?.user_id;
    };
    expect(await staffOf({ booking_time: '09:00' })).toBe(practice.admin.id);
    expect(await staffOf({ booking_time: '10:00' })).toBe(practice.staff.id);
    expect(await staffOf({ booking_time: '11:00', service_id: practice.vaccination.id })).toBe(
      practice.admin.id,
    );
    expect(await staffOf({ booking_time: '13:00' })).toBe(practice.staff.id);
    expect(await staffOf({ booking_time: '14:00', staff_id: practice.admin.id })).toBe(practice.admin.id);
    expect(await staffOf({ booking_time: '14:00' })).toBe(practice.staff.id);
    expect(said(await request(practice, { booking_time: '14:00' }))).toEqual([
      409,
      'slot_taken',
      expect.any(String),
    ]);
  });

  it('keeps a person free for each unassigned appointment', async () => {
    const practice = await makePractice(db());
    for (const user of [practice.staff, practice.admin]) {
      await makeWorkPattern(db(), { user, hours: thursdays(['09:00', '11:00']) });
    }
    const { tenant, checkUp } = practice;
    await makeBooking(db(), { tenant_id: tenant.id, booking_time: '09:00', service: checkUp });
    await makeBooking(db(), { tenant_id: tenant.id, booking_time: '10:00', service: checkUp });
    await makeBooking(db(), { tenant_id: tenant.id, booking_time: '10:00', service: checkUp });
    expect(await portalTimes(practice, { service_id: checkUp.id })).toEqual(['09:00']);
  });

  it('offers no times that the clocks skip, and continues a night shift the next day', async () => {
    const night = { sat: [['20:00', '24:00']], sun: [['00:00', '04:00']] };
    const practice = await makePractice(db(), {
      time_zone: 'Europe/London',
      business_hours: night,
      slot_minutes: 60,
    } as never);
    await makeWorkPattern(db(), { user: practice.staff, hours: [{ 6: [['22:00', '28:00']] }] });
    await makeWorkPattern(db(), { user: practice.admin, hours: thursdays(['09:00', '12:00']) });
    const service_id = practice.checkUp.id;
    const at = (date: string) =>
      portalTimes(practice, { service_id, year: 2026, month: Number(date.slice(5, 7)) }, date);
    expect(await at('2026-03-28')).toEqual(['22:00', '23:00']);
    expect(await at('2026-03-29')).toEqual(['00:00', '02:00', '03:00']);
    expect(await at('2026-10-25')).toEqual(['00:00', '01:00', '02:00', '03:00']);
  });

  it('offers a chosen person while a colleague can take the unassigned appointment', async () => {
    const practice = await makePractice(db());
    for (const user of [practice.staff, practice.admin]) {
      await makeWorkPattern(db(), { user, hours: thursdays(['09:00', '17:00']) });
    }
    await makeBooking(db(), { tenant_id: practice.tenant.id, booking_time: '10:00' });
    const input = { service_id: practice.checkUp.id, staff_id: practice.staff.id };
    expect(await portalTimes(practice, input)).toContain('10:00');
    expect((await request(practice, { staff_id: practice.staff.id })).status).toBe(200);
    expect(await portalTimes(practice, input)).not.toContain('10:00');
  });
});

describe('an unassigned appointment of a service that only one person provides', () => {
  /** Two people at work on Thursday from 09:00 to 12:00, of whom only the staff member provides dentals; one is at 10:00. */
  async function makeDental() {
    const practice = await makePractice(db());
    const { tenant, staff, admin } = practice;
    await makeWorkPattern(db(), { user: staff, hours: thursdays(['09:00', '12:00']) });
    await makeWorkPattern(db(), { user: admin, hours: thursdays(['09:00', '12:00']) });
    const dental = await makeService(db(), { tenant, name: 'Dental' });
    await makeServiceStaff(db(), dental, staff);
    await makeBooking(db(), { tenant_id: tenant.id, service: dental, booking_time: '10:00' });
    return { practice, dental };
  }

  it('keeps that person for itself', async () => {
    const { practice, dental } = await makeDental();
    expect(await portalTimes(practice, { service_id: dental.id })).toEqual(['09:00', '11:00']);
    for (const input of [{ service_id: dental.id }, { staff_id: practice.staff.id }]) {
      expect((await request(practice, input)).error.code).toBe('slot_taken');
    }
    const { body } = await request(practice);
    expect((await partsOf(body.booking_id))[0]?.user_id).toBe(practice.admin.id);
    expect(await portalTimes(practice, { service_id: practice.checkUp.id })).toEqual(['09:00', '11:00']);
  });

  it('takes no time of others while that person is away', async () => {
    const { practice } = await makeDental();
    const away = { from: `${day} 09:00`, until: `${day} 12:00` };
    await makeAbsence(db(), { user: practice.staff, ...away });
    expect(await portalTimes(practice, { service_id: practice.checkUp.id })).toContain('10:00');
  });

  it('does not count on a provider who can’t take all of it', async () => {
    const { practice, dental } = await makeDental();
    const { tenant, staff, admin } = practice;
    await makeServiceStaff(db(), dental, admin);
    await makeAbsence(db(), { user: admin, from: `${day} 10:00`, until: `${day} 10:30` });
    await db().query('update tenants set slot_minutes = 30 where id = $1', [tenant.id]);
    await db().query('update bookings set duration_minutes = 60 where tenant_id = $1', [tenant.id]);
    const input = { service_id: dental.id };
    expect(await portalTimes(practice, { ...input, staff_id: admin.id })).toContain('10:30');
    expect(await portalTimes(practice, { ...input, staff_id: staff.id })).not.toContain('10:30');
  });
});

describe('the portal of a practice without a rota', () => {
  it('refuses a chosen person in a practice without a rota', async () => {
    const practice = await makePractice(db());
    const staff_id = practice.staff.id;
    const { status } = await api.call('cp/booking_availability', { staff_id }, practice.clientKey);
    expect(status).toBe(404);
    expect(said(await request(practice, { staff_id }))).toEqual([404, 'not_found', expect.any(String)]);
    expect(await request(practice).then(({ status: plain }) => plain)).toBe(200);
  });
});
