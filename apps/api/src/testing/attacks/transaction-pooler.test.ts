import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../../packages/dev/src/postgres-server.ts';
import { createApp } from '../../app.ts';
import { readEnv } from '../../config/env.ts';
import { createDatabase, type Database } from '../../db/database.ts';
import { createDependencies } from '../../dependencies.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// Two practices in turn over two connections that PgBouncer lends for a transaction at a time. PgBouncer is the
// system's (or at PGBOUNCER_PATH); without it the test is skipped.

const program = [process.env['PGBOUNCER_PATH'], '/usr/sbin/pgbouncer'].find(
  (path) => path && existsSync(path),
);

/** How many connections PgBouncer holds to the database, however many clients connect. */
const poolSize = 2;
const requests = 10_000;
const atOnce = 16;

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe.skipIf(!program)('behind a transaction pooler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-pooler-'));
  let pooler: ChildProcess;
  let database: Database;
  let server: Server;
  let url: string;
  let practices: Practice[];

  beforeAll(async () => {
    const direct = new URL(api.testDatabase.appUrl);
    const port = await freePort();
    const target = `host=${direct.hostname} port=${direct.port} dbname=${direct.pathname.slice(1)} user=${direct.username} password=${direct.password}`;
    const settings = join(folder, 'pgbouncer.ini');
    writeFileSync(
      settings,
      [
        `[databases]\npooled = ${target}`,
        `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
        `pool_mode = transaction\ndefault_pool_size = ${poolSize}\nmax_client_conn = 100`,
        'ignore_startup_parameters = extra_float_digits,options\n',
      ].join('\n'),
    );
    // PgBouncer refuses to run as root.
    chmodSync(folder, 0o755);
    pooler = spawn(program ?? '', ['-u', 'nobody', '-q', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
    const log = pino({ level: 'silent' });
    const pooled = `postgres://burrow_app@127.0.0.1:${port}/pooled`;
    const env = readEnv({
      DATABASE_URL: pooled,
      DATABASE_LISTEN_URL: api.testDatabase.appUrl,
      // PgBouncer supports named prepared statements from 1.21 on; this works with any.
      DATABASE_PREPARED: 'off',
      BCRYPT_COST: '4',
      WORKER: 'off',
    });
    database = createDatabase({
      url: pooled,
      listenUrl: env.DATABASE_LISTEN_URL,
      poolSize: 10,
      prepared: false,
      log,
    });
    server = createServer(createApp(createDependencies({ env, database, clock: api.clock, log })));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    practices = [await makePractice(db()), await makePractice(db())];
    for (const { tenant } of practices) {
      for (let number = 0; number < 5; number += 1)
        await makeClient(db(), { tenant, name: `Of ${tenant.id}` });
    }
    const serves = async (): Promise<void> => {
      if ((await ask(practices[0], 'tenant')).status !== 200) throw new Error('It does not serve yet.');
    };
    await vi.waitFor(serves, 20_000);
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await database.close();
    pooler.kill();
    await once(pooler, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(
    practice: Practice | undefined,
    name: string,
    input: object = {},
  ): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${practice?.adminKey.apiKey}` },
      body: JSON.stringify(input),
    });
    return { status: response.status, body: await response.json() };
  }

  it(
    `answers ${requests} requests of two practices in turn, each with its own rows`,
    { timeout: 300_000 },
    async () => {
      let asked = 0;
      const wrong: unknown[] = [];
      const caller = async (): Promise<void> => {
        while (asked < requests) {
          const practice = practices[(asked += 1) % 2] as Practice;
          const { status, body } = await ask(practice, 'clients', { q: 'Of ', limit: 10 });
          const names = status === 200 ? (body as { name: string }[]).map(({ name }) => name) : [];
          const own = `Of ${practice.tenant.id}`;
          if (names.length !== 5 || names.some((name) => name !== own)) wrong.push({ status, own, names });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, caller));
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThanOrEqual(requests);
    },
  );

  it('performs writes, and prevents double-booking', async () => {
    const [practice] = practices as [Practice];
    const { client, animal, checkUp, staff } = practice;
    const wanted = {
      client_id: client.id,
      animal_id: animal.id,
      service_id: checkUp.id,
      staff_id: staff.id,
      booking_date: '2026-02-10',
      booking_time: '10:00',
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(practice, 'booking_create', wanted)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });
});
