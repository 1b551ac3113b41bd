import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import {
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn, type Own } from '../../testing/own-changes.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { preview, cancel, move, detail, shown, history, openChanges, refundedAtCard } = changeCalls(api);

const begin = () => api.clock.set('2026-01-14T09:00:00Z');
const late = '2026-01-14T12:00:00Z';

const times = async ({ practice, booking }: Own, more: { staff_id?: number } = {}) => {
  const input = { booking_id: booking.id, year: 2026, month: 1, ...more };
  const { body } = await api.call('cp/booking_availability', input, practice.clientKey);
  const day = body.days.find(({ date }) => date === booking.booking_date);
  return Object.fromEntries((day?.times ?? []).map(({ time, free }) => [time, free]));
};

describe('moving in the portal', () => {
  it('keeps service, duration, person, deposit and price, and notifies everyone', async () => {
    begin();
    const own = await makeOwn(api);
    const { staff, staffKey } = own.practice;
    await db().query(
      'update bookings set staff_id = $2, duration_minutes = 50, price_pence = 4000 where id = $1',
      [own.booking.id, staff.id],
    );
    await makeUser(db(), { tenant: own.practice.tenant, name: 'Aaron Other' });
    const { status, body } = await move(own, '14:00', { reason: 'School run' });
    expect([status, body]).toEqual([200, { booking_id: own.booking.id, outcome: 'moved' }]);
    expect(await detail(own)).toMatchObject({
      booking_date: '2026-01-15',
      booking_time: '14:00',
      duration_minutes: 50,
      staff_id: staff.id,
      price: '40.00',
      paid: '30.00',
      status: 'confirmed',
      moves: 1,
    });
    expect(await history(own)).toMatchObject([
      {
        kind: 'move',
        state: 'done',
        by: 'client',
        reason: 'School run',
        from_date: '2026-01-15',
        from_time: '10:00',
        to_date: '2026-01-15',
        to_time: '14:00',
        to_staff_member: staff.name,
      },
    ]);
    const inbox = await api.call('notifications', {}, staffKey);
    expect(inbox.body.notifications).toMatchObject([{ kind: 'booking_moved', booking_time: '14:00' }]);
    expect((await detail(own)).comms_log.map(({ kind }) => kind)).toEqual([
      'booking_change',
      'booking_change',
    ]);
  });

  it('offers its own time as free, and times that hold the appointment alone', async () => {
    begin();
    const own = await makeOwn(api, { booking: { duration_minutes: 120 } });
    await makeBooking(db(), { tenant: own.practice.tenant, booking_time: '14:00', duration_minutes: 60 });
    expect(await times(own)).toMatchObject({
      '10:00': true,
      '11:00': true,
      '12:00': true,
      '13:00': false,
      '14:00': false,
      '15:00': true,
    });
    const without = await api.call(
      'cp/booking_availability',
      { year: 2026, month: 1, service_id: own.practice.checkUp.id },
      own.practice.clientKey,
    );
    const day = without.body.days.find(({ date }) => date === '2026-01-15');
    expect(day?.times.find(({ time }) => time === '11:00')?.free).toBe(false);
    expect((await move(own, '11:00')).status).toBe(200);
  });

  it('to a time that is taken leaves the appointment where it was', async () => {
    begin();
    const own = await makeOwn(api);
    await makeBooking(db(), { tenant: own.practice.tenant, booking_time: '14:00' });
    const before = await detail(own);
    expect(
      (await preview(own, { booking_date: '2026-01-15', booking_time: '14:00' })).new_time,
    ).toMatchObject({
      free: false,
    });
    const { status, error } = await move(own, '14:00');
    expect([status, error.code]).toEqual([409, 'slot_taken']);
    expect(await detail(own)).toEqual(before);
    expect(await history(own)).toEqual([]);
  });

  it.each([
    ['outside the opening hours', '18:00', '2026-01-15', 'slot_not_offered'],
    ['on a closed day', '10:00', '2026-01-17', 'slot_not_offered'],
    ['in the past', '09:00', '2026-01-13', 'slot_not_offered'],
    ['beyond two years', '10:00', '2028-01-17', 'slot_not_offered'],
    ['between the slots', '10:10', '2026-01-16', 'slot_not_offered'],
    ['at a time that the clocks skip', '01:30', '2026-03-29', 'nonexistent_time'],
    ['to the time it has', '10:00', '2026-01-15', 'invalid_input'],
  ])('is refused %s', async (_where, time, date, code) => {
    begin();
    const own = await makeOwn(api);
    expect((await move(own, time, { booking_date: date })).error.code).toBe(code);
    expect((await detail(own)).booking_time).toBe('10:00');
  });

  it('is refused while the animal is somewhere else', async () => {
    begin();
    const own = await makeOwn(api, { tenant: { parallel_places: 2 } });
    await makeBooking(db(), { animal: own.practice.animal, booking_time: '14:00' });
    expect((await move(own, '14:00')).error.code).toBe('animal_busy');
  });

  it('changes the person only if theirs is busy, or if one is chosen', async () => {
    begin();
    const own = await makeOwn(api, { tenant: { parallel_places: 3 } });
    const { tenant, checkUp, staff, admin } = own.practice;
    for (const one of [staff, admin]) await makeServiceStaff(db(), checkUp, one);
    await db().query('update bookings set staff_id = $2 where id = $1', [own.booking.id, staff.id]);
    await makeBooking(db(), { tenant, staff, booking_time: '14:00' });
    const at = { booking_date: '2026-01-15', booking_time: '14:00' };
    expect((await preview(own, at)).new_time).toMatchObject({ free: true, staff_member: admin.name });
    expect((await move(own, '14:00', { staff_id: staff.id })).error.code).toBe('slot_taken');
    expect((await move(own, '14:00')).status).toBe(200);
    expect((await detail(own)).staff_id).toBe(admin.id);
    expect((await move(own, '15:00', { staff_id: staff.id })).status).toBe(200);
    expect((await detail(own)).staff_id).toBe(staff.id);
  });

  it('is refused once the animal has another owner, and cancelling is not', async () => {
    begin();
    const own = await makeOwn(api);
    const heir = await makeClient(db(), { tenant: own.practice.tenant });
    await db().query('update animals set client_id = $2 where id = $1', [own.practice.animal.id, heir.id]);
    expect((await move(own, '14:00')).error.code).toBe('animal_transferred');
    expect((await cancel(own)).status).toBe(200);
  });

  it('takes the rooms that the service needs with it', async () => {
    begin();
    const own = await makeOwn(api, { tenant: { parallel_places: 3 } });
    const { tenant, checkUp, staffKey } = own.practice;
    const room = await makeResource(db(), { tenant });
    await makeServiceNeed(db(), checkUp, [room]);
    expect((await move(own, '14:00')).status).toBe(200);
    expect((await detail(own)).resources.map(({ id }) => id)).toEqual([room.id]);
    expect((await move(own, '15:00')).status).toBe(200);
    const other = await makeAnimal(db(), { tenant });
    const taken = {
      client_id: other.client_id,
      animal_id: other.id,
      service_id: checkUp.id,
      booking_date: '2026-01-15',
    };
    expect((await api.call('booking_create', { ...taken, booking_time: '15:00' }, staffKey)).status).toBe(
      409,
    );
    expect((await api.call('booking_create', { ...taken, booking_time: '14:00' }, staffKey)).status).toBe(
      200,
    );
  });

  it('replaces an archived room, and needs none for it', async () => {
    begin();
    const own = await makeOwn(api, { tenant: { parallel_places: 3 } });
    const { tenant, checkUp, staffKey } = own.practice;
    const rooms = [await makeResource(db(), { tenant }), await makeResource(db(), { tenant })];
    await makeServiceNeed(db(), checkUp, rooms);
    expect((await move(own, '15:00')).status).toBe(200);
    const other = await makeAnimal(db(), { tenant });
    const { body } = await api.call(
      'booking_create',
      {
        client_id: other.client_id,
        animal_id: other.id,
        service_id: checkUp.id,
        booking_date: '2026-01-15',
        booking_time: '14:00',
      },
      staffKey,
    );
    const roomsOf = async (booking_id: number) =>
      (await api.call('booking', { booking_id }, staffKey)).body.resources.map(({ id }) => id);
    const [archived, active] = rooms.map(({ id }) => id);
    expect(await roomsOf(own.booking.id)).toEqual([archived]);
    expect(await roomsOf(body.booking_id)).toEqual([archived]);
    await db().query('update resources set retired_at = now() where id = $1', [archived]);
    expect(await times(own)).toMatchObject({ '14:00': true });
    expect((await move(own, '14:00')).status).toBe(200);
    expect(await roomsOf(own.booking.id)).toEqual([active]);
  });

  it('by fifteen clients to one time succeeds for one of them', async () => {
    begin();
    const first = await makeOwn(api, { tenant: { parallel_places: 15 }, paidPence: null });
    const owns = [first];
    for (let n = 1; n < 15; n += 1) {
      owns.push(await makeOwn(api, { practice: first.practice, paidPence: null }));
    }
    await db().query('update tenants set parallel_places = 1 where id = $1', [first.practice.tenant.id]);
    const answers = await Promise.all(owns.map((own) => move(own, '14:00')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await db().query(
      "select count(*)::int as at from bookings where tenant_id = $1 and booking_time = '14:00'",
      [first.practice.tenant.id],
    );
    expect(rows).toEqual([{ at: 1 }]);
  });
});

describe('a moved appointment', () => {
  it('keeps the original free cancellation deadline if it was moved late, so moving does not avoid the fee', async () => {
    begin();
    const own = await makeOwn(api, { tenant: { move_notice_hours: 0 } });
    api.clock.set(late);
    const at = { booking_date: '2026-02-12', booking_time: '10:00' };
    expect((await preview(own, at)).new_time).toMatchObject({
      free_until: '2026-01-14T10:00:00.000Z',
      is_free: false,
    });
    expect((await move(own, '10:00', { booking_date: '2026-02-12' })).body.outcome).toBe('moved');
    expect(await preview(own)).toMatchObject({
      free_until: '2026-01-14T10:00:00.000Z',
      kept: '10.00',
      moves_left: 2,
    });
    expect((await cancel(own)).body).toMatchObject({ kept: '10.00', refund: '20.00' });
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(2000);
  });

  it('gets the free cancellation deadline of its new start if it was moved in time', async () => {
    begin();
    const own = await makeOwn(api);
    expect((await move(own, '10:00', { booking_date: '2026-02-12' })).status).toBe(200);
    api.clock.set(late);
    expect(await preview(own)).toMatchObject({ free_until: '2026-02-11T10:00:00.000Z', refund: '30.00' });
  });

  it('can be moved as often as its terms say, and cancelled afterwards', async () => {
    begin();
    const own = await makeOwn(api, { tenant: { move_limit: 2 } });
    for (const [time, left] of [
      ['12:00', 1],
      ['14:00', 0],
    ] as const) {
      expect((await move(own, time)).status).toBe(200);
      expect((await preview(own)).moves_left).toBe(left);
    }
    expect(await preview(own)).toMatchObject({
      may_move: 'no',
      move_refusal: 'no_moves_left',
      may_cancel: 'direct',
    });
    const { status, error } = await move(own, '15:00');
    expect([status, error.code]).toEqual([409, 'change_not_allowed']);
    expect(error.message).toBe('You can’t move this appointment online. Please contact the practice.');
    expect((await cancel(own)).status).toBe(200);
  });

  it('stays a request if it was one, and can be moved and cancelled free of charge', async () => {
    begin();
    const own = await makeOwn(api, {
      tenant: { self_change: 'request' },
      booking: { status: 'pending', is_provisional: true },
    });
    api.clock.set(late);
    expect((await move(own, '14:00')).body.outcome).toBe('moved');
    expect(await shown(own)).toMatchObject({ status: 'pending', booking_time: '14:00' });
    expect(await preview(own)).toMatchObject({ is_request: true, free_until: null });
  });
});

describe('a move within the notice', () => {
  it('is asked of the practice, and leaves the appointment where it is', async () => {
    begin();
    const own = await makeOwn(api);
    api.clock.set(late);
    expect(await preview(own)).toMatchObject({
      may_move: 'request',
      may_cancel: 'direct',
      latest_move: '2026-01-14T10:00:00.000Z',
    });
    expect((await move(own, '14:00', { reason: 'Late train' })).body.outcome).toBe('asked');
    expect((await shown(own)).booking_time).toBe('10:00');
    expect((await shown(own)).open_change).toBe('move');
    expect(await openChanges(own)).toMatchObject([
      { kind: 'move', booking_time: '10:00', to_time: '14:00', reason: 'Late train' },
    ]);
    expect((await preview(own)).open_change).toMatchObject({ kind: 'move', to_time: '14:00' });
    expect((await detail(own)).comms_log).toEqual([]);
  });
});
