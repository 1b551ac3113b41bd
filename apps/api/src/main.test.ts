import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../packages/dev/src/postgres-server.ts';
import { readStream } from './testing/event-stream.ts';
import { makePractice, type Practice } from '../../../packages/dev/src/factories.ts';
import { addressOf, startProcess, type NodeProcess } from './testing/node-process.ts';
import { startOtlpReceiver } from './testing/otlp-receiver.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let practice: Practice;

beforeAll(async () => {
  database = await createTestDatabase();
  practice = await makePractice(database.owner);
});
afterAll(() => database.drop());

// Background jobs would wait for tables that a test locks.
const startServer = (env: Record<string, string>): NodeProcess =>
  startProcess('main.ts', { env: { PORT: '0', DATABASE_URL: database.appUrl, WORKER: 'off', ...env } });

const ask = (url: string): Promise<Response> =>
  fetch(`${url}/api/tenant`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${practice.adminKey.apiKey}` },
  });

/** The sessions that wait for a table of this database. */
const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
  where not l.granted and d.datname = current_database()`;

// Each starts processes of its own, one after another.
describe('the server process', { timeout: 90_000 }, () => {
  it('with tracing sends the last traces when it ends, and waits for no collector', async () => {
    const receiver = await startOtlpReceiver();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
    for (const mood of ['well', 'silent'] as const) {
      receiver.mood = mood;
      const server = startServer(env);
      expect((await ask(await addressOf(server))).status).toBe(200);
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      expect(server.output()).toContain('stopped');
      expect(server.output()).toMatch(/"trace_id":"[\da-f]{32}".*"path":"\/api\/tenant"/);
    }
    expect(receiver.spans.map(({ name }) => name)).toContain('tenant');
    await receiver.stop();
  });

  it('becomes ready, and answers every request in progress when it is stopped', async () => {
    const server = startServer({});
    const url = await addressOf(server);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    const ready = await fetch(`${url}/api/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }]);

    // The lock makes the request wait inside the server while it is stopped.
    const locker = await database.owner.connect();
    await locker.query('begin');
    await locker.query('lock table tenants in access exclusive mode');
    const underWay = ask(url);
    await expect
      .poll(async () => {
        const { rows } = await locker.query(waiting);
        return rows.length;
      })
      .toBe(1);
    server.child.kill('SIGTERM');
    await expect.poll(() => server.output()).toContain('draining');
    await locker.query('rollback');
    locker.release();
    expect((await underWay).status).toBe(200);
    expect(await server.exited).toBe(0);
    expect(server.output()).toContain('stopped');
  });

  it('answers a request on a connection that was opened before the stop', async () => {
    const server = startServer({});
    const { hostname, port } = new URL(await addressOf(server));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    server.child.kill('SIGTERM');
    await expect.poll(() => server.output(), { timeout: 10_000 }).toContain('draining');
    socket.end('GET /api/health HTTP/1.1\r\nHost: burrow\r\n\r\n');
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^Connection: close\r$/m);
    expect(await server.exited).toBe(0);
  });

  it('stays ready when the next release has migrated, which a start does not accept', async () => {
    const server = startServer({});
    const url = await addressOf(server);
    await database.owner.query("insert into migrations (name) values ('9999_from_the_future.sql')");
    try {
      expect((await fetch(`${url}/api/ready`)).status).toBe(200);
      const another = startServer({});
      expect(await another.exited).toBe(1);
      expect(another.output()).toContain('The database is newer than this release');
    } finally {
      await database.owner.query("delete from migrations where name = '9999_from_the_future.sql'");
    }
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('opens its port when it serves, so that no request arrives before', async () => {
    const port = await freePort();
    const answers: string[] = [];
    const server = startServer({ PORT: String(port) });
    const state = { serves: false };
    const serving = addressOf(server).then(() => (state.serves = true));
    const answer = (): Promise<string> =>
      ask(`http://127.0.0.1:${port}`).then(
        ({ status }) => String(status),
        () => 'refused',
      );
    while (!state.serves) answers.push(await answer());
    await serving;
    expect(new Set(answers)).toEqual(new Set(answers.includes('200') ? ['refused', '200'] : ['refused']));
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('has its job queue ready before any job is enqueued', async () => {
    const server = startServer({});
    await addressOf(server);
    const connections = async () => {
      const { rows } = await database.owner.query(
        "select from pg_stat_activity where application_name = 'burrow-jobs' and datname = current_database()",
      );
      return rows.length;
    };
    await expect.poll(connections, { timeout: 10_000 }).toBeGreaterThan(0);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('with background jobs only serves no requests, reports its readiness, and stops on a signal', async () => {
    const server = startServer({ WORKER: 'only' });
    const url = await addressOf(server);
    const ready = await fetch(`${url}/api/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', migrations: 'ok', queue: 'ok', draining: false } },
    ]);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect((await ask(url)).status).toBe(404);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('closes event streams at once when it is stopped', async () => {
    const server = startServer({});
    const url = await addressOf(server);
    const stream = await readStream(`${url}/api/notifications/stream`, practice.adminKey);
    expect(stream.status).toBe(200);
    server.child.kill('SIGTERM');
    while (await stream.next());
    expect(await server.exited).toBe(0);
  });

  it('answers 503 while its connections are cut, and recovers automatically', async () => {
    const server = startServer({});
    const url = await addressOf(server);
    expect((await ask(url)).status).toBe(200);
    const locker = await database.owner.connect();
    await locker.query('begin');
    await locker.query('lock table tenants in access exclusive mode');
    const cut = ask(url);
    await expect.poll(async () => (await locker.query(waiting)).rows.length).toBe(1);
    // Of this database only: other tests share the server.
    await locker.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'burrow_app' and datname = current_database()",
    );
    const answer = await cut;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    await locker.query('rollback');
    locker.release();
    expect((await ask(url)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it.each([
    [
      'a login that could see every practice',
      () => ({ DATABASE_URL: database.ownerUrl }),
      'can bypass row-level security',
    ],
    [
      'settings it can not use, all named at once and none shown',
      () => ({ PORT: 'eighty-secret', BCRYPT_COST: '99', DATABASE_URL: 'mysql://user:hunter2@host' }),
      'DATABASE_URL',
    ],
  ])('refuses to start with %s', async (_what, env, expected) => {
    const server = startServer(env());
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain(expected);
    expect(server.output()).not.toMatch(/hunter2|eighty-secret/);
  });
});
