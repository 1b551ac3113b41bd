import { describe, expect, it } from 'vitest';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings } from '../../testing/rota-bookings.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { request, book, said, partsOf, roomOf } = rotaBookings(api);

describe('the rooms of an appointment', () => {
  it('assigns a free room, and refuses when all are taken unless allow_overlap is sent', async () => {
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

  it('frees a room that the service doesn’t need when it is removed', async () => {
    const practice = await makePractice(db(), { parallel_places: 9 });
    const room = await makeResource(db(), { tenant: practice.tenant });
    const { body } = await book(practice, { resource_ids: [room.id] });
    const booking_id = body.booking_id;
    expect(await roomOf(booking_id)).toBe(room.id);
    const removed = await api.call('booking_update', { booking_id, resource_ids: [] }, practice.staffKey);
    expect(removed.status).toBe(200);
    expect(await roomOf(booking_id)).toBeUndefined();
  });

  it('leaves a room that the service doesn’t need', async () => {
    const practice = await makePractice(db());
    const { tenant, checkUp, staffKey } = practice;
    const [needed, extra] = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    await makeServiceNeed(db(), checkUp, [needed]);
    const { body } = await book(practice, { resource_ids: String(extra.id) });
    const used = async () =>
      (await partsOf(body.booking_id)).map(({ resource_id: id }) => id).filter((id) => id !== null);
    expect(await used()).toEqual([needed.id, extra.id]);
    const form = { booking_id: body.booking_id, resource_ids: [] };
    expect((await api.call('booking_update', form, staffKey)).status).toBe(200);
    expect(await used()).toEqual([needed.id]);
  });

  it('keeps the room of a moved appointment if it is free, and assigns another if not', async () => {
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

  it('assigns a room when accepting a request from before the service needed one', async () => {
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

  it('replaces an archived room when the appointment moves', async () => {
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

  it('drops its archived rooms when they are sent again, and refuses other archived ones', async () => {
    const practice = await makePractice(db());
    const { tenant, checkUp, staffKey } = practice;
    const [oldRoom, newRoom] = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    const [scale, broken] = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    await makeServiceNeed(db(), checkUp, [oldRoom, newRoom]);
    const { body } = await book(practice, { resource_ids: [oldRoom.id, scale.id] });
    const update = (...resource_ids: number[]) =>
      api.call('booking_update', { booking_id: body.booking_id, resource_ids }, staffKey);
    const retired = [oldRoom.id, scale.id, broken.id];
    await db().query('update resources set retired_at = now() where id = any ($1)', [retired]);
    expect((await update(oldRoom.id, broken.id)).error.code).toBe('not_found');
    expect((await update(oldRoom.id, scale.id)).status).toBe(200);
    expect((await partsOf(body.booking_id)).slice(1)).toMatchObject([{ resource_id: newRoom.id }]);
    expect((await update(scale.id)).error.code).toBe('not_found');
  });

  it('refuses more than five rooms', async () => {
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

describe('one room', () => {
  it('is booked once by two hundred bookings with different people at the same moment', async () => {
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

  it('is freed when the previous release moves or cancels its appointment', async () => {
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
