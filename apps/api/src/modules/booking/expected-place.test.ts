import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeResource } from '../../../../../packages/dev/src/factory-diary.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const booking_date = '2026-01-15';

/** An appointment at ten for half an hour with the practice's staff member, in one of two rooms. */
async function openDiary() {
  const practice = await makePractice(db());
  const { tenant, animal, staff } = practice;
  const place = { booking_date, booking_time: '10:00', duration_minutes: 30 };
  const { id } = await makeBooking(db(), { animal, staff, status: 'confirmed', ...place });
  const [room, other] = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
  const move = (changes: object) =>
    api.call('booking_update', { booking_id: id, ...changes }, practice.staffKey);
  await move({ resource_ids: [room.id] });
  const read = async () => {
    const { body } = await api.call('booking', { booking_id: id }, practice.staffKey);
    return [body.booking_time, body.price, body.staff_id, body.resources.map((resource) => resource.id)];
  };
  const expected = { ...place, staff_id: staff.id, resource_ids: [room.id] };
  return { room, other, move, read, expected };
}

describe('a change with the place where the caller saw the appointment', () => {
  it('is made while the appointment is there, whether sent as JSON or in a form', async () => {
    const { move, read, expected } = await openDiary();
    expect((await move({ booking_time: '11:00', expected })).status).toBe(200);
    const form = JSON.stringify({ ...expected, booking_time: '11:00' });
    expect((await move({ staff_id: '0', expected: form })).status).toBe(200);
    expect(await read()).toEqual(['11:00', '45.00', null, expected.resource_ids]);
    expect((await move({ booking_time: '12:00', expected: { staff_id: 0 } })).status).toBe(200);
  });

  it.each([
    ['day', () => ({ booking_date: '2026-01-16' })],
    ['time', () => ({ booking_time: '10:15' })],
    ['duration', () => ({ duration_minutes: 45 })],
    ['staff member', () => ({ staff_id: 0 })],
    ['rooms', ({ room, other }) => ({ resource_ids: [room.id, other.id] })],
  ] satisfies [string, (diary: Awaited<ReturnType<typeof openDiary>>) => object][])(
    'is refused if a colleague has changed its %s, and changes nothing',
    async (_what, changeOf) => {
      const diary = await openDiary();
      const { move, read, expected } = diary;
      const change = changeOf(diary);
      expect((await move(change)).status).toBe(200);
      const before = await read();
      const { status, error } = await move({ booking_time: '14:00', price: '1', expected });
      expect([status, error.code, error.message]).toEqual([
        409,
        'booking_moved',
        'This appointment has been moved since you opened it. Check where it is now, then try again.',
      ]);
      expect(await read()).toEqual(before);
      expect((await move({ booking_time: '14:00', expected: { ...expected, ...change } })).status).toBe(200);
    },
  );

  it('is refused if a colleague has changed its status, and changes nothing', async () => {
    const { move, read, expected } = await openDiary();
    expect(
      (await move({ booking_time: '11:00', expected: { ...expected, status: 'confirmed' } })).status,
    ).toBe(200);
    const undo = { is_provisional: '1', staff_accepted: '0', staff_id: 0 };
    const { status, error } = await move({ ...undo, expected: { status: 'pending' } });
    expect([status, error.code, error.message]).toEqual([
      409,
      'booking_moved',
      'This appointment’s status has changed since you opened it. Check it, then try again.',
    ]);
    expect(await read()).toEqual(['11:00', '45.00', expected.staff_id, expected.resource_ids]);
  });

  it('is made once when several desks send it at the same time', async () => {
    const { move, expected } = await openDiary();
    const times = ['11:00', '12:00', '13:00', '14:00', '15:00'];
    const answers = await Promise.all(times.map((booking_time) => move({ booking_time, expected })));
    const codes = answers.map(({ status, error }) => (status === 200 ? 'moved' : error.code));
    expect(codes.toSorted()).toEqual([...Array<string>(4).fill('booking_moved'), 'moved']);
  });
});

describe('accepting a request with the status that the caller saw', () => {
  const expected = { status: 'pending' } as const;

  /** A client's request, and acceptances of it by a desk. */
  async function makeRequest() {
    const practice = await makePractice(db());
    const { id } = await makeBooking(db(), {
      animal: practice.animal,
      is_provisional: true,
      source: 'portal',
      booking_date,
    });
    const accept = (staff_id: number, more = {}) =>
      api.call(
        'booking_update',
        { booking_id: id, is_provisional: '0', status: 'pending', staff_accepted: '1', staff_id, ...more },
        practice.staffKey,
      );
    const chosen = async () =>
      (await api.call('booking', { booking_id: id }, practice.staffKey)).body.staff_id;
    return { accept, chosen, anna: practice.staff.id, ben: practice.admin.id };
  }

  it('is refused once a colleague has accepted it, for the staff member of their choice', async () => {
    const { accept, chosen, anna, ben } = await makeRequest();
    expect((await accept(anna, { expected })).status).toBe(200);
    for (const late of [{ expected }, { expected: {} }, { expected, allow_overlap: '1' }]) {
      const { status, error } = await accept(ben, late);
      expect([status, error.code, error.message]).toEqual([
        409,
        'request_answered',
        'This request has already been answered. Reload to see the appointment.',
      ]);
    }
    expect(await chosen()).toBe(anna);
  });

  it('can be repeated by a program that does not send what it saw', async () => {
    const { accept, chosen, anna, ben } = await makeRequest();
    for (const staffId of [anna, anna, ben]) expect((await accept(staffId)).status).toBe(200);
    expect(await chosen()).toBe(ben);
  });

  it('is done once when two desks accept it at the same time', async () => {
    const { accept, anna, ben } = await makeRequest();
    const answers = await Promise.all([anna, ben].map((staffId) => accept(staffId, { expected })));
    const codes = answers.map(({ status, error }) => (status === 200 ? 'accepted' : error.code));
    expect(codes.toSorted()).toEqual(['accepted', 'request_answered']);
  });
});
