import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../packages/dev/src/postgres-server.ts';
import { lostAndDoubled, putToWork, type ClientsAtWork } from '../clients-at-work.ts';
import { readStream, type ReadStream } from '../event-stream.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';

// The database goes down under a working server, and comes up again. Requests meanwhile get a timely error, nothing
// acknowledged is lost, nothing is done twice, and every part of the server recovers automatically.

const processes = useProcesses({ DATABASE_POOL: '4' });
/** The maximum time that a caller waits, with a margin for slow test machines. */
const patienceMs = 5000 + 1000;
const patiently = { timeout: 40_000, interval: 100 };

let server: ServerProcess;
let metricsPort: number;
let practice: Practice;
let clients: ClientsAtWork;
let stream: ReadStream;
beforeAll(async () => {
  metricsPort = await freePort();
  server = await processes.start({ METRICS_PORT: String(metricsPort) });
});
beforeEach(async () => {
  practice = await makePractice(processes.db);
  stream = await readStream(`${server.url}/api/notifications/stream`, practice.adminKey);
  clients = putToWork(server.url, practice, 8);
  await clients.succeeded(50);
});
afterEach(() => {
  stream.leave();
});
afterAll(() => server.stop());

const get = async (path: string): Promise<[number, number]> => {
  const began = performance.now();
  const { status } = await fetch(`${server.url}${path}`);
  return [status, performance.now() - began];
};

function expectCleanFailures(): void {
  for (const { status, error, retryAfter, began, ended } of clients.failures()) {
    expect({ status, code: error?.code, retryAfter }).toEqual({
      status: 503,
      code: 'unavailable',
      retryAfter: '5',
    });
    expect(ended - began).toBeLessThan(patienceMs);
  }
}

/** Requests, live updates, jobs, messages and metrics, none of which was restarted. */
async function expectEverythingToWork(): Promise<void> {
  await clients.succeeded(50);
  await clients.stop();
  expect((await get('/api/ready'))[0]).toBe(200);
  expect(await lostAndDoubled(processes.db, practice, clients)).toEqual({ lost: [], doubled: [] });
  await processes.db.query("delete from work_marks where name = 'clear_up'");
  await processes.enqueue('clear_up');
  const marks = () => processes.db.query("select 1 from work_marks where name = 'clear_up'");
  await expect.poll(async () => (await marks()).rowCount, patiently).toBe(1);
  const sent = processes.sandbox.inbox.messages().length;
  await tellThatReady();
  await expect.poll(() => processes.sandbox.inbox.messages().length, patiently).toBeGreaterThan(sent);
  await expect.poll(metrics, patiently).toMatch(/^burrow_figures_up 1$/m);
  expect(await metrics()).toMatch(/^burrow_live_updates_up 1$/m);
}

const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** Has a message sent. */
async function tellThatReady(): Promise<void> {
  const { animal, adminKey } = practice;
  const booking = await makeBooking(processes.db, { animal });
  const told = await fetch(`${server.url}/api/booking_ready_collect`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${adminKey.apiKey}` },
    body: new URLSearchParams({ booking_id: String(booking.id) }),
  });
  expect([told.status, await told.json()]).toMatchObject([200, {}]);
}

/**
 * Calls as the practice's admin. The request is on its way when this returns, and `over` once it was answered or cut
 * off.
 */
async function sendFor(url: string): Promise<{ over: Promise<unknown> }> {
  const asking = request(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${practice.adminKey.apiKey}` },
  });
  const over = once(asking, 'close');
  asking.on('response', (answer) => answer.resume());
  asking.end();
  await once(asking, 'finish');
  asking.on('error', () => undefined);
  return { over };
}

describe('a database that is restarted', { timeout: 240_000 }, () => {
  it.each(['in order', 'as a crash'] as const)('%s is interrupted for a moment only', async (how) => {
    await processes.restartPostgres(how);
    await expectEverythingToWork();
    // Notifications sent meanwhile are lost, so that every client refetches.
    expect(await stream.next()).toBeDefined();
    expectCleanFailures();
    expect(server.isRunning()).toBe(true);
  });
});

describe('a database that hangs', { timeout: 240_000 }, () => {
  it('is reported to every caller in time, and used again once it responds', async () => {
    const goOn = await processes.pausePostgres();
    const before = clients.failures().length;
    await expect.poll(() => clients.failures().length - before, patiently).toBeGreaterThan(8);
    const [ready, readyMs] = await get('/api/ready');
    expect(ready).toBe(503);
    expect(readyMs).toBeLessThan(patienceMs);
    expect((await get('/api/health'))[0]).toBe(200);
    goOn();
    await expectEverythingToWork();
    expectCleanFailures();
    expect(server.isRunning()).toBe(true);
  });

  it('does not delay the shutdown of a server for longer than 20 seconds', async () => {
    const other = await processes.start();
    const goOn = await processes.pausePostgres();
    const asked = await Promise.all(Array.from({ length: 4 }, () => sendFor(`${other.url}/api/tenant`)));
    const began = performance.now();
    expect(await other.stop()).toBe(0);
    const tookMs = performance.now() - began;
    goOn();
    await clients.stop();
    await Promise.all(asked.map(({ over }) => over));
    expect(tookMs).toBeLessThan(17_000);
  });
});
