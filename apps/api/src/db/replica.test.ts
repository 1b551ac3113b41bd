import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pino } from 'pino';
import { freePort } from '../../../../packages/dev/src/postgres-server.ts';
import { inspect } from '../cli/doctor.ts';
import { readEnv } from '../config/env.ts';
import { AppError } from '../lib/app-error.ts';
import { createLogger } from '../lib/logger.ts';
import { makeBooking } from '../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey, type SessionKey } from '../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { useProcesses, type ServerProcess } from '../testing/processes.ts';
import { readExported } from '../testing/prometheus-text.ts';
import type { Standby } from '../testing/standby.ts';
import { createDatabase } from './database.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';
import { Replica } from './replica.ts';

// Reports from a real standby: it follows by streaming, is stopped, delayed, and started again.

const processes = useProcesses();
let standby: Standby;
let server: ServerProcess;
let metricsUrl: string;
let practice: Practice;
let bookingId: number;

beforeAll(async () => {
  practice = await makePractice(processes.db);
  const booking = await makeBooking(processes.db, {
    animal: practice.animal,
    price_pence: 100_000,
    status: 'confirmed',
  });
  bookingId = booking.id;
  standby = await processes.startStandby();
  const port = String(await freePort());
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  server = await processes.start({
    DATABASE_REPLICA_URL: standby.appUrl,
    METRICS_PORT: port,
    LOG_LEVEL: 'info',
    WORKER: 'off',
  });
});

/** While a test waits, the server may close a connection in the moment in which the next call takes it. */
const alone = { Connection: 'close' };

const call = (action: string, input: unknown, { apiKey }: SessionKey = practice.adminKey) =>
  fetch(`${server.url}/api/${action}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { ...alone, Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
  });

/** The year's revenue in a report, in pounds. */
async function revenue(): Promise<number> {
  const answer = await call('reports/payment_methods', { period: 'year' });
  expect(answer.status).toBe(200);
  const { metadata } = (await answer.json()) as { metadata: { total_amount: string } };
  return Number(metadata.total_amount);
}

async function pay(): Promise<void> {
  const answer = await call('payment_record', { booking_id: bookingId, method: 'Cash', amount: '1.00' });
  expect(answer.status).toBe(200);
}

/** Counts of reads from the standby, and of reads from the primary by reason. */
async function counted(): Promise<{ reads: number; away: number; behind: number }> {
  const { value } = readExported(await (await fetch(metricsUrl, { headers: alone })).text());
  const unused = (reason: string) => value('burrow_replica_unused_total', { reason }) ?? 0;
  return {
    reads: value('burrow_replica_reads_total') ?? 0,
    away: unused('away'),
    behind: unused('behind'),
  };
}

const readyChecks = async () => {
  const answer = await fetch(`${server.url}/api/ready`, { headers: alone });
  const { checks } = (await answer.json()) as { checks: { replica?: string } };
  return [answer.status, checks.replica];
};

/** Reads reports until one comes from the standby. */
const untilUsed = async (): Promise<void> => {
  const { reads } = await counted();
  await vi.waitFor(
    async () => {
      await revenue();
      expect((await counted()).reads).toBeGreaterThan(reads);
    },
    { timeout: 10_000, interval: 100 },
  );
};

const saidOf = (text: string): number => server.output().split(text).length - 1;

describe('a server with a standby', () => {
  it('reads reports and their files from it, and nothing else', async () => {
    await untilUsed();
    const { reads } = await counted();
    await revenue();
    const today = new Date().toISOString().slice(0, 10);
    const days = { report: 'bookings_between_dates', date_from: today, date_to: today };
    const file = await call('reports/export_csv', days);
    expect([file.status, (await file.text()).includes('Booking ID')]).toEqual([200, true]);
    await (await call('holidays', {})).json();
    expect((await counted()).reads).toBe(reads + 2);
    const { rows } = await standby.db.query<{ query: string }>(
      "select query from pg_stat_activity where application_name = 'burrow-reports'",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(await readyChecks()).toEqual([200, 'ok']);
  });

  it('includes in the next report a change of a moment ago', async () => {
    const [before, { reads }] = [await revenue(), await counted()];
    for (let paid = 1; paid <= 10; paid += 1) {
      await pay();
      expect(await revenue()).toBe(before + paid);
    }
    expect((await counted()).reads).toBeGreaterThan(reads);
  });

  it('reads from the primary while the standby is behind, logs it once, and refuses a revoked key at once', async () => {
    await untilUsed();
    const [before, { behind }] = [await revenue(), await counted()];
    const ended = await makeSessionKey(processes.db, { user: practice.admin });
    expect((await call('reports/payment_methods', {}, ended)).status).toBe(200);
    const said = saidOf('the replica is unavailable');
    await standby.db.query('select pg_wal_replay_pause()');
    try {
      for (const paid of [1, 2, 3]) {
        await pay();
        expect(await revenue()).toBe(before + paid);
      }
      expect((await counted()).behind).toBeGreaterThanOrEqual(behind + 3);
      await expect.poll(() => saidOf('the replica is unavailable')).toBe(said + 1);
      expect(await readyChecks()).toEqual([200, 'behind']);
      await processes.db.query('update api_keys set revoked_at = now() where id = $1', [ended.keyId]);
      expect((await call('reports/payment_methods', {}, ended)).status).toBe(401);
    } finally {
      await standby.db.query('select pg_wal_replay_resume()');
    }
    await untilUsed();
    expect(await revenue()).toBe(before + 3);
  });

  it('does without it while it is stopped, and uses it again once it is up', async () => {
    await untilUsed();
    const before = await revenue();
    await standby.stop();
    await pay();
    expect(await revenue()).toBe(before + 1);
    expect((await counted()).away).toBeGreaterThan(0);
    expect(await readyChecks()).toEqual([200, 'away']);
    await standby.start();
    await untilUsed();
    expect(await revenue()).toBe(before + 1);
    expect(await readyChecks()).toEqual([200, 'ok']);
    await expect.poll(() => saidOf('reports are read from the replica again')).toBeGreaterThan(0);
  });

  it('has the doctor report the state of the standby, and that the primary is none', async () => {
    const found = async (replica: string) => {
      const env = readEnv({ DATABASE_URL: processes.appUrl, DATABASE_REPLICA_URL: replica });
      return (await inspect(() => env)).find(({ what }) => what === 'read replica');
    };
    expect(await found(standby.appUrl)).toMatchObject({ state: 'ok' });
    expect(await found(processes.appUrl)).toMatchObject({ state: 'note', said: /not a standby/ as never });
  });
});

it('a server at a standby, after a failover, reports that the database is unavailable', async () => {
  const database = createDatabase({
    url: standby.appUrl,
    poolSize: 1,
    prepared: true,
    log: createLogger('silent'),
  });
  const mark = statement('standby_mark', "insert into work_marks (name) values ('standby')");
  // This table is unlogged, and a standby cannot even read it.
  const limits = statement('standby_limits', 'select l.key from rate_limits l');
  const refusal = { code: 'unavailable' };
  await expect(database.transaction(false, (tx) => tx.rows(mark))).rejects.toMatchObject(refusal);
  await expect(database.control.rows(mark)).rejects.toMatchObject(refusal);
  await expect(database.control.rows(limits)).rejects.toMatchObject(refusal);
  await database.close();
});

describe('a failure of the standby', () => {
  const failing = (error: Error) => {
    const replica = new Replica({
      transaction: () => Promise.reject(error),
      control: { rows: () => Promise.reject(error), row: () => Promise.reject(error) },
      log: pino({ level: 'silent' }),
    });
    const read = replica.read({ tenantId: 1, position: '0/0' }, () => Promise.resolve(1));
    return { replica, read };
  };

  it('by a conflict with replay is not returned: the primary is asked', async () => {
    const { replica, read } = failing(Object.assign(new Error('conflict with recovery'), { code: '40001' }));
    expect(await read).toBeUndefined();
    expect(replica.activity().instead.failed).toBe(1);
    // No request waits for it during the next second.
    expect(replica.isHealthy()).toBe(false);
  });

  it('is returned if it is the caller’s, or if the report takes too long anywhere', async () => {
    const refused = failing(new AppError('revenue_hidden'));
    await expect(refused.read).rejects.toThrow(AppError);
    const slow = new AppError(
      'unavailable',
      {},
      { cause: Object.assign(new Error('slow'), { code: '57014' }) },
    );
    await expect(failing(slow).read).rejects.toThrow(slow);
    expect(refused.replica.isHealthy()).toBe(true);
  });

  it('includes a connection without an answer', async () => {
    const replica = new Replica({
      transaction: (work) => work({ row: () => new Promise(() => undefined) } as unknown as Transaction),
      control: { rows: () => new Promise(() => undefined), row: () => new Promise(() => undefined) },
      log: pino({ level: 'silent' }),
    });
    expect(await replica.read({ tenantId: 1, position: '0/0' }, () => Promise.resolve(1))).toBeUndefined();
    expect(await replica.state('0/0')).toBe('away');
  });
});
