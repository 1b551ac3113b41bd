import { expect, it } from 'vitest';
import { useTestApi } from '../../testing/harness.ts';
import {
  fillDay,
  freeUp,
  gapDay,
  makeWaiting,
  makeWaitlistPractice,
  offersOf,
  openOfferOf,
  sweep,
  timeOn,
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi();

it('records what the server does with offers: made, lapsed and withdrawn', async () => {
  const practice = await makeWaitlistPractice(api);
  const booked = await fillDay(api, practice);
  const waiting = [];
  for (let count = 0; count < 4; count += 1) {
    waiting.push(await makeWaiting(api, practice));
    wait(api, 1);
  }
  await freeUp(api, practice, timeOn(booked, '10:00'));
  const offer = await openOfferOf(api, waiting[0]!);
  await api.call('cp/offer_decline', { offer_id: offer?.offer_id ?? 0 }, waiting[0]!.caller);
  await sweep(api);
  wait(api, 45);
  await sweep(api);
  await api.call('client_archive', { client_id: waiting[2]!.clientId }, practice.staffKey);
  await sweep(api);
  // The desk books over the time of the last one.
  await api.call(
    'booking_create',
    {
      client_id: practice.client.id,
      animal_id: practice.animal.id,
      service_id: practice.checkUp.id,
      booking_date: gapDay,
      booking_time: '10:00',
      allow_overlap: '1',
    },
    practice.staffKey,
  );
  await sweep(api);
  const { body } = await api.call('audit_log', { entity: 'offer' }, practice.adminKey);
  const offers = (await offersOf(api, practice)).map(({ id }) => id);
  expect(
    body
      .map(({ action, entity_id, user_id, client_id }) => [
        action,
        offers.indexOf(entity_id ?? 0),
        user_id ?? client_id,
      ])
      .toReversed(),
  ).toEqual([
    ['offer_make', 0, null],
    ['cp/offer_decline', 0, waiting[0]!.clientId],
    ['offer_make', 1, null],
    ['offer_lapse', 1, null],
    ['offer_make', 2, null],
    ['offer_withdraw', 2, null],
    ['offer_make', 3, null],
    ['offer_withdraw', 3, null],
  ]);
});
