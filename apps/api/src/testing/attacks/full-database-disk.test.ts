import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lostAndDoubled, putToWork, type ClientsAtWork } from '../clients-at-work.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';
import { canMount } from '../small-disk.ts';

// The disk of the database fills up during writes. Writes get an error, reads continue, nothing acknowledged is lost,
// and freeing space is enough to recover. Only root on Linux can mount such a disk.

const processes = useProcesses({ DATABASE_POOL: '4' }, { databaseDiskMb: 220 });
const patiently = { timeout: 40_000, interval: 100 };

describe.runIf(canMount())('a disk under the database that is full', { timeout: 240_000 }, () => {
  let server: ServerProcess;
  let practice: Practice;
  let clients: ClientsAtWork;
  beforeAll(async () => {
    server = await processes.start();
  });
  beforeEach(async () => {
    practice = await makePractice(processes.db);
    clients = putToWork(server.url, practice, 8);
    await clients.succeeded(50);
  });
  afterAll(() => server.stop());

  const writesThatFailed = () => clients.failures().filter(({ action }) => action === 'client_create');

  async function expectNothingLost(): Promise<void> {
    await clients.succeeded(50);
    await clients.stop();
    expect(await lostAndDoubled(processes.db, practice, clients)).toEqual({ lost: [], doubled: [] });
    for (const { status, error, retryAfter } of clients.failures()) {
      expect({ status, code: error?.code, retryAfter }).toEqual({
        status: 503,
        code: 'unavailable',
        retryAfter: '5',
      });
    }
    expect(server.isRunning()).toBe(true);
  }

  it('refuses writes, serves reads, and accepts writes again as soon as there is room', async () => {
    const makeRoom = processes.fillPostgresDisk();
    await expect.poll(() => writesThatFailed().length, patiently).toBeGreaterThan(20);
    expect(server.output()).toContain('"code":"53100"');
    const before = clients.outcomes.length;
    await clients.succeeded(50);
    const since = clients.outcomes.slice(before);
    expect(since.filter(({ action, status }) => action === 'tenant' && status !== 200)).toEqual([]);
    for (const path of ['health', 'ready'])
      expect((await fetch(`${server.url}/api/${path}`)).status).toBe(200);
    makeRoom();
    await expectNothingLost();
    expect(clients.failures().filter(({ action }) => action === 'tenant')).toEqual([]);
  });

  it('stops the database if its log has no room, and nothing acknowledged is lost once it starts with room', async () => {
    const makeRoom = processes.fillPostgresDisk();
    // Uses up the existing log segment, so that the next must be created.
    const stopped = await useUpLog().catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(Error);
    await expect.poll(() => writesThatFailed().length, patiently).toBeGreaterThan(20);
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    makeRoom();
    await processes.restartPostgres();
    await expectNothingLost();
  });

  /** Rejects when the database no longer accepts the row. */
  async function useUpLog(): Promise<void> {
    for (let segment = 0; segment < 40; segment += 1) {
      await processes.db.query("select pg_logical_emit_message(false, 'test', repeat('x', 4000000))");
    }
  }
});
