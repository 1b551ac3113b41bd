import { expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCareDue, makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  fillDay,
  freeUp,
  makeWaiting,
  makeWaitlistPractice,
  openOfferOf,
  sweep,
  timeOn,
} from '../../testing/waitlists.ts';
import { sendDueMessages } from '../message/sender.ts';
import { planRecalls } from '../recall/public.ts';

const ten = '2026-01-14T10:00:00Z';
const api = useTestApi({}, ten);
const db = () => api.testDatabase.owner;

/** The highest price of an appointment, in hundredths. */
const price_pence = 100_000_000;
/** So many of them exceed what 32 bits can count. */
const many = 22;

it('a balance and the revenue of recalls may exceed 32 bits', async () => {
  const practice = await makePractice(db(), {
    currency: 'KRW',
    recalls_on_since: '2026-01-01T00:00:00Z',
  });
  const { tenant, client, vaccination: service, adminKey } = practice;
  const type = await makeCareType(db(), { tenant, service_id: service.id });
  const animals = await Promise.all(Array.from({ length: many }, () => makeAnimal(db(), { client })));
  for (const animal of animals) await makeCareDue(db(), { animal, type, due_on: '2026-02-13' });
  await planRecalls(api.deps);
  while ((await sendDueMessages(api.deps)) > 0);
  const made = { service, price_pence, created_at: '2026-01-14T12:00:00Z' } as const;
  const bookings = await Promise.all(
    animals.map((animal) => makeBooking(db(), { animal, status: 'completed', ...made })),
  );
  await makeBooking(db(), {
    animal: practice.animal,
    status: 'confirmed',
    stage: 'arrived',
    arrived_at: ten,
  });

  const { body: account } = await api.call('client_account', { client_id: client.id }, adminKey);
  expect(account.balance).toBe('22000000.00');
  api.clock.set('2026-01-15T10:00:00Z');
  const { body: desk } = await api.call('bookings_here', {}, adminKey);
  expect(desk.here.map(({ balance_due }) => balance_due)).toEqual(['22000000.00']);

  for (const booking of bookings) await makePayment(db(), { booking });
  const { body: report } = await api.call('reports/recall', { period: 'month' }, adminKey);
  expect(report.metadata).toMatchObject({ completed: many, revenue: '22000000.00' });
});

it('the value of filled gaps may exceed 32 bits', async () => {
  const practice = await makeWaitlistPractice(api);
  const booked = await fillDay(api, practice);
  const waiting = await makeWaiting(api, practice);
  await freeUp(api, practice, timeOn(booked, '10:00'));
  const offer_id = (await openOfferOf(api, waiting))?.offer_id ?? 0;
  expect((await api.call('cp/offer_accept', { offer_id }, waiting.caller)).status).toBe(200);
  await sweep(api);
  const others = `want_id, client_id, animal_id, service_id, booking_date, booking_time, duration_minutes, starts_at,
    state, held_until, booking_id, ended_at, created_at, updated_at`;
  await db().query(
    `insert into offers (tenant_id, price_pence, ${others})
     select tenant_id, $2, ${others} from offers, generate_series(1, $3::integer) where tenant_id = $1 and state = 'taken'`,
    [practice.tenant.id, price_pence, many],
  );
  const { body } = await api.call('reports/gaps_filled', { period: 'month' }, practice.adminKey);
  expect(body).toMatchObject({ filled: many + 1, value: '22000045.00' });
});
