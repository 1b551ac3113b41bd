import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { today, visitCalls } from '../../testing/visits.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const { expected, detail, here, changeSeenDuring, messageCount } = visitCalls(api, () => practice);

describe('booking_walk_in', () => {
  type WalkIn = Partial<InputOf<'booking_walk_in'>>;
  const walkIn = (input: WalkIn = {}) =>
    api.call(
      'booking_walk_in',
      {
        client_id: practice.client.id,
        animal_id: practice.animal.id,
        service_id: practice.checkUp.id,
        ...input,
      },
      practice.staffKey,
    );
  const anotherAnimal = async () => ({
    animal_id: (await makeAnimal(db(), { client: practice.client })).id,
  });

  it('starts now rounded down to five minutes, as arrived, without a message', async () => {
    api.clock.set(`${today}T09:08:30Z`);
    const { status, body } = await walkIn();
    expect(status).toBe(200);
    expect(await detail({ id: body.booking_id })).toMatchObject({
      booking_date: today,
      booking_time: '09:05',
      duration_minutes: 30,
      price: '45.00',
      status: 'confirmed',
      stage: 'arrived',
      arrived_at: `${today}T09:08:30.000Z`,
      overlap_allowed: 0,
    });
    expect(await messageCount()).toBe(0);
    expect((await here()).here.map(({ id }) => id)).toEqual([body.booking_id]);
  });

  it("starts on the practice's clock", async () => {
    const away = await makePractice(db(), { time_zone: 'America/New_York' });
    api.clock.set('2026-01-15T02:13:00Z');
    const { body } = await api.call(
      'booking_walk_in',
      { client_id: away.client.id, animal_id: away.animal.id, service_id: away.checkUp.id },
      away.staffKey,
    );
    const { body: booking } = await api.call('booking', { booking_id: body.booking_id }, away.staffKey);
    expect([booking.booking_date, booking.booking_time]).toEqual([today, '21:10']);
    const { rows } = await db().query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [
      body.booking_id,
    ]);
    expect(rows[0]?.starts_at).toEqual(new Date('2026-01-15T02:10:00Z'));
  });

  it('assigns the free staff member with the fewest booked minutes that day, then the lowest id', async () => {
    const { admin, staff, tenant } = practice;
    const third = await makeUser(db(), { tenant });
    const chosen = async () => (await walkIn(await anotherAnimal())).body.staff_id;
    // The admin is free and booked for an hour later; the third person is busy now.
    await expected({ staff_id: admin.id, booking_time: '15:00', duration_minutes: 60 });
    await expected({ staff_id: staff.id, booking_time: '16:00', duration_minutes: 30 });
    const busy = await expected({ staff_id: third.id, animal_id: (await anotherAnimal()).animal_id });
    expect(await chosen()).toBe(staff.id);
    expect(await chosen()).toBe(admin.id);
    await db().query("update bookings set status = 'cancelled' where id = $1", [busy.id]);
    expect(await chosen()).toBe(third.id);
    api.clock.set(`${today}T12:00:00Z`);
    // Now the third has 30 minutes, the staff 60 and the admin 90.
    expect([await chosen(), await chosen(), await chosen()]).toEqual([third.id, staff.id, admin.id]);
  });

  it('takes as long as the chosen or assigned person takes for the service, at their price', async () => {
    const { checkUp, admin, staff } = practice;
    const slow = { duration_minutes: 90, price_pence: 6000 };
    await makeServiceStaff(db(), checkUp, admin);
    await makeServiceStaff(db(), checkUp, staff, slow);
    const booked = async (input: WalkIn) => {
      const { body } = await walkIn({ ...(await anotherAnimal()), ...input });
      const { staff_id, duration_minutes, price } = await detail({ id: body.booking_id });
      return [staff_id, duration_minutes, price];
    };
    expect(await booked({ staff_id: staff.id })).toEqual([staff.id, 90, '60.00']);
    expect(await booked({})).toEqual([admin.id, 30, '45.00']);
    api.clock.set(`${today}T11:00:00Z`);
    // The admin has the fewest booked minutes; then they are busy.
    expect([await booked({}), await booked({})]).toEqual([
      [admin.id, 30, '45.00'],
      [staff.id, 90, '60.00'],
    ]);
  });

  it('assigns no one whose own time for the service runs into their next appointment', async () => {
    const { checkUp, admin, staff } = practice;
    await makeServiceStaff(db(), checkUp, admin);
    await makeServiceStaff(db(), checkUp, staff, { duration_minutes: 90 });
    await expected({ staff_id: staff.id, booking_time: '10:00' });
    await expected({ staff_id: admin.id, booking_time: '09:30', duration_minutes: 240 });
    expect((await walkIn(await anotherAnimal())).body.staff_id).toBe(admin.id);
    const busy = await walkIn({ staff_id: staff.id, ...(await anotherAnimal()) });
    expect(busy.error.code).toBe('staff_busy');
  });

  it('refuses when everyone is busy and the practice is full, unless allow_overlap is sent', async () => {
    const { admin, staff } = practice;
    for (const { id } of [admin, staff]) {
      await expected({ staff_id: id, animal_id: (await anotherAnimal()).animal_id });
    }
    const refused = await walkIn();
    expect([refused.status, refused.error.code, refused.error.conflicts?.length]).toEqual([
      409,
      'practice_full',
      2,
    ]);
    const { body } = await walkIn({ allow_overlap: '1' });
    expect(body.staff_id).toBe(null);
    expect(await detail({ id: body.booking_id })).toMatchObject({ stage: 'arrived', overlap_allowed: 1 });
  });

  it('assigns a free person once when several desks book at the same moment', async () => {
    const { admin, tenant } = practice;
    await db().query('update users set takes_bookings = false where tenant_id = $1 and id <> $2', [
      tenant.id,
      admin.id,
    ]);
    const animals = await Promise.all(Array.from({ length: 6 }, anotherAnimal));
    const answers = await Promise.all(animals.map((animal) => walkIn(animal)));
    const booked = answers.filter(({ status }) => status === 200);
    expect(booked.map(({ body }) => body.staff_id)).toEqual([admin.id]);
    expect(answers.filter(({ status }) => status !== 200).map(({ error }) => error.code)).toEqual(
      Array.from({ length: 5 }, () => 'practice_full'),
    );
  });

  it('refuses a chosen staff member who is busy, and an animal that is here already', async () => {
    const { staff } = practice;
    expect((await walkIn({ staff_id: staff.id })).body.staff_id).toBe(staff.id);
    const busy = await walkIn({ staff_id: staff.id, ...(await anotherAnimal()) });
    expect(busy.error.code).toBe('staff_busy');
    expect((await walkIn()).error.code).toBe('animal_busy');
  });

  it("refuses another practice's records, and an animal of another client", async () => {
    const other = await makePractice(db());
    const stranger = await makeAnimal(db(), { tenant: practice.tenant });
    const service = { service_id: other.checkUp.id };
    for (const input of [{ client_id: other.client.id }, { animal_id: stranger.id }, service]) {
      expect((await walkIn(input)).status).toBe(404);
    }
    expect((await here()).here).toEqual([]);
  });

  it('updates other screens', async () => {
    const changed = await changeSeenDuring(() => walkIn());
    expect(changed).toEqual({ action: 'booking_walk_in', notification_id: null });
  });
});
