import { describe, expect, it } from 'vitest';
import { makeOwner } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
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
  timeOn,
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('nothing is offered', () => {
  it('in quiet hours: the time stays bookable by everyone, also afterwards', async () => {
    api.clock.set('2026-01-14T22:00:00Z');
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    await makeWaiting(api, practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    api.clock.set('2026-01-15T09:00:00Z');
    await sweep(api);
    expect(await offersOf(api, practice)).toEqual([]);
    const other = await makeOwner(api, practice);
    const asked = await api.call(
      'cp/booking_create',
      {
        animal_id: other.animalId,
        service_id: practice.checkUp.id,
        booking_date: gapDay,
        booking_time: '10:00',
      },
      other.caller,
    );
    expect(asked.status).toBe(200);
  });

  it('that starts within two hours', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice, '2026-01-14');
    const waiting = await makeWaiting(api, practice, { from_date: '2026-01-14', until_date: '2026-01-14' });
    await freeUp(api, practice, timeOn(booked, '11:00'));
    expect(await offersOf(api, practice)).toEqual([]);
    await freeUp(api, practice, timeOn(booked, '11:30'));
    // Within a day, it is held for 15 minutes.
    const offer = await openOfferOf(api, waiting);
    expect(offer).toMatchObject({ booking_time: '11:30' });
    expect(Date.parse(offer?.held_until ?? '') - api.clock.now().getTime()).toBe(15 * 60_000);
  });

  it('expires holds after an hour of downtime, and leaves the times bookable by everyone', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const first = await makeWaiting(api, practice);
    wait(api, 1);
    await makeWaiting(api, practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await openOfferOf(api, first)).not.toBeNull();
    await cancel(api, practice, timeOn(booked, '12:00'));
    wait(api, 61);
    await sweep(api);
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['lapsed']);
    const { rows } = await db().query('select from holds h where h.tenant_id = $1', [practice.tenant.id]);
    expect(rows).toHaveLength(0);
  });

  it('a third time a day to one client, or the same time again', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const only = await makeWaiting(api, practice);
    for (const time of ['10:00', '11:00', '12:00']) {
      await freeUp(api, practice, timeOn(booked, time));
      const offer = await openOfferOf(api, only);
      if (offer) await api.call('cp/offer_decline', { offer_id: offer.offer_id }, only.caller);
      await sweep(api);
    }
    expect((await offersOf(api, practice)).map(({ at }) => at.slice(11))).toEqual(['10:00', '11:00']);
  });

  it('to a client who gets no messages; a hold ends if its message fails', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const silent = await makeWaiting(api, practice);
    await db().query('update clients set likes_sms = false, likes_email = false where id = $1', [
      silent.clientId,
    ]);
    wait(api, 1);
    const failing = await makeWaiting(api, practice);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect((await offersOf(api, practice)).map(({ want }) => want)).toEqual([failing.wantId]);
    await db().query("update comms set status = 'failed' where tenant_id = $1 and offer_id is not null", [
      practice.tenant.id,
    ]);
    await sweep(api);
    expect((await offersOf(api, practice)).map(({ state }) => state)).toEqual(['withdrawn']);
  });

  it('for an appointment that was cancelled or has started: the entry ends', async () => {
    const practice = await makeWaitlistPractice(api);
    const booked = await fillDay(api, practice);
    const { animal, client, clientKey } = practice;
    const kept = await makeTaken(api, practice, { booking_date: '2026-01-20' });
    const want = await api.call(
      'cp/want_create',
      { animal_id: animal.id, service_id: practice.checkUp.id, booking_id: kept.id },
      clientKey,
    );
    expect(want.status).toBe(200);
    await cancel(api, practice, kept);
    await freeUp(api, practice, timeOn(booked, '10:00'));
    expect(await offersOf(api, practice)).toEqual([]);
    expect((await api.call('cp/wants', {}, clientKey)).body).toEqual([]);
    expect(client.id).toBeGreaterThan(0);
  });
});
