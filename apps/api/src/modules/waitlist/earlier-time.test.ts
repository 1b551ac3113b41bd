import { describe, expect, it } from 'vitest';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { makeOwner } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  accept,
  cancel,
  fillDay,
  freeUp,
  gapDay,
  makeTaken,
  makeWaitlistPractice,
  offersOf,
  openOfferOf,
  sweep,
  timeOn,
} from '../../testing/waitlists.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** A client with an appointment on 19 January who waits for an earlier time. */
async function makeKept(practice: Practice, columns: Columns<BookingRow> = {}) {
  const owner = await makeOwner(api, practice);
  const kept = await makeTaken(api, practice, {
    booking_date: '2026-01-19',
    animal_id: owner.animalId,
    ...columns,
  });
  const { body } = await api.call(
    'cp/want_create',
    { animal_id: owner.animalId, service_id: practice.checkUp.id, booking_id: kept.id },
    owner.caller,
  );
  return { ...owner, kept, wantId: body.want_id };
}

const storedOf = async ({ id }: Pick<BookingRow, 'id'>) => {
  const { rows } = await db().query(
    `select b.booking_date::text as date, to_char(b.booking_time, 'HH24:MI') as time, b.duration_minutes as minutes,
       b.service_id::int as service, b.terms ->> 'free_until' as free_until,
       array(select p.resource_id::int from booking_parts p where p.booking_id = b.id and p.resource_id is not null) as rooms
     from bookings b where b.id = $1`,
    [id],
  );
  return rows[0];
};

describe('an appointment that moves to an earlier time', () => {
  it('keeps its length and the room chosen for it', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const room = await makeResource(db(), { tenant: practice.tenant });
    const owner = await makeKept(practice, { duration_minutes: 60 });
    await api.call(
      'booking_update',
      { booking_id: owner.kept.id, resource_ids: [room.id] },
      practice.staffKey,
    );
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await offersOf(api, practice)).toEqual([]);
    await freeUp(api, practice, timeOn(booked, '10:30'));
    const offer = await openOfferOf(api, owner);
    expect(offer).toMatchObject({ booking_date: gapDay, booking_time: '10:00' });
    expect((await accept(api, offer?.offer_id ?? 0, owner)).body.outcome).toBe('moved');
    expect(await storedOf(owner.kept)).toMatchObject({
      date: gapDay,
      time: '10:00',
      minutes: 60,
      service: practice.checkUp.id,
      rooms: [room.id],
    });
  });

  it('keeps them too when the desk offers the time', async () => {
    const practice = await makeWaitlistPractice(api, { waitlist_mode: 'staff' });
    const booked = await fillDay(api, practice);
    const room = await makeResource(db(), { tenant: practice.tenant });
    const owner = await makeKept(practice, { duration_minutes: 60 });
    await api.call(
      'booking_update',
      { booking_id: owner.kept.id, resource_ids: [room.id] },
      practice.staffKey,
    );
    await cancel(api, practice, timeOn(booked, '10:00'));
    const time = { want_id: owner.wantId, booking_date: gapDay, booking_time: '10:00' };
    expect((await api.call('offer_make', time, practice.staffKey)).status).toBe(409);
    await cancel(api, practice, timeOn(booked, '10:30'));
    const { body } = await api.call('offer_make', time, practice.staffKey);
    expect((await accept(api, body.offer_id, owner)).body.outcome).toBe('moved');
    expect(await storedOf(owner.kept)).toMatchObject({ date: gapDay, minutes: 60, rooms: [room.id] });
  });

  /** An offer of another time for an appointment whose rooms staff then change. */
  const changeRooms = async (taken: boolean) => {
    const practice = await makeWaitlistPractice(api, { parallel_places: 3 });
    const { tenant, checkUp, staffKey } = practice;
    const [theatre, formerly, added] = [
      await makeResource(db(), { tenant, name: 'Theatre' }),
      await makeResource(db(), { tenant, name: 'Kennel' }),
      await makeResource(db(), { tenant, name: 'X-ray' }),
    ];
    await makeServiceNeed(db(), checkUp, [theatre]);
    const owner = await makeKept(practice);
    const setRooms = (ids: number[]) =>
      api.call('booking_update', { booking_id: owner.kept.id, resource_ids: ids }, staffKey);
    expect((await setRooms([theatre.id, formerly.id])).status).toBe(200);
    const time = { want_id: owner.wantId, booking_date: gapDay, booking_time: '10:00' };
    const { body } = await api.call('offer_make', time, staffKey);
    expect((await setRooms([theatre.id, added.id])).status).toBe(200);
    if (taken) {
      const other = await makeTaken(api, practice, { service_id: practice.vaccination.id });
      const room = { booking_id: other.id, resource_ids: [added.id] };
      expect((await api.call('booking_update', room, staffKey)).status).toBe(200);
    }
    return { practice, owner, offerId: body.offer_id, rooms: [theatre.id, added.id] };
  };

  it('takes along the rooms that it has when the offer is accepted', async () => {
    const { owner, offerId, rooms } = await changeRooms(false);
    expect((await accept(api, offerId, owner)).body.outcome).toBe('moved');
    const stored = await storedOf(owner.kept);
    expect([stored.date, stored.time, stored.rooms.toSorted()]).toEqual([gapDay, '10:00', rooms]);
  });

  it('stays where it is when a room added since is not free at the new time, and says why', async () => {
    const { practice, owner, offerId, rooms } = await changeRooms(true);
    const { error } = await accept(api, offerId, owner);
    expect([error.code, error.message]).toEqual([
      'offer_gone',
      expect.stringContaining('needs a room that isn’t free at this time'),
    ]);
    expect(await storedOf(owner.kept)).toMatchObject({ date: '2026-01-19', rooms });
    await sweep(api);
    expect((await offersOf(api, practice))[0]?.state).toBe('withdrawn');
  });

  it.each(['length', 'service'] as const)('stays where it is when its %s has changed since', async (what) => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const owner = await makeKept(practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const offer = await openOfferOf(api, owner);
    const change =
      what === 'length'
        ? { duration_minutes: 45 }
        : { service_id: practice.vaccination.id, duration_minutes: 30 };
    const form = { booking_id: owner.kept.id, ...change };
    expect((await api.call('booking_update', form, practice.staffKey)).status).toBe(200);
    const before = await storedOf(owner.kept);
    expect((await accept(api, offer?.offer_id ?? 0, owner)).error.code).toBe('offer_gone');
    expect(await storedOf(owner.kept)).toEqual(before);
    await sweep(api);
    expect((await offersOf(api, practice))[0]?.state).toBe('withdrawn');
  });

  it('late does not avoid the fee: the free cancellation period stays as it was', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const terms = {
      free_hours: 240,
      keep: 'percent' as const,
      keep_value: 5000,
      no_show_keep: 'percent' as const,
      no_show_keep_value: 10_000,
      move_limit: 3,
      move_notice_hours: 24,
      price_pence: 4500,
    };
    const owner = await makeKept(practice, { terms });
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const offer = await openOfferOf(api, owner);
    expect((await accept(api, offer?.offer_id ?? 0, owner)).body.outcome).toBe('moved');
    expect(await storedOf(owner.kept)).toMatchObject({
      date: gapDay,
      free_until: '2026-01-09T10:00:00.000Z',
    });
  });
});
