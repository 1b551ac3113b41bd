import { afterAll, beforeEach, expect, it } from 'vitest';
import type { ActionName, InputOf } from '@burrow/contracts/actions';
import { timeOf } from '@burrow/contracts/calendar-day';
import {
  makeResource,
  makeServiceNeed,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { startOtlpReceiver } from '../../testing/otlp-receiver.ts';

const receiver = await startOtlpReceiver();
const api = useTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
const db = () => api.testDatabase.owner;
const date = '2026-01-15';

afterAll(() => receiver.stop());
beforeEach(async () => {
  await api.deps.tracing?.flush();
  receiver.reset();
});

/** Twelve people with working hours, three rooms, and 300 appointments on one day. */
async function makeBusyPractice(): Promise<Practice> {
  const practice = await makePractice(db());
  const { tenant, animal, checkUp } = practice;
  const people = [practice.admin, practice.staff];
  while (people.length < 12) people.push(await makeUser(db(), { tenant }));
  for (const user of people) await makeWorkPattern(db(), { user, hours: [{ 4: [['09:00', '17:00']] }] });
  const rooms = [];
  while (rooms.length < 3) rooms.push(await makeResource(db(), { tenant }));
  await makeServiceNeed(db(), checkUp, rooms);
  const bookings = Array.from({ length: 300 }, (_, n) => ({
    tenant_id: tenant.id,
    client_id: animal.client_id,
    animal_id: animal.id,
    service_id: checkUp.id,
    staff_id: people[n % people.length]?.id ?? null,
    booking_date: date,
    booking_time: timeOf(540 + Math.floor(n / people.length) * 15),
    starts_at: `${date}T09:00:00Z`,
    duration_minutes: 15,
  }));
  await insertRows(db(), 'bookings', bookings);
  return practice;
}

/** The statements that a call runs in its transaction, without those of every request. */
async function statementsOf<Name extends ActionName>(name: Name, input: InputOf<Name>, caller: Caller) {
  const { status, body } = await api.call(name, input, caller);
  expect(status).toBe(200);
  await api.deps.tracing?.flush();
  const transaction = receiver.spans.find((span) => span.name === 'transaction');
  const statements = receiver.spans.filter(({ parent }) => parent === transaction?.spanId);
  return {
    body,
    names: statements
      .map((span) => span.name)
      .filter((span) => !/^(open_session|rate_limits:.*|commit)$/.test(span)),
  };
}

it('reads a day of 12 people and 300 appointments in one statement', async () => {
  const practice = await makeBusyPractice();
  const { body, names } = await statementsOf('diary', { date }, practice.staffKey);
  expect(names).toEqual(['diary_days']);
  expect([body.people.length, body.appointments.length, body.resources.length]).toEqual([12, 300, 3]);
});

it('reads a month of availability of 12 people in one statement', async () => {
  const practice = await makeBusyPractice();
  const input = { service_id: practice.checkUp.id };
  const { body, names } = await statementsOf('cp/booking_availability', input, practice.clientKey);
  expect(names).toEqual(['practice_days']);
  expect(body.days.filter(({ state }) => state === 'open').length).toBeGreaterThan(0);
});
