import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { inject, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../packages/dev/src/postgres-server.ts';
import { makeAccount } from '../../../packages/dev/src/factory-people.ts';
import { addressOf, startProcess, type NodeProcess } from './testing/node-process.ts';
import { createEmptyDatabase, createTestDatabase } from './testing/test-database.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function startServer(env: Record<string, string>): NodeProcess {
  const started = startProcess('main.ts', { env: { PORT: '0', WORKER: 'off', BCRYPT_COST: '4', ...env } });
  cleanups.push(async () => {
    started.child.kill('SIGKILL');
    await started.exited;
  });
  return started;
}

async function migratedDatabase() {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  return database;
}

async function emptyDatabase() {
  const database = await createEmptyDatabase();
  cleanups.push(() => database.drop());
  return database;
}

/** The same address on another port. */
function onPort(url: string, port: number): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}

/** Makes a port lead to the test's PostgreSQL from now on. */
async function openTheWay(port: number): Promise<void> {
  const { hostname, port: to } = new URL(inject('postgresUrl'));
  const way: Server = createServer((near) => {
    const far = connect(Number(to), hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(into);
      from.on('error', () => into.destroy());
    }
  });
  way.listen(port, '127.0.0.1');
  await once(way, 'listening');
  cleanups.push(() => way.close());
}

const first = {
  FIRST_SUPERADMIN_EMAIL: 'root@burrow.test',
  FIRST_SUPERADMIN_PASSWORD: 'tall-ship-9-harbour',
};

const signIn = async (url: string, password: string): Promise<[number, unknown]> => {
  const answer = await fetch(`${url}/api/auth`, {
    method: 'POST',
    body: new URLSearchParams({ email: first.FIRST_SUPERADMIN_EMAIL, password }),
  });
  return [answer.status, await answer.json()];
};

// Each starts processes of its own, one after another.
const patience = { timeout: 90_000 };
/** Lines of the log are written in batches. */
const logged = { timeout: 10_000 };

describe('a server that starts before its database', patience, () => {
  it('reports it, is alive without being ready, and serves once the database answers', async () => {
    const database = await migratedDatabase();
    const [databasePort, port] = [await freePort(), await freePort()];
    const server = startServer({ DATABASE_URL: onPort(database.appUrl, databasePort), PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('waiting for the database');
    expect(server.output()).toContain('ECONNREFUSED');
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    const ready = await fetch(`${url}/api/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { database: 'unreachable' } }]);
    const refused = await fetch(`${url}/api/auth`, { method: 'POST' });
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'unavailable' }]);

    const serving = addressOf(server);
    await openTheWay(databasePort);
    expect(await serving).toBe(url);
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('stops at once on a signal', async () => {
    const database = await migratedDatabase();
    const server = startServer({ DATABASE_URL: onPort(database.appUrl, await freePort()) });
    await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('waiting for the database');
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('fails when its waiting time is over', async () => {
    const database = await migratedDatabase();
    const server = startServer({
      DATABASE_URL: onPort(database.appUrl, await freePort()),
      START_PATIENCE_SECONDS: '1',
    });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(/The database hasn’t responded for \d+ seconds: connect ECONNREFUSED/);
  });

  it.each([
    [
      'a wrong password',
      (url: URL) => (url.password = 'wrong'),
      /^DATABASE_URL: PostgreSQL says: password authentication failed .+ BURROW_APP_PASSWORD/m,
    ],
    [
      'a missing database',
      (url: URL) => (url.pathname = '/burrow_nowhere'),
      /^DATABASE_URL: PostgreSQL says: database "burrow_nowhere" does not exist\. Create the database/m,
    ],
    [
      'a missing login',
      (url: URL) => (url.username = 'burrow_nobody'),
      /^DATABASE_URL: PostgreSQL says: .+burrow_nobody/m,
    ],
  ])('refuses at once with %s, and says what to do', async (_what, spoil, expected) => {
    const database = await migratedDatabase();
    const url = new URL(database.appUrl);
    spoil(url);
    const server = startServer({ DATABASE_URL: url.href });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(expected);
    expect(server.output()).not.toContain('waiting for the database');
  });
});

describe('the first superadmin', patience, () => {
  it('is created once when three servers start together on an empty database, which is migrated once', async () => {
    const { ownerUrl, appUrl, owner } = await emptyDatabase();
    const env = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, ...first };
    const servers = [1, 2, 3].map(() => startServer(env));
    const [url = ''] = await Promise.all(servers.map(addressOf));
    const told = (what: RegExp): number =>
      servers.flatMap((server) => server.output().match(what) ?? []).length;
    await expect.poll(() => told(/0001_foundation\.sql/g), logged).toBe(1);
    await expect.poll(() => told(/created the first superadmin/g), logged).toBe(1);
    await expect.poll(() => told(/"listening"/g), logged).toBe(3);
    expect([told(/0001_foundation\.sql/g), told(/created the first superadmin/g)]).toEqual([1, 1]);
    const { rows } = await owner.query('select email, name, is_superadmin from accounts');
    expect(rows).toEqual([{ email: 'root@burrow.test', name: 'Superadmin', is_superadmin: true }]);

    expect(await signIn(url, first.FIRST_SUPERADMIN_PASSWORD)).toMatchObject([
      200,
      { role: 'superadmin', must_change_password: true },
    ]);
  });

  it('is not created again, nor given another password, at a later start', async () => {
    const database = await migratedDatabase();
    const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, ...first };
    const before = startServer(env);
    await addressOf(before);
    const after = startServer({ ...env, FIRST_SUPERADMIN_PASSWORD: 'another-ship-8' });
    const url = await addressOf(after);
    expect(after.output()).not.toContain('created the first superadmin');
    expect((await signIn(url, 'another-ship-8'))[0]).toBe(401);
    expect((await signIn(url, first.FIRST_SUPERADMIN_PASSWORD))[0]).toBe(200);
  });

  it('is not created from an existing account, nor beside another superadmin', async () => {
    const database = await migratedDatabase();
    const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
    const accounts = async () =>
      (await database.owner.query('select email, password_hash, is_superadmin from accounts order by id'))
        .rows;
    await makeAccount(database.owner, { email: first.FIRST_SUPERADMIN_EMAIL });
    const asBefore = await accounts();
    const taken = startServer({ ...env, ...first });
    await addressOf(taken);
    await expect
      .poll(() => taken.output(), logged)
      .toContain('FIRST_SUPERADMIN_EMAIL already belongs to another account');
    expect(await accounts()).toEqual(asBefore);

    await makeAccount(database.owner, { email: 'other@burrow.test', is_superadmin: true });
    const withOne = await accounts();
    await addressOf(startServer({ ...env, ...first, FIRST_SUPERADMIN_EMAIL: 'new@burrow.test' }));
    expect(await accounts()).toEqual(withOne);
  });

  it('is refused a common password', async () => {
    const database = await migratedDatabase();
    const server = startServer({
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      ...first,
      FIRST_SUPERADMIN_PASSWORD: 'sunshine12',
    });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('FIRST_SUPERADMIN_PASSWORD: This password is too common.');
    expect(server.output()).not.toContain('sunshine12');
  });
});
