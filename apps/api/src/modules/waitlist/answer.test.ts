import { describe, expect, it } from 'vitest';
import { makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeOwner } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  accept,
  bookingsAt,
  fillDay,
  freeUp,
  gapDay,
  makeOffered,
  makeTaken,
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

describe('an offer', () => {
  it('is accepted: the appointment is confirmed, client and desk are notified, and the want ends', async () => {
    const practice = await makeWaitlistPractice(api);
    const { first, offerId } = await makeOffered(api, practice);
    const { body } = await accept(api, offerId, first);
    expect(body).toMatchObject({ outcome: 'booked', checkout_url: null });
    const shown = await api.call('cp/booking', { booking_id: body.booking_id ?? 0 }, first.caller);
    expect(shown.body).toMatchObject({ booking_date: gapDay, booking_time: '10:00', status: 'confirmed' });
    await sweep(api);
    expect((await textsTo(api, first))[0]).toContain('Friday 16 January at 10:00');
    const { body: news } = await api.call('notifications', {}, practice.staffKey);
    expect(news.notifications[0]).toMatchObject({ kind: 'offer_taken', booking_id: body.booking_id });
    expect((await api.call('cp/wants', {}, first.caller)).body).toEqual([]);
    expect((await api.call('cp/offer', { offer_id: offerId }, first.caller)).body).toMatchObject({
      state: 'taken',
      booking_id: body.booking_id,
    });
    // Repeated, from another tab.
    expect((await accept(api, offerId, first)).body.booking_id).toBe(body.booking_id);
  });

  it('accepted twice at the same moment creates one appointment, and returns the same response twice', async () => {
    const practice = await makeWaitlistPractice(api);
    const { first, offerId } = await makeOffered(api, practice);
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(api, offerId, first)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.booking_id}`)).size).toBe(1);
    expect(await bookingsAt(api, practice)).toHaveLength(1);
  });

  it('accepted as it expires has exactly one outcome', async () => {
    const practice = await makeWaitlistPractice(api);
    for (let round = 0; round < 6; round++) {
      const { first, second, offerId } = await makeOffered(api, practice);
      wait(api, round % 2 === 0 ? 45 : 44.9999);
      const [{ status }] = await Promise.all([accept(api, offerId, first), sweep(api)]);
      const offer = (await offersOf(api, practice)).find(({ id }) => id === offerId);
      const taken = await bookingsAt(api, practice);
      expect(taken.map(({ client }) => client)).toEqual(status === 200 ? [first.clientId] : []);
      expect(offer?.state).toBe(status === 200 ? 'taken' : 'lapsed');
      expect((await openOfferOf(api, second)) === null).toBe(status === 200);
      await db().query(
        "update bookings set status = 'cancelled' where tenant_id = $1 and status <> 'cancelled'",
        [practice.tenant.id],
      );
      await db().query(
        "update offers set state = 'withdrawn', ended_at = now() where tenant_id = $1 and state = 'open'",
        [practice.tenant.id],
      );
      await db().query(
        "update wants set state = 'ended' where tenant_id = $1 and state in ('waiting', 'offered')",
        [practice.tenant.id],
      );
      await db().query('update freed_times set due_at = null where tenant_id = $1', [practice.tenant.id]);
      api.clock.set('2026-01-14T09:00:00Z');
    }
  });

  it('that has ended is refused with a message to its client, and is not found by another client', async () => {
    const practice = await makeWaitlistPractice(api);
    const { first, second, offerId } = await makeOffered(api, practice);
    expect((await accept(api, offerId, second)).status).toBe(404);
    expect((await api.call('cp/offer', { offer_id: offerId }, second.caller)).status).toBe(404);
    expect((await api.call('cp/offer_decline', { offer_id: offerId }, second.caller)).status).toBe(404);
    wait(api, 46);
    const late = await accept(api, offerId, first);
    expect([late.status, late.error.code]).toEqual([409, 'offer_gone']);
    expect((await api.call('cp/offer', { offer_id: offerId }, first.caller)).body).toMatchObject({
      state: 'lapsed',
      waiting: true,
    });
  });

  it('is withdrawn when the desk books its time after confirming a warning', async () => {
    const practice = await makeWaitlistPractice(api);
    const { first, offerId } = await makeOffered(api, practice);
    const other = await makeOwner(api, practice);
    const wanted = {
      client_id: other.clientId,
      animal_id: other.animalId,
      service_id: practice.checkUp.id,
      booking_date: gapDay,
      booking_time: '10:00',
      duration_minutes: 30,
    };
    const refused = await api.call('booking_create', wanted, practice.staffKey);
    expect(refused.error.code).toBe('practice_full');
    expect(refused.error.message).toMatch(/^That time is held for .+ until 09:4\d\.$/);
    const booked = await api.call('booking_create', { ...wanted, allow_overlap: '1' }, practice.staffKey);
    expect(booked.status).toBe(200);
    expect((await accept(api, offerId, first)).error.code).toBe('offer_gone');
    await sweep(api);
    expect((await offersOf(api, practice))[0]?.state).toBe('withdrawn');
    expect((await textsTo(api, first))[0]).toContain('has gone');
    expect(await bookingsAt(api, practice)).toHaveLength(1);
  });

  it('is withdrawn when its person is disabled, and the next client is offered the time with a colleague', async () => {
    const practice = await makeWaitlistPractice(api);
    const { checkUp, staff, admin, adminKey } = practice;
    await makeServiceStaff(db(), checkUp, staff);
    const { first, second, offerId } = await makeOffered(api, practice);
    await makeServiceStaff(db(), checkUp, admin);
    expect((await api.call('team/disable', { staff_id: staff.id }, adminKey)).status).toBe(200);
    expect((await accept(api, offerId, first)).error.code).toBe('offer_gone');
    expect(await bookingsAt(api, practice)).toEqual([]);
    await sweep(api);
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['withdrawn', 'open']);
    const next = await openOfferOf(api, second);
    expect((await accept(api, next?.offer_id ?? 0, second)).body.outcome).toBe('booked');
    expect(await bookingsAt(api, practice)).toMatchObject([{ client: second.clientId, status: 'confirmed' }]);
  });

  it('accepted while the desk books the same time has exactly one outcome', async () => {
    const practice = await makeWaitlistPractice(api);
    const { first, offerId } = await makeOffered(api, practice);
    const other = await makeOwner(api, practice);
    const desk = () =>
      api.call(
        'booking_create',
        {
          client_id: other.clientId,
          animal_id: other.animalId,
          service_id: practice.checkUp.id,
          booking_date: gapDay,
          booking_time: '10:00',
          duration_minutes: 30,
        },
        practice.staffKey,
      );
    const [accepted, ...booked] = await Promise.all([accept(api, offerId, first), desk(), desk(), desk()]);
    expect(accepted.status).toBe(200);
    expect(booked.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(await bookingsAt(api, practice)).toHaveLength(1);
  });

  it('withdrawn by the desk is not offered to the next client, and its client stays on the waitlist', async () => {
    const practice = await makeWaitlistPractice(api);
    const { first, second, offerId } = await makeOffered(api, practice);
    expect((await api.call('offer_withdraw', { offer_id: offerId }, practice.staffKey)).status).toBe(200);
    await sweep(api);
    expect(await openOfferOf(api, second)).toBeNull();
    expect((await api.call('cp/wants', {}, first.caller)).body).toMatchObject([{ state: 'waiting' }]);
    const again = await api.call('offer_withdraw', { offer_id: offerId }, practice.staffKey);
    expect(again.error.code).toBe('offer_gone');
  });
});

describe('a client who waits for an earlier time', () => {
  const dayAfter = (n: number) => `2026-01-${19 + n}`;

  it('keeps price and deposit when the appointment moves, for at most three moves in a row', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const chain = [];
    for (let n = 0; n < 5; n++) {
      const owner = await makeOwner(api, practice);
      const { rows } = await db().query('select * from animals a where a.id = $1', [owner.animalId]);
      const kept = await makeTaken(api, practice, {
        booking_date: dayAfter(n),
        price_pence: 1234 + n,
        animal_id: rows[0].id,
      });
      await api.call(
        'cp/want_create',
        {
          animal_id: owner.animalId,
          service_id: practice.checkUp.id,
          booking_id: kept.id,
          until_time: '10:00',
          from_time: '10:00',
        },
        owner.caller,
      );
      chain.push({ ...owner, kept });
      // Others fill the rest of the day.
      wait(api, 1);
    }
    for (let n = 0; n < 5; n++) {
      for (const time of ['09:00', '09:30', '10:30'])
        await makeTaken(api, practice, { booking_date: dayAfter(n), booking_time: time });
    }
    await freeUp(api, practice, timeOn(booked, '10:00'));
    const moved = [];
    for (;;) {
      const open = (await offersOf(api, practice)).find(({ state }) => state === 'open');
      const who = chain.find(({ clientId }) => clientId === open?.client);
      if (!open || !who) break;
      const { body } = await accept(api, open.id, who);
      expect(body).toMatchObject({ outcome: 'moved', booking_id: who.kept.id });
      moved.push(open.at);
      wait(api, 2);
      await sweep(api);
    }
    expect(moved).toEqual([`${gapDay} 10:00`, `${dayAfter(0)} 10:00`, `${dayAfter(1)} 10:00`]);
    const { rows } = await db().query(
      'select b.booking_date::text, b.price_pence, b.status from bookings b where b.id = $1',
      [chain[0]?.kept.id],
    );
    expect(rows).toEqual([{ booking_date: gapDay, price_pence: 1234, status: 'confirmed' }]);
    // A client who waits for a new appointment still gets the last time.
    const { rows: freed } = await db().query(
      'select f.moves from freed_times f where f.tenant_id = $1 order by f.id desc limit 1',
      [practice.tenant.id],
    );
    expect(freed).toEqual([{ moves: 3 }]);
  });
});
