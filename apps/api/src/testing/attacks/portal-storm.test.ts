import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readEnv } from '../../config/env.ts';
import { createDatabase, type Database } from '../../db/database.ts';
import { createDependencies } from '../../dependencies.ts';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { Columns, AnimalRow, ClientRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../harness.ts';

// A thousand pet owners request the same time at the same moment: as many get it as there are places, the others are
// refused.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const rush = 1000;

// A second server on the same database, without shared memory.
let database: Database;
let server: Server;
let secondUrl: string;
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl, BCRYPT_COST: '4' });
  database = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL, prepared: true, log });
  server = createServer(createApp(createDependencies({ env, database, clock: api.clock, log })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  secondUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

interface Owner {
  apiKey: string;
  animalId: number;
}

/** Clients of a practice, each with a pet and a session. */
async function makeOwners({ tenant }: Practice, count: number): Promise<Owner[]> {
  const everybody = Array.from({ length: count }, (_, n) => n);
  const clients = await insertRows(
    db(),
    'clients',
    everybody.map((n): Columns<ClientRow> => ({ tenant_id: tenant.id, name: `Owner ${n}` })),
  );
  const animals = await insertRows(
    db(),
    'animals',
    clients.map(({ id }, n): Columns<AnimalRow> => ({
      tenant_id: tenant.id,
      client_id: id,
      name: `Pet ${n}`,
    })),
  );
  return Promise.all(
    clients.map(async (client, n) => ({
      apiKey: (await makeSessionKey(db(), { client })).apiKey,
      animalId: animals[n]?.id ?? 0,
    })),
  );
}

async function ask(url: string, { checkUp }: Practice, { apiKey, animalId }: Owner): Promise<string> {
  const response = await fetch(`${url}/api/cp/booking_create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      animal_id: animalId,
      service_id: checkUp.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
    }),
  });
  const body = (await response.json()) as { code?: string };
  return [response.status, body.code].filter(Boolean).join(' ');
}

const tally = (answers: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, (answer) => answer)].map(([said, all]) => [said, all.length]));

const bookedIn = async ({ tenant }: Practice): Promise<number> =>
  (await db().query('select 1 from bookings where tenant_id = $1', [tenant.id])).rows.length;

describe('a thousand requests for one time', () => {
  it.each([
    ['one place', 1, 1],
    ['one place, over two servers', 1, 2],
    ['two places, over two servers', 2, 2],
  ])('%s', { timeout: 60_000 }, async (_what, places, servers) => {
    const practice = await makePractice(db(), { parallel_places: places });
    const owners = await makeOwners(practice, rush);
    const urls = [api.url, secondUrl].slice(0, servers);
    const answers = await Promise.all(
      owners.map((owner, n) => ask(urls[n % urls.length] ?? api.url, practice, owner)),
    );
    expect(tally(answers)).toEqual({ '200': places, '409 slot_taken': rush - places });
    expect(await bookedIn(practice)).toBe(places);
  });

  it(
    'of one owner for one pet makes one appointment, and the others find the pet busy',
    { timeout: 60_000 },
    async () => {
      const practice = await makePractice(db(), { parallel_places: 3 });
      const [owner] = await makeOwners(practice, 1);
      if (!owner) throw new Error('There is nobody to ask.');
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => ask(n % 2 ? api.url : secondUrl, practice, owner)),
      );
      expect(tally(answers)).toEqual({ '200': 1, '409 animal_busy': 29 });
      expect(await bookedIn(practice)).toBe(1);
    },
  );
});

describe('a request while the desk writes', () => {
  it('never blocks the desk, and is refused once the desk has booked the time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const practice = await makePractice(db());
      const { client, animal, checkUp, staff, staffKey } = practice;
      const [owner] = await makeOwners(practice, 1);
      if (!owner) throw new Error('There is nobody to ask.');
      const booked = {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        staff_id: staff.id,
        booking_date: '2026-01-15',
        booking_time: '10:00',
      };
      const [desk, asked] = await Promise.all([
        api.call('booking_create', booked, staffKey),
        ask(round % 2 ? api.url : secondUrl, practice, owner),
      ]);
      expect(desk.status).toBe(200);
      // In either order: the desk may book beside a pending request, and a booked time cannot be requested.
      expect(['200', '409 slot_taken']).toContain(asked);
      expect(await ask(api.url, practice, owner)).toBe(
        asked === '200' ? '409 animal_busy' : '409 slot_taken',
      );
    }
  });

  it('competes with an acceptance for the last place, and only one gets it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const practice = await makePractice(db());
      const [owner] = await makeOwners(practice, 1);
      if (!owner) throw new Error('There is nobody to ask.');
      const { id: booking_id } = await makeBooking(db(), {
        animal: practice.animal,
        is_provisional: true,
        source: 'portal',
      });
      const accept = { booking_id, is_provisional: '0', status: 'pending', staff_accepted: '1' } as const;
      const [accepted, asked] = await Promise.all([
        api.call('booking_update', accept, practice.staffKey),
        ask(api.url, practice, owner),
      ]);
      expect([accepted.status, asked]).toEqual([200, '409 slot_taken']);
    }
  });
});
