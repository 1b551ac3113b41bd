import { describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
  makeShift,
  makeWorkPattern,
  type Hours,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

// Who works when, who provides a service, and the rooms and equipment it needs limit every booking.

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** A Thursday; it is Wednesday nine o'clock. */
const day = '2026-01-15';
const thursdays = (...hours: Hours) => [{ 4: hours }];

/** The free times of the portal on a day. */
async function portalTimes({ clientKey }: Practice, input: object = {}, date = day): Promise<string[]> {
  const { status, body } = await api.call('cp/booking_availability', input, clientKey);
  expect(status).toBe(200);
  const times = body.days.find((one) => one.date === date)?.times ?? [];
  return times.flatMap(({ time, free }) => (free ? [time] : []));
}

const request = async (practice: Practice, changes: object = {}) =>
  api.call(
    'cp/booking_create',
    {
      animal_id: (await makeAnimal(db(), { client: practice.client })).id,
      service_id: practice.checkUp.id,
      booking_date: day,
      booking_time: '10:00',
      ...changes,
    },
    practice.clientKey,
  );

const book = async (practice: Practice, changes: object = {}) =>
  api.call(
    'booking_create',
    {
      client_id: practice.client.id,
      animal_id: (await makeAnimal(db(), { client: practice.client })).id,
      service_id: practice.checkUp.id,
      booking_date: day,
      booking_time: '10:00',
      ...changes,
    },
    practice.staffKey,
  );

const said = ({ status, error }: Awaited<ReturnType<typeof book>>) =>
  status === 200 ? status : [status, error.code, error.message];

async function partsOf(bookingId: number) {
  const { rows } = await db().query<{ user_id: number | null; resource_id: number | null; live: boolean }>(
    'select user_id::int, resource_id::int, live from booking_parts where booking_id = $1 order by need',
    [bookingId],
  );
  return rows;
}
const roomOf = async (bookingId: number) => (await partsOf(bookingId))[1]?.resource_id;

describe('the portal of a practice with a rota', () => {
  it('offers the times when someone works, and of a chosen person their own', async () => {
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

  it('gives a request to the person with the fewest booked minutes that day, then to the lowest id', async () => {
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

  it('leaves a person free for each appointment that has none', async () => {
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

  it('offers no times that the clocks skip, and continues a night shift on the next day', async () => {
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

  it('how far ahead, by days', async () => {
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

describe('the desk', () => {
  it('is asked before it books a person who is not in, and why', async () => {
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

  it('is asked before it books a person for a service that they don’t provide', async () => {
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

  it('books anyone who is free', async () => {
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

  it('gets a free room, is told who has the last one, and can book over it', async () => {
    const practice = await makePractice(db(), { parallel_places: 9 });
    const { tenant, checkUp } = practice;
    const rooms = [
      await makeResource(db(), { tenant, name: 'Room 1' }),
      await makeResource(db(), { tenant, name: 'Room 2' }),
    ];
    await makeServiceNeed(db(), checkUp, rooms);
    const [one, two] = [await book(practice), await book(practice, { booking_time: '10:15' })];
    expect(await roomOf(one.body.booking_id)).toBe(rooms[0]?.id);
    expect(await roomOf(two.body.booking_id)).toBe(rooms[1]?.id);
    const refused = await book(practice, { booking_time: '10:15' });
    expect(said(refused)).toEqual([409, 'resource_busy', 'Room 1 is taken until 10:30.']);
    expect(refused.error.conflicts?.map(({ booking_id: id }) => id)).toEqual([one.body.booking_id]);
    const over = await book(practice, { booking_time: '10:15', allow_overlap: '1' });
    expect(await roomOf(over.body.booking_id)).toBe(rooms[0]?.id);
    expect((await book(practice, { booking_time: '10:45' })).status).toBe(200);
    const chosen = await book(practice, {
      booking_time: '12:00',
      resource_ids: String(rooms[1]?.id),
    });
    expect(await roomOf(chosen.body.booking_id)).toBe(rooms[1]?.id);
    const foreign = await makeResource(db());
    expect(said(await book(practice, { booking_time: '13:00', resource_ids: String(foreign.id) }))).toEqual([
      404,
      'not_found',
      'This room or equipment isn’t available. Choose another.',
    ]);
  });

  it('keeps the room of an appointment that moves, or takes a free one', async () => {
    const practice = await makePractice(db(), { parallel_places: 9 });
    const { tenant, checkUp, staffKey } = practice;
    const rooms = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    await makeServiceNeed(db(), checkUp, rooms);
    const [moving, other] = [await book(practice), await book(practice, { booking_time: '11:00' })];
    const booking_id = moving.body.booking_id;
    const move = (form: object) => api.call('booking_update', { booking_id, ...form }, staffKey);
    expect((await move({ booking_time: '11:00' })).status).toBe(200);
    expect([await roomOf(booking_id), await roomOf(other.body.booking_id)]).toEqual([
      rooms[1]?.id,
      rooms[0]?.id,
    ]);
    expect((await move({ booking_time: '12:00' })).status).toBe(200);
    expect(await roomOf(booking_id)).toBe(rooms[1]?.id);
    expect((await move({ service_id: practice.vaccination.id })).status).toBe(200);
    expect(await roomOf(booking_id)).toBeUndefined();
    expect((await move({ status: 'cancelled' })).status).toBe(200);
    expect(await partsOf(booking_id)).toEqual([{ user_id: null, resource_id: null, live: false }]);
  });

  it('sees why a time is not free', async () => {
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
    expect(why('10:00')).toBe('Theatre is taken until 10:30 (Biscuit, Check-up).');
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

  it('is warned about the time kept free, which adds up between neighbours', async () => {
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
    expect(await warnings('10:45')).toEqual(['Leaves 15 of the 25 minutes kept free after Rex.']);
    expect(await warnings('10:55')).toEqual([]);
    expect(await warnings('09:15')).toEqual(['Leaves 15 of the 25 minutes kept free before Rex.']);
  });
});

describe('one room', () => {
  it('goes to exactly one of two hundred with different people', async () => {
    const practice = await makePractice(db(), { parallel_places: 50 });
    const room = await makeResource(db(), { tenant: practice.tenant });
    await makeServiceNeed(db(), practice.checkUp, [room]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        book(practice, { staff_id: n % 2 ? practice.staff.id : practice.admin.id }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
  });

  it('follows an appointment that a server of the previous release moves or cancels', async () => {
    const practice = await makePractice(db());
    const room = await makeResource(db(), { tenant: practice.tenant });
    await makeServiceNeed(db(), practice.checkUp, [room]);
    const { body } = await book(practice, { staff_id: practice.staff.id });
    const during = async () =>
      (
        await db().query(
          'select distinct lower(during)::text as starts, live from booking_parts where booking_id = $1',
          [body.booking_id],
        )
      ).rows;
    await db().query(`update bookings set booking_time = '15:00' where id = $1`, [body.booking_id]);
    expect(await during()).toEqual([{ starts: '2026-01-15 15:00:00', live: true }]);
    await db().query(`update bookings set status = 'cancelled' where id = $1`, [body.booking_id]);
    expect(await during()).toEqual([{ starts: '2026-01-15 15:00:00', live: false }]);
    expect((await book(practice, { booking_time: '15:00' })).status).toBe(200);
  });
});

describe('who counts', () => {
  it('is no one outside everyone’s hours, also for an appointment without a person', async () => {
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

  it('is no one on leave, and no one while the practice is closed, also without a rota', async () => {
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

  it('is a free person beside the last appointment of one who leaves', async () => {
    const practice = await makePractice(db());
    await makeWorkPattern(db(), { user: practice.staff, hours: thursdays(['09:00', '12:30']) });
    await makeWorkPattern(db(), { user: practice.admin, hours: thursdays(['09:00', '17:00']) });
    expect((await book(practice, { staff_id: practice.staff.id, booking_time: '12:00' })).status).toBe(200);
    const long = { staff_id: practice.admin.id, booking_time: '12:00', duration_minutes: 60 };
    expect((await book(practice, long)).status).toBe(200);
  });

  it('is a chosen person while another can take the appointment that has none', async () => {
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

  it('is no one for a pet owner of a practice that lets no one be chosen', async () => {
    const practice = await makePractice(db());
    const staff_id = practice.staff.id;
    const { status } = await api.call('cp/booking_availability', { staff_id }, practice.clientKey);
    expect(status).toBe(404);
    expect(said(await request(practice, { staff_id }))).toEqual([404, 'not_found', expect.any(String)]);
    expect(await request(practice).then(({ status: plain }) => plain)).toBe(200);
  });
});

describe('the rooms of an appointment', () => {
  it('are assigned when a request from before the service needed one is accepted', async () => {
    const practice = await makePractice(db());
    const { body } = await request(practice);
    const room = await makeResource(db(), { tenant: practice.tenant });
    await makeServiceNeed(db(), practice.checkUp, [room]);
    const { status } = await api.call(
      'booking_status_update',
      { booking_id: body.booking_id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(status).toBe(200);
    expect(await roomOf(body.booking_id)).toBe(room.id);
  });

  it('are others than an archived one after a move', async () => {
    const practice = await makePractice(db());
    const { tenant, checkUp, staffKey } = practice;
    const rooms = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    await makeServiceNeed(db(), checkUp, rooms);
    const { body } = await book(practice);
    await db().query('update resources set retired_at = now() where id = $1', [rooms[0]?.id]);
    await api.call('booking_update', { booking_id: body.booking_id, booking_time: '11:00' }, staffKey);
    expect((await partsOf(body.booking_id)).slice(1).map(({ resource_id: id }) => id)).toEqual([
      rooms[1]?.id,
    ]);
    const archived = { booking_time: '13:00', resource_ids: String(rooms[0]?.id) };
    expect(said(await book(practice, archived))).toEqual([404, 'not_found', expect.any(String)]);
  });

  it('are five at most', async () => {
    const practice = await makePractice(db());
    const { tenant, checkUp } = practice;
    for (const need of [1, 2, 3, 4, 5]) {
      await makeServiceNeed(db(), checkUp, [await makeResource(db(), { tenant })], need);
    }
    const extra = await makeResource(db(), { tenant });
    const { status, error } = await book(practice, { resource_ids: String(extra.id) });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['resource_ids']]);
    expect((await book(practice)).status).toBe(200);
  });
});
