import { expect, it } from 'vitest';
import type { Owner } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  fillDay,
  freeUp,
  makeTaken,
  makeWaiting,
  makeWaitlistPractice,
  openOfferOf,
  sweep,
  timeOn,
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi();

it('counts the times that came free, the offers, and what they filled', async () => {
  const practice = await makeWaitlistPractice(api, { hide_revenue_from_staff: true });
  const booked = await fillDay(api, practice);
  const { animal, checkUp, clientKey } = practice;
  const kept = await makeTaken(api, practice, { booking_date: '2026-01-20' });
  await api.call(
    'cp/want_create',
    { animal_id: animal.id, service_id: checkUp.id, booking_id: kept.id },
    clientKey,
  );
  const mover = { caller: clientKey, clientId: practice.client.id, animalId: animal.id };
  wait(api, 1);
  const first = await makeWaiting(api, practice);
  wait(api, 1);
  const second = await makeWaiting(api, practice);
  await freeUp(api, practice, timeOn(booked, '10:00'));
  await freeUp(api, practice, timeOn(booked, '11:00'));
  await freeUp(api, practice, timeOn(booked, '12:00'));
  const answer = async (name: 'cp/offer_accept' | 'cp/offer_decline', who: Owner) =>
    api.call(name, { offer_id: (await openOfferOf(api, who))?.offer_id ?? 0 }, who.caller);
  expect((await answer('cp/offer_accept', mover)).status).toBe(200);
  expect((await answer('cp/offer_accept', first)).status).toBe(200);
  expect((await answer('cp/offer_decline', second)).status).toBe(200);
  await sweep(api);
  const report = async (key: { apiKey: string }) =>
    (await api.call('reports/gaps_filled', { period: 'month' }, key)).body;
  expect(await report(practice.adminKey)).toMatchObject({
    freed: 4,
    freed_minutes: 120,
    offered: 3,
    offers: 3,
    filled: 2,
    filled_minutes: 60,
    moved: 1,
    value: '45.00',
    period: 'month',
  });
  expect((await report(practice.staffKey)).value).toBeNull();
  const custom = { period: 'custom', start_date: '2026-01-01', end_date: '2026-01-13' } as const;
  const { body: before } = await api.call('reports/gaps_filled', custom, practice.adminKey);
  expect(before).toMatchObject({ freed: 0, offers: 0, filled: 0, value: '0.00' });
});
