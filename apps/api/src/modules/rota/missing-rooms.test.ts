import { beforeEach, describe, expect, it } from 'vitest';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { practiceDigest } from '../../testing/derived/tenant-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings, thursday } from '../../testing/rota-bookings.ts';
import { rotaConflicts } from '../../testing/rota-conflicts.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { conflicts, problemsIn, book } = rotaConflicts(api);
const { portalTimes } = rotaBookings(api);

let practice: Practice;
let theatre: { id: number };
let xray: { id: number };
beforeEach(async () => {
  practice = await makePractice(db(), { parallel_places: 5 });
  const { tenant } = practice;
  theatre = await makeResource(db(), { tenant, name: 'Theatre', display_order: 1 });
  xray = await makeResource(db(), { tenant, name: 'X-ray', display_order: 2 });
});

const setNeeds = (needs: number[][], more: object = {}) =>
  api.call('service_resources_set', { service_id: practice.checkUp.id, needs, ...more }, practice.adminKey);

const assign = (booking_id: number, resource_ids: number[] = []) =>
  api.call('booking_update', { booking_id, resource_ids }, practice.staffKey);

const roomsOf = async (bookingId: number) => {
  const { body } = await api.call('booking', { booking_id: bookingId }, practice.staffKey);
  return body.resources.map(({ name }) => name);
};

describe('an appointment that was booked before its service needed a room', () => {
  it('is listed until a room is assigned, and then takes the room in the portal', async () => {
    const { id } = await book(practice, thursday);
    await book(practice, '2026-01-16', '10:00', { service: practice.vaccination });
    await book(practice, '2026-01-12');
    await setNeeds([[theatre.id]]);
    expect(await problemsIn(practice)).toEqual([[`${thursday} 10:00`, 'Theatre isn’t booked for it.']]);
    const input = { service_id: practice.checkUp.id };
    expect(await portalTimes(practice, input)).toContain('10:00');
    expect((await assign(id)).status).toBe(200);
    expect(await roomsOf(id)).toEqual(['Theatre']);
    expect(await problemsIn(practice)).toEqual([]);
    expect(await portalTimes(practice, input)).not.toContain('10:00');
  });

  it('keeps the room it has, and gets the one it lacks', async () => {
    const room = await makeResource(db(), { tenant: practice.tenant, name: 'Room 9', display_order: 9 });
    const { id } = await book(practice, thursday);
    await assign(id, [room.id]);
    await setNeeds([[xray.id, room.id], [theatre.id]]);
    const { appointments } = await conflicts(practice);
    expect(appointments).toMatchObject([
      {
        resource_ids: [room.id],
        problems: [{ code: 'no_room', message: 'Theatre isn’t booked for it.' }],
      },
    ]);
    await assign(id, appointments[0]?.resource_ids);
    expect((await roomsOf(id)).toSorted()).toEqual(['Room 9', 'Theatre']);
  });

  it('names the rooms it can have, and can be kept without one', async () => {
    const { id } = await book(practice, thursday);
    await setNeeds([[xray.id, theatre.id]]);
    expect(await problemsIn(practice)).toEqual([
      [`${thursday} 10:00`, 'None of these is booked for it: Theatre, X-ray.'],
    ]);
    const keep = await api.call('rota_conflict_keep', { booking_id: id }, practice.staffKey);
    expect(keep.status).toBe(200);
    expect((await conflicts(practice)).total).toBe(0);
  });

  it('is refused a room that is taken, and is listed on', async () => {
    const { id } = await book(practice, thursday);
    await setNeeds([[theatre.id]]);
    const { body } = await api.call(
      'booking_create',
      {
        client_id: practice.client.id,
        animal_id: practice.animal.id,
        service_id: practice.checkUp.id,
        booking_date: thursday,
        booking_time: '10:00',
        allow_overlap: '1',
      },
      practice.staffKey,
    );
    expect(await roomsOf(body.booking_id)).toEqual(['Theatre']);
    expect((await assign(id)).error).toMatchObject({
      code: 'resource_busy',
      message: expect.stringMatching(/^Theatre is taken until 10:30/),
    });
    expect((await conflicts(practice)).total).toBe(1);
  });

  it('lacks nothing while everything that would do is archived', async () => {
    await book(practice, thursday);
    await setNeeds([[theatre.id]]);
    await db().query('update resources set retired_at = now() where id = $1', [theatre.id]);
    expect((await conflicts(practice)).total).toBe(0);
    expect((await setNeeds([[theatre.id], [xray.id]], { preview: '1' })).body.appointments).toMatchObject([
      { problems: [{ message: 'X-ray isn’t booked for it.' }] },
    ]);
  });
});

describe('a preview of what a service needs', () => {
  it('lists the appointments that would lack it, and writes nothing', async () => {
    await book(practice, thursday);
    const before = await practiceDigest(db(), practice.tenant.id);
    const { body } = await setNeeds([[theatre.id]], { preview: '1' });
    expect(body).toMatchObject({
      success: true,
      saved: false,
      outside: 1,
      appointments: [{ booking_date: thursday, problems: [{ message: 'Theatre isn’t booked for it.' }] }],
    });
    expect(await practiceDigest(db(), practice.tenant.id)).toEqual(before);
  });

  it('agrees with what saving answers, which the audit log records', async () => {
    await book(practice, thursday);
    const { body } = await setNeeds([[theatre.id]]);
    expect(body).toEqual({ success: true, saved: true, outside: 1, appointments: [] });
    expect((await conflicts(practice)).total).toBe(1);
    // Not new the second time.
    expect((await setNeeds([[theatre.id], [xray.id]])).body.outside).toBe(0);
    const log = await api.call('audit_log', { entity: 'service' }, practice.adminKey);
    expect(log.body.at(-1)?.details).toContain('"appointments_outside": 1');
  });

  it('counts without naming appointments for an API key that may not read them', async () => {
    await makeServiceNeed(db(), practice.vaccination, [theatre]);
    await book(practice, thursday);
    const scopes = ['services:write'] as const;
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: [...scopes],
    });
    const input = { service_id: practice.checkUp.id, needs: [[theatre.id]], preview: '1' as const };
    const { body } = await api.call('service_resources_set', input, key);
    expect([body.outside, body.appointments]).toEqual([1, []]);
  });
});
