import { describe, expect, it } from 'vitest';
import { makeResource, makeServiceNeed } from '../../../../../packages/dev/src/factory-diary.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import {
  makeDepositPractice,
  makeOwner,
  moneyOf,
  paymentStatusOf,
  type Owner,
} from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  accept,
  bookingsAt,
  cancel,
  fillDay,
  freeUp,
  gapDay,
  makeTaken,
  makeWaiting,
  makeWaitlistPractice,
  offersOf,
  openOfferOf,
  sweep,
  textsTo,
  timeOn,
  wait,
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
    const { wants } = (await api.call('waitlist', {}, practice.staffKey)).body;
    expect(wants).toMatchObject([{ duration_minutes: 30, kept_minutes: 60 }]);
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

  it('leaves a room chosen for it that was archived since the offer was made', async () => {
    const { owner, offerId, rooms } = await changeRooms(false);
    await db().query('update resources set retired_at = now() where id = $1', [rooms[1]]);
    expect((await accept(api, offerId, owner)).body.outcome).toBe('moved');
    expect((await storedOf(owner.kept))?.rooms).toEqual(rooms.slice(0, 1));
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

type Kept = Owner & { kept: BookingRow; wantId: number };

/** A client who is offered 10:00 on {@link gapDay} instead of their appointment on 19 January, and another who waits behind them. */
async function makeOfferedEarlier(practice: Practice) {
  const booked = await fillDay(api, practice);
  const owner = await makeKept(practice);
  wait(api, 1);
  const next = await makeWaiting(api, practice);
  await freeUp(api, practice, timeOn(booked, '10:00'));
  const offerId = (await openOfferOf(api, owner))?.offer_id ?? 0;
  return { owner, next, offerId };
}

const offerTo = async (owner: Owner, offerId: number) =>
  (await api.call('cp/offer', { offer_id: offerId }, owner.caller)).body;

describe('an offer of an earlier time whose appointment is cancelled', () => {
  const cancelled = {
    'by the desk': (practice: Practice, { kept }: Kept) => cancel(api, practice, kept),
    'by its client': (_practice: Practice, { kept, caller }: Kept) =>
      api.call('cp/booking_cancel', { booking_id: kept.id, refund: '0.00' }, caller),
  };

  it.each(Object.entries(cancelled))('%s books a new one', async (_who, end) => {
    const practice = await makeWaitlistPractice(api, { self_change: 'direct' });
    const { owner, offerId } = await makeOfferedEarlier(practice);
    expect((await offerTo(owner, offerId)).replaces).toMatchObject({ booking_id: owner.kept.id });
    expect((await end(practice, owner)).status).toBe(200);
    wait(api, 1);
    await sweep(api);
    expect(await offerTo(owner, offerId)).toMatchObject({ state: 'open', replaces: null });
    const { body } = await accept(api, offerId, owner);
    expect(body.outcome).toBe('booked');
    expect(await bookingsAt(api, practice)).toEqual([
      { id: body.booking_id, client: owner.clientId, status: 'confirmed' },
    ]);
    expect(body.booking_id).not.toBe(owner.kept.id);
    const period = { period: 'today' as const };
    const { body: report } = await api.call('reports/gaps_filled', period, practice.adminKey);
    expect(report).toMatchObject({ filled: 1, moved: 0 });
  });

  it('needs the deposit of a new one', async () => {
    const practice = await makeDepositPractice(api, { waitlist_mode: 'automatic', slot_minutes: 30 });
    const { owner, offerId } = await makeOfferedEarlier(practice);
    expect((await offerTo(owner, offerId)).deposit_amount).toBe('0.00');
    await cancel(api, practice, owner.kept);
    expect(await offerTo(owner, offerId)).toMatchObject({ replaces: null, deposit_amount: '10.00' });
    const { body } = await accept(api, offerId, owner);
    expect(body).toMatchObject({ outcome: 'pay', deposit_amount: '10.00' });
    await sweep(api);
    api.sandbox.stripe.pay(body.checkout_id ?? '');
    expect(await paymentStatusOf(api, owner, body.checkout_id ?? '')).toMatchObject({ outcome: 'booked' });
    const [booking] = await bookingsAt(api, practice);
    expect(booking).toMatchObject({ client: owner.clientId, status: 'confirmed' });
    expect((await moneyOf(api, practice)).ledger).toEqual([
      { kind: 'deposit', amount: 1000, booking: booking?.id },
    ]);
  });

  it.each([
    ['any', '2026-01-14'],
    ['its own', '2026-01-19'],
  ])(
    'leaves its client, who wanted %s day, waiting for an earlier one when they decline it',
    async (_day, from) => {
      const practice = await makeWaitlistPractice(api);
      const { owner, offerId } = await makeOfferedEarlier(practice);
      await db().query('update wants set from_date = $2 where id = $1', [owner.wantId, from]);
      await cancel(api, practice, owner.kept);
      await api.call('cp/offer_decline', { offer_id: offerId }, owner.caller);
      wait(api, 1);
      await sweep(api);
      expect((await api.call('cp/wants', {}, owner.caller)).body).toMatchObject([
        { want_id: owner.wantId, state: 'waiting', booking_id: null, until_date: '2026-01-18' },
      ]);
    },
  );
});

describe('an offer of an earlier time whose appointment is over', () => {
  /** The client comes today instead. */
  const moveToNow = (practice: Practice, { kept }: Kept) =>
    api.call(
      'booking_update',
      { booking_id: kept.id, booking_date: '2026-01-14', booking_time: '09:00' },
      practice.staffKey,
    );
  const over = {
    'is completed': (practice: Practice, { kept }: Kept) =>
      api.call('booking_status_update', { booking_id: kept.id, status: 'completed' }, practice.staffKey),
    'has begun, with its client there': async (practice: Practice, owner: Kept) => {
      await moveToNow(practice, owner);
      return api.call(
        'booking_stage_set',
        { booking_id: owner.kept.id, stage: 'arrived' },
        practice.staffKey,
      );
    },
    'was not attended': async (practice: Practice, owner: Kept) => {
      await moveToNow(practice, owner);
      return api.call('booking_did_not_attend', { booking_id: owner.kept.id }, practice.staffKey);
    },
  };

  it.each(Object.entries(over))('is withdrawn when it %s', async (_what, end) => {
    const practice = await makeWaitlistPractice(api);
    const { owner, next, offerId } = await makeOfferedEarlier(practice);
    expect((await end(practice, owner)).status).toBe(200);
    const { error } = await accept(api, offerId, owner);
    expect([error.code, error.message]).toEqual([
      'offer_gone',
      'Your appointment has changed since we offered you this time, so it stays as it is. Please call us if you’d like another time.',
    ]);
    await sweep(api);
    expect(await offerTo(owner, offerId)).toMatchObject({ state: 'withdrawn', waiting: false });
    expect((await textsTo(api, owner)).join()).not.toContain('has gone');
    expect(await openOfferOf(api, next)).toMatchObject({ booking_date: gapDay, booking_time: '10:00' });
    const { body: audit } = await api.call('audit_log', { entity: 'offer' }, practice.adminKey);
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'offer_withdraw', entity_id: offerId, user_id: null }),
    );
  });
});

it('a client without an offer stops waiting for an earlier time when the appointment is cancelled', async () => {
  const practice = await makeWaitlistPractice(api);
  const owner = await makeKept(practice);
  await cancel(api, practice, owner.kept);
  wait(api, 1);
  await sweep(api);
  expect((await api.call('cp/wants', {}, owner.caller)).body).toEqual([]);
});
