import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../packages/dev/src/postgres-server.ts';
import { startCaddy } from '../caddy.ts';
import { lostAndDoubled, putToWork, type ClientsAtWork } from '../clients-at-work.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';
import { startSmallProxy, type RunningProxy } from '../small-proxy.ts';

// Two servers behind a proxy that behaves as infra/Caddyfile configures. With CADDY_PATH=/usr/bin/caddy it is Caddy
// itself; it needs 127.0.0.2, which Linux has.

const caddy = process.env['CADDY_PATH'];
const processes = useProcesses({ WORKER: 'off' });

let servers: [ServerProcess, ServerProcess];
let places: [Record<string, string>, Record<string, string>];
let proxy: RunningProxy;
let practice: Practice;
let clients: ClientsAtWork;

beforeAll(async () => {
  const port = String(await freePort());
  places = caddy
    ? [
        { HOST: '127.0.0.1', PORT: port },
        { HOST: '127.0.0.2', PORT: port },
      ]
    : [{ PORT: port }, { PORT: String(await freePort()) }];
  servers = [await processes.start(places[0]), await processes.start(places[1])];
  const urls = servers.map(({ url }) => url);
  proxy = caddy ? await startCaddy(caddy, urls) : await startSmallProxy(urls);
});
beforeEach(async () => {
  practice = await makePractice(processes.db);
  clients = putToWork(proxy.url, practice, 8);
});
afterEach(() => clients.stop());
afterAll(() => proxy.stop());

/** Stops a server and starts another in its place, as in an upgrade. */
async function replace(place: 0 | 1): Promise<void> {
  expect(await servers[place].stop()).toBe(0);
  servers[place] = await processes.start(places[place]);
}

describe('two servers behind the proxy', { timeout: 240_000 }, () => {
  it('lose only the requests under way when one is killed, and nothing while both are replaced', async () => {
    await clients.succeeded(100);
    const killedAt = performance.now();
    await servers[0].kill();
    const goneAt = performance.now();
    await clients.succeeded(100);
    servers[0] = await processes.start(places[0]);
    for (const place of [1, 0] as const) {
      await replace(place);
      await clients.succeeded(50);
    }
    await clients.stop();
    const unexplained = clients.failures().filter(({ began, ended }) => began > goneAt || ended < killedAt);
    expect(unexplained).toEqual([]);
    expect(await lostAndDoubled(processes.db, practice, clients)).toEqual({ lost: [], doubled: [] });
  });

  it('delay requests instead of failing them while no server runs', async () => {
    await servers[0].stop();
    await replace(1);
    await clients.succeeded(20);
    await clients.stop();
    expect(clients.failures()).toEqual([]);
  });
});
