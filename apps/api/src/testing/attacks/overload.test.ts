import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readEnv } from '../../config/env.ts';
import { createDatabase, type Database } from '../../db/database.ts';
import { createDependencies } from '../../dependencies.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// While others hold the resources, every request gets an answer within five seconds, and the server recovers
// automatically.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const patienceMs = 5000;

let practice: Practice;
beforeAll(async () => {
  practice = await makePractice(db());
});

const elapsed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  return [await work, performance.now() - began];
};

describe('a database that accepts connections and never answers', () => {
  const open = new Set<Socket>();
  let swallows = false;
  let proxy: Server;
  let database: Database;
  let server: ReturnType<typeof createHttpServer>;
  let url: string;

  beforeAll(async () => {
    const real = new URL(api.testDatabase.appUrl);
    const [port, host] = [Number(real.port), real.hostname];
    proxy = createServer((near) => {
      const far = connect(port, host);
      for (const socket of [near, far]) {
        open.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => open.delete(socket));
      }
      near.on('data', (chunk) => swallows || far.write(chunk));
      far.on('data', (chunk) => swallows || near.write(chunk));
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    real.port = String((proxy.address() as AddressInfo).port);
    const log = pino({ level: 'silent' });
    const env = readEnv({ DATABASE_URL: real.href, DATABASE_POOL: '3', BCRYPT_COST: '4' });
    database = createDatabase({ url: real.href, poolSize: 3, prepared: true, log });
    server = createHttpServer(createApp(createDependencies({ env, database, clock: api.clock, log })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    swallows = false;
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.close();
    await new Promise((resolve) => proxy.close(resolve));
  });

  const ask = async (): Promise<number> => {
    const headers = { Authorization: `Bearer ${practice.adminKey.apiKey}` };
    const response = await fetch(`${url}/api/tenant`, { method: 'POST', headers });
    await response.arrayBuffer();
    return response.status;
  };

  it('is reported to each caller in time, also to those waiting for a connection, and is over once it answers', async () => {
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
    swallows = true;
    const answers = await Promise.all(Array.from({ length: 12 }, () => elapsed(ask())));
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([503]));
    expect(Math.max(...answers.map(([, ms]) => ms))).toBeLessThan(patienceMs);
    const [ready, readyMs] = await elapsed(fetch(`${url}/api/ready`));
    expect(ready.status).toBe(503);
    expect(readyMs).toBeLessThan(patienceMs);
    swallows = false;
    for (const socket of open) socket.destroy();
    await expect.poll(ask).toBe(200);
  });
});

describe('fifty requests that wait for one record', () => {
  it('are refused in time, as are all others, and leave nothing behind', async () => {
    api.expectLoggedErrors();
    const booking = await makeBooking(db(), { animal: practice.animal });
    const locker = await db().connect();
    await locker.query('begin');
    await locker.query('select 1 from bookings where id = $1 for update', [booking.id]);
    const input = { booking_id: booking.id, notes: 'Held up' };
    const waiting = Array.from({ length: 50 }, () =>
      elapsed(api.call('booking/update_notes', input, practice.staffKey)),
    );
    const others = Array.from({ length: 5 }, () => elapsed(api.call('tenant', {}, practice.adminKey)));
    const answers = await Promise.all([...waiting, ...others]);
    expect(new Set(answers.slice(0, 50).map(([{ status }]) => status))).toEqual(new Set([503]));
    expect(Math.max(...answers.map(([, ms]) => ms))).toBeLessThan(patienceMs);
    await locker.query('rollback');
    locker.release();
    expect((await api.call('booking/update_notes', input, practice.staffKey)).status).toBe(200);
    const { rows } = await db().query(
      "select 1 from pg_stat_activity where datname = current_database() and usename = 'burrow_app' and state like 'idle in%'",
    );
    expect(rows).toEqual([]);
  });
});
