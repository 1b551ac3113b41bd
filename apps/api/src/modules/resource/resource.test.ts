import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import { insertRow, insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import type { BookingRow, ResourceRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const resourcesOf = async ({ staffKey }: Practice, include_retired: '1' | '0' = '0') =>
  (await api.call('resources', { include_retired }, staffKey)).body;
const namesOf = async (practice: Practice) => (await resourcesOf(practice)).map(({ name }) => name);

/** Makes an appointment use a resource. */
const occupy = (booking: BookingRow, resource: ResourceRow) =>
  insertRow(db(), 'booking_parts', {
    tenant_id: booking.tenant_id,
    booking_id: booking.id,
    step: 1,
    need: 1,
    animal_id: booking.animal_id,
    resource_id: resource.id,
    during: booking.during,
    busy: booking.during,
    live: booking.status !== 'cancelled',
    overlap_allowed: false,
  });

/** Active resources, named Kennel 1 and so on. */
const makeKennels = (tenant_id: number, count: number) =>
  insertRows(
    db(),
    'resources',
    Array.from({ length: count }, (_, index) => ({
      tenant_id,
      name: `Kennel ${index + 1}`,
      kind: 'kennel' as const,
    })),
  );

describe('resource_create', () => {
  it('adds a resource after the others, with one place by default', async () => {
    const practice = await makePractice(db());
    await makeResource(db(), { tenant: practice.tenant, name: 'Theatre' });
    const given = { name: ' X-ray ', kind: 'equipment' } as const;
    const { status, body } = await api.call('resource_create', given, practice.adminKey);
    expect(status).toBe(200);
    expect(await namesOf(practice)).toEqual(['Theatre', 'X-ray']);
    expect((await resourcesOf(practice)).at(-1)).toEqual({
      id: body.resource_id,
      name: 'X-ray',
      kind: 'equipment',
      places: 1,
      retired: '0',
      service_ids: [],
    });
  });

  it('refuses the name of an active one, ignoring case, but not that of an archived one', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey } = practice;
    const room = await makeResource(db(), { tenant, name: 'Room 1' });
    const again = { name: 'ROOM 1', kind: 'room' } as const;
    expect((await api.call('resource_create', again, adminKey)).error).toMatchObject({ code: 'name_taken' });
    await api.call('resource_retire', { resource_id: room.id }, adminKey);
    expect((await api.call('resource_create', again, adminKey)).status).toBe(200);
    const restored = await api.call('resource_restore', { resource_id: room.id }, adminKey);
    expect(restored.error).toMatchObject({ code: 'name_taken' });
    expect(await namesOf(practice)).toEqual(['ROOM 1']);
  });

  it('accepts one of many with the same name', async () => {
    const { adminKey } = await makePractice(db());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        api.call('resource_create', { name: 'Theatre', kind: 'room' }, adminKey),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409,
    ]);
  });

  it('accepts as many at once as the limit of 100 leaves', async () => {
    const practice = await makePractice(db());
    await makeKennels(practice.tenant.id, 98);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        api.call('resource_create', { name: `Room ${index}`, kind: 'room' }, practice.adminKey),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ error }) => error.code)).toEqual(Array(4).fill('too_many_resources'));
    expect(await resourcesOf(practice)).toHaveLength(100);
  });

  it.each([
    ['name', { name: ' ', kind: 'room' }],
    ['name', { name: 'x'.repeat(101), kind: 'room' }],
    ['kind', { name: 'Theatre', kind: 'garden' }],
    ['places', { name: 'Theatre', kind: 'room', places: 0 }],
    ['places', { name: 'Theatre', kind: 'room', places: 101 }],
  ])('refuses a wrong %s', async (field, input) => {
    const { adminKey } = await makePractice(db());
    const { status, error } = await api.call('resource_create', input as never, adminKey);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });
});

describe('resource_update', () => {
  it('writes the given fields and keeps the rest', async () => {
    const practice = await makePractice(db());
    const room = await makeResource(db(), { tenant: practice.tenant, name: 'Ward', places: 2 });
    const change = { resource_id: room.id, kind: 'kennel', places: 6 } as const;
    expect((await api.call('resource_update', change, practice.adminKey)).status).toBe(200);
    expect(await resourcesOf(practice)).toMatchObject([{ name: 'Ward', kind: 'kennel', places: 6 }]);
  });

  it('refuses a name that is taken, but not a change of its own case', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const room = await makeResource(db(), { tenant, name: 'Room 1' });
    await makeResource(db(), { tenant, name: 'Room 2' });
    const rename = (name: string) => api.call('resource_update', { resource_id: room.id, name }, adminKey);
    expect((await rename('room 2')).error).toMatchObject({ code: 'name_taken' });
    expect((await rename('ROOM 1')).status).toBe(200);
  });

  it('leaves the names of the changed fields in the audit log', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const room = await makeResource(db(), { tenant, name: 'Room 1' });
    const change = { resource_id: room.id, name: 'Room 1', places: 3 };
    await api.call('resource_update', change, adminKey);
    const { body } = await api.call('audit_log', { entity: 'resource', entity_id: room.id }, adminKey);
    expect(body).toMatchObject([{ action: 'resource_update', entity_name: 'Room 1' }]);
    expect(JSON.parse(body[0]?.details ?? '')).toEqual({ changed: ['places'] });
  });
});

describe('the order of resources', () => {
  it('is the requested one, and continues as before after the named ones', async () => {
    const practice = await makePractice(db());
    const other = await makeResource(db());
    const { tenant, adminKey } = practice;
    const rooms = await Promise.all(
      ['Room 1', 'Room 2', 'Room 3'].map((name, index) =>
        makeResource(db(), { tenant, name, display_order: index + 1 }),
      ),
    );
    const [first, second, third] = rooms.map(({ id }) => id);
    const order = async (...ids: (number | undefined)[]) =>
      (await api.call('resources_order', { resource_ids: ids.join(',') }, adminKey)).status;
    expect(await order(third, first)).toBe(200);
    expect(await namesOf(practice)).toEqual(['Room 3', 'Room 1', 'Room 2']);
    expect(await order(second, other.id)).toBe(404);
    expect(await order(second, second)).toBe(400);
    expect(await namesOf(practice)).toEqual(['Room 3', 'Room 1', 'Room 2']);
  });
});

describe('an archived resource', () => {
  it('is listed last on request, and is restored at its place', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey } = practice;
    const room = await makeResource(db(), { tenant, name: 'Room 1', display_order: 1 });
    await makeResource(db(), { tenant, name: 'Room 2', display_order: 2 });
    for (const _twice of [1, 2]) {
      const { status, body } = await api.call('resource_retire', { resource_id: room.id }, adminKey);
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, upcoming_bookings: 0, services: [] });
    }
    expect(await namesOf(practice)).toEqual(['Room 2']);
    const all = await resourcesOf(practice, '1');
    expect(all.map(({ name, retired }) => [name, retired])).toEqual([
      ['Room 2', '0'],
      ['Room 1', '1'],
    ]);
    expect((await api.call('resource_restore', { resource_id: room.id }, adminKey)).status).toBe(200);
    expect(await namesOf(practice)).toEqual(['Room 1', 'Room 2']);
  });

  it('is refused by a practice that already has 100', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const room = await makeResource(db(), { tenant, retired_at: '2026-01-01T09:00:00Z' });
    await makeKennels(tenant.id, 100);
    const restore = (resource_id: number) => api.call('resource_restore', { resource_id }, adminKey);
    expect((await restore(room.id)).error).toMatchObject({ code: 'too_many_resources' });
    const { body } = await api.call('resources', {}, adminKey);
    expect(body).toHaveLength(100);
    // Restoring one that is active changes nothing.
    expect((await restore(body[0]?.id ?? 0)).status).toBe(200);
  });

  it('counts the upcoming appointments that keep it', async () => {
    const { tenant, adminKey, animal } = await makePractice(db());
    const [room, other] = await Promise.all([makeResource(db(), { tenant }), makeResource(db(), { tenant })]);
    const on = (booking_date: string, status: BookingRow['status'] = 'confirmed') =>
      makeBooking(db(), { animal, booking_date, status });
    await occupy(await on('2026-02-02'), room);
    await occupy(await on('2026-02-03', 'pending'), room);
    await occupy(await on('2026-02-04', 'cancelled'), room);
    await occupy(await on('2026-01-05'), room);
    await occupy(await on('2026-02-05'), other);
    const released = await on('2026-02-06');
    await occupy(released, room);
    await db().query('update booking_parts set live = false where booking_id = $1 and resource_id = $2', [
      released.id,
      room.id,
    ]);
    const { body } = await api.call('resource_retire', { resource_id: room.id }, adminKey);
    expect(body.upcoming_bookings).toBe(2);
  });

  it('names the services that need only it', async () => {
    const { tenant, adminKey, checkUp, vaccination } = await makePractice(db());
    const [room, second, theatre] = await Promise.all(
      ['Room 1', 'Room 2', 'Theatre'].map((name) => makeResource(db(), { tenant, name })),
    );
    if (!room || !second || !theatre) throw new Error('The practice has too few rooms.');
    await makeServiceNeed(db(), checkUp, [room, second]);
    await makeServiceNeed(db(), vaccination, [room]);
    await makeServiceNeed(db(), vaccination, [theatre], 2);
    const retire = async ({ id }: ResourceRow) =>
      (await api.call('resource_retire', { resource_id: id }, adminKey)).body.services;
    expect(await retire(room)).toEqual([{ id: vaccination.id, name: 'Vaccination' }]);
    // The other room of the consultation is archived already.
    expect(await retire(second)).toEqual([{ id: checkUp.id, name: 'Consultation' }]);
    await api.call('booking_type_retire', { service_id: vaccination.id }, adminKey);
    expect(await retire(theatre)).toEqual([]);
  });
});

describe('the list of resources', () => {
  it('names the active services that can use each', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey, checkUp, vaccination } = practice;
    const room = await makeResource(db(), { tenant });
    await makeServiceNeed(db(), checkUp, [room]);
    await makeServiceNeed(db(), vaccination, [room]);
    const ids = async () => (await resourcesOf(practice)).map(({ service_ids }) => service_ids);
    expect(await ids()).toEqual([[checkUp.id, vaccination.id]]);
    await api.call('booking_type_retire', { service_id: checkUp.id }, adminKey);
    expect(await ids()).toEqual([[vaccination.id]]);
  });

  it('is for the whole team, and changed by admins only', async () => {
    const practice = await makePractice(db());
    const { tenant, staffKey } = practice;
    const { id: resource_id } = await makeResource(db(), { tenant, name: 'Room 1' });
    expect(await namesOf(practice)).toEqual(['Room 1']);
    const refused = await Promise.all([
      api.call('resource_create', { name: 'Room 2', kind: 'room' }, staffKey),
      api.call('resource_update', { resource_id, name: 'Room 2' }, staffKey),
      api.call('resources_order', { resource_ids: [resource_id] }, staffKey),
      api.call('resource_retire', { resource_id }, staffKey),
      api.call('resource_restore', { resource_id }, staffKey),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await namesOf(practice)).toEqual(['Room 1']);
  });

  it('is of one practice', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const { id: resource_id } = await makeResource(db(), { tenant: other.tenant, name: 'Room 1' });
    expect(await resourcesOf(practice, '1')).toEqual([]);
    const refused = await Promise.all([
      api.call('resource_update', { resource_id, name: 'Mine' }, practice.adminKey),
      api.call('resource_retire', { resource_id }, practice.adminKey),
      api.call('resource_restore', { resource_id }, practice.adminKey),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await namesOf(other)).toEqual(['Room 1']);
    const own = { name: 'Room 1', kind: 'room' } as const;
    expect((await api.call('resource_create', own, practice.adminKey)).status).toBe(200);
  });
});
