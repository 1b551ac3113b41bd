import { describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings, thursday as day, thursdays } from '../../testing/rota-bookings.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { portalTimes, request, book, said, partsOf } = rotaBookings(api);

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

describe('every setting changes the offered times', () => {
  interface World {
    practice: Practice;
    room: { id: number; tenant_id: number };
  }
  const sql = async (text: string, values: unknown[]) => void (await db().query(text, values));
  const ofService =
    (columns: string) =>
    async ({ practice }: World) =>
      sql(`update services set ${columns} where tenant_id = $1 and id = $2`, [
        practice.tenant.id,
        practice.checkUp.id,
      ]);
  const ofPractice =
    (columns: string) =>
    async ({ practice }: World) =>
      sql(`update tenants set ${columns} where id = $1`, [practice.tenant.id]);
  const absent = (from: string, until: string) => ({ from: `${day} ${from}`, until: `${day} ${until}` });

  const settings: Record<string, (world: World) => Promise<unknown>> = {
    'working hours': ({ practice }) =>
      sql('update work_ranges set ends = 660 where tenant_id = $1', [practice.tenant.id]),
    'hours without online requests': ({ practice }) =>
      sql('update work_ranges set online = false where tenant_id = $1', [practice.tenant.id]),
    'the week of a cycle': ({ practice }) =>
      sql(`update work_patterns set weeks = 2, anchor = '2026-01-05' where tenant_id = $1`, [
        practice.tenant.id,
      ]),
    'the first day of a pattern': ({ practice }) =>
      sql(`update work_patterns set valid_from = '2026-01-16' where tenant_id = $1`, [practice.tenant.id]),
    'the last day of a pattern': ({ practice }) =>
      sql(`update work_patterns set valid_until = '2026-01-14' where tenant_id = $1`, [practice.tenant.id]),
    'a shift': ({ practice }) =>
      makeShift(db(), { user: practice.staff, date: day, hours: [['09:00', '10:00']] }),
    'a day off': ({ practice }) => makeShift(db(), { user: practice.staff, date: day }),
    'a shift without online requests': ({ practice }) =>
      makeShift(db(), { user: practice.staff, date: day, hours: [['09:00', '12:00']], online: false }),
    'an absence of the person': ({ practice }) =>
      makeAbsence(db(), { user: practice.staff, ...absent('09:00', '10:00') }),
    'an absence of the practice': ({ practice }) =>
      makeAbsence(db(), { tenant: practice.tenant, ...absent('09:00', '10:00') }),
    'an absence of the room': ({ room }) =>
      makeAbsence(db(), { resource: room as never, ...absent('09:00', '10:00') }),
    'an archived room': ({ room }) => sql('update resources set retired_at = now() where id = $1', [room.id]),
    'who provides the service': ({ practice }) => makeServiceStaff(db(), practice.checkUp, practice.admin),
    'their own duration': ({ practice }) =>
      makeServiceStaff(db(), practice.checkUp, practice.staff, { duration_minutes: 120 }),
    'the time kept free before': ofService('before_minutes = 45'),
    'the time kept free after': ofService('after_minutes = 45'),
    'the notice': ofService('min_notice_hours = 27'),
    'whether it is offered online': ofService('online = false'),
    'the duration': ofService('duration_minutes = 90'),
    'the gap between appointments': ofPractice('grace_minutes = 45'),
    'the distance of slots': ofPractice('slot_minutes = 30'),
    'who takes appointments': ({ practice }) =>
      sql('update users set takes_bookings = false where tenant_id = $1 and id = $2', [
        practice.tenant.id,
        practice.staff.id,
      ]),
  };

  /** One person works Thursday morning; one room is needed; an appointment of that person and room at 10:00. */
  async function makeWorld(): Promise<World> {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff, hours: thursdays(['09:00', '12:00']) });
    await makeShift(db(), { user: practice.admin, date: day });
    const room = await makeResource(db(), { tenant: practice.tenant });
    await makeServiceNeed(db(), practice.checkUp, [room]);
    const { status } = await book(practice, { booking_time: '10:00', staff_id: practice.staff.id });
    expect(status).toBe(200);
    return { practice, room };
  }
  const timesIn = async ({ practice }: World): Promise<string[] | null> => {
    const input = { service_id: practice.checkUp.id };
    const { status, body } = await api.call('cp/booking_availability', input, practice.clientKey);
    if (status !== 200) return null;
    const times = body.days.find(({ date }) => date === day)?.times ?? [];
    return times.flatMap(({ time, free }) => (free ? [time] : []));
  };

  it.each(Object.entries(settings))('%s', async (_name, change) => {
    const world = await makeWorld();
    const before = await timesIn(world);
    expect(before).toEqual(['09:00', '11:00']);
    await change(world);
    expect(await timesIn(world)).not.toEqual(before);
  });

  it('the limit of days ahead', async () => {
    const practice = await makePractice(db());
    await sql('update services set max_days_ahead = 1 where tenant_id = $1', [practice.tenant.id]);
    const input = { service_id: practice.checkUp.id };
    expect(await portalTimes(practice, input, day)).not.toEqual([]);
    expect(await portalTimes(practice, input, '2026-01-16')).toEqual([]);
  });

  it('the places of a room', async () => {
    const world = await makeWorld();
    const { practice, room } = world;
    await makeShift(db(), { user: practice.admin, date: '2026-01-22', hours: [['09:00', '12:00']] });
    await sql('update resources set places = 2 where id = $1', [room.id]);
    const at = { booking_date: '2026-01-22', staff_id: practice.staff.id };
    expect((await book(practice, at)).status).toBe(200);
    const input = { service_id: practice.checkUp.id };
    expect(await portalTimes(practice, input, '2026-01-22')).toContain('10:00');
    await sql('update resources set places = 1 where id = $1', [room.id]);
    expect(await portalTimes(practice, input, '2026-01-22')).not.toContain('10:00');
  });
});
