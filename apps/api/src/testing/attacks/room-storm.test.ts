import { expect, it } from 'vitest';
import { addDays } from '@burrow/contracts/calendar-day';
import { weekdays } from '@burrow/contracts/weekdays';
import {
  makeResource,
  makeServiceNeed,
  makeWorkPattern,
  type Hours,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import { makeAccount } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { localMoment } from '../../lib/clock.ts';
import { ask, makeOwners, tally } from '../pet-owners.ts';
import { useProcesses } from '../processes.ts';

// A thousand pet owners request the only room at the same moment, each with one of twelve people, at two server
// processes: one gets it.

const processes = useProcesses();
const rush = 1000;
const nineToFive: Hours = [['09:00', '17:00']];

/** A practice whose check-up needs its only room, and twelve people who work every day. */
async function makeClinic(): Promise<{ practice: Practice; people: { id: number }[] }> {
  const { db } = processes;
  const everyDay = Object.fromEntries(weekdays.map((day) => [day, nineToFive]));
  const practice = await makePractice(db, { business_hours: everyDay as never });
  const { tenant, checkUp } = practice;
  await makeServiceNeed(db, checkUp, [await makeResource(db, { tenant })]);
  const accounts = await Promise.all(Array.from({ length: 12 }, () => makeAccount(db)));
  const people = await insertRows(
    db,
    'users',
    accounts.map(({ id }, n) => ({
      tenant_id: tenant.id,
      account_id: id,
      name: `Vet ${n}`,
      role: 'staff' as const,
    })),
  );
  const hours = [Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, nineToFive]))];
  for (const user of people) await makeWorkPattern(db, { user, hours });
  return { practice, people };
}

/** Requests that are refused in the end, for a practice of their own. */
async function warmUp(url: string): Promise<void> {
  const practice = await makePractice(processes.db);
  const owners = await makeOwners(processes.db, practice, 100);
  await Promise.all(owners.map((owner) => ask(url, practice, owner, { date: '2020-01-15' })));
}

it('gives a room to one of a thousand requests', { timeout: 180_000 }, async ({ annotate }) => {
  const { practice, people } = await makeClinic();
  const [one, two] = [await processes.start(), await processes.start()];
  const date = addDays(localMoment(new Date(), 'Europe/London').date, 7);
  // As servers that have run for a while: the first requests compile and connect.
  for (const { url } of [one, two]) await warmUp(url);
  const owners = await makeOwners(processes.db, practice, rush);
  const began = performance.now();
  const answers = await Promise.all(
    owners.map((owner, n) =>
      ask(n % 2 ? one.url : two.url, practice, owner, { staffId: people[n % 12]?.id, date }),
    ),
  );
  await annotate(`took ${((performance.now() - began) / 1000).toFixed(2)} s`);
  expect(tally(answers)).toEqual({ '200': 1, '409 slot_taken': rush - 1 });
  const { rows } = await processes.db.query(
    `select b.id from bookings b join booking_parts p on p.tenant_id = b.tenant_id and p.booking_id = b.id
     where b.tenant_id = $1 and p.resource_id is not null`,
    [practice.tenant.id],
  );
  expect(rows).toHaveLength(1);
});
