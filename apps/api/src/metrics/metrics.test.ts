import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actionNames } from '@burrow/contracts/actions';
import { errors } from '@burrow/contracts/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { EventStreams } from '../http/event-streams.ts';
import { readStream } from '../testing/event-stream.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';
import { readExported, type Exported } from '../testing/prometheus-text.ts';
import { createFiguresReader } from './figures-reader.ts';
import { createMetrics } from './metrics-server.ts';

// The clock runs: figures are cached for some seconds, and each scrape of a test needs its own.
const api = useTestApi();
const db = () => api.testDatabase.owner;
const running: Server[] = [];

async function serve(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Watched {
  /** The address of the API. */
  url: string;
  metricsUrl: string;
  scrape: () => Promise<Exported>;
}

/** A new server of the API, with its own metrics. */
async function watch(): Promise<Watched> {
  const streams = new EventStreams();
  const { meter, serve: serveMetrics } = createMetrics(api.deps, streams);
  const url = await serve(createServer(createApp(api.deps, { draining: false }, streams, meter)));
  const metricsUrl = await serve(createServer(serveMetrics));
  const scrape = async () => readExported(await (await fetch(`${metricsUrl}/metrics`)).text());
  return { url, metricsUrl, scrape };
}

const post = (url: string, apiKey?: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {} });

let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  practice = await makePractice(db());
});
afterAll(async () => {
  for (const server of running) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const durations = 'burrow_http_request_duration_seconds';

describe('the metrics of requests', () => {
  it('count each by action and class of status, and refusals by code', async () => {
    const { url, scrape } = await watch();
    await (await post(`${url}/api/tenant`, practice.adminKey.apiKey)).text();
    await (await post(`${url}/api/tenant/`, practice.adminKey.apiKey)).text();
    await (await post(`${url}/api/tenant`)).text();
    await (await post(`${url}/api/no/such/${practice.client.id}`)).text();
    await (await fetch(`${url}/api/health`)).text();
    await expect
      .poll(async () => (await scrape()).value(`${durations}_count`, { action: 'unknown', status: '4xx' }))
      .toBe(1);
    const exported = await scrape();
    const count = (status: string) => exported.value(`${durations}_count`, { action: 'tenant', status });
    expect([count('2xx'), count('4xx'), count('5xx')]).toEqual([2, 1, undefined]);
    expect(exported.value('burrow_http_errors_total', { code: 'unauthenticated' })).toBe(1);
    expect(exported.value('burrow_http_errors_total', { code: 'unknown_action' })).toBe(1);
    expect(exported.value('burrow_http_requests_in_flight')).toBe(0);
    expect(exported.value(`${durations}_sum`, { action: 'tenant', status: '2xx' })).toBeGreaterThan(0);
  });

  it('count those refused while a practice is being moved, which is the operator’s doing, as no failure', async () => {
    const { url, scrape } = await watch();
    const { tenant, adminKey } = await makePractice(db(), { suspended_at: '2026-01-14T08:55:00Z' });
    await db().query('insert into practice_moves (tenant_id, started_at) values ($1, now())', [tenant.id]);
    expect((await post(`${url}/api/tenant`, adminKey.apiKey)).status).toBe(503);
    await expect
      .poll(async () => (await scrape()).value('burrow_http_errors_total', { code: 'practice_moving' }))
      .toBe(1);
    const exported = await scrape();
    const count = (status: string) => exported.value(`${durations}_count`, { action: 'tenant', status });
    expect([count('4xx'), count('5xx')]).toEqual([1, undefined]);
  });

  it('count those in progress, and separate streams from them', async () => {
    const { url, scrape } = await watch();
    const stream = await readStream(`${url}/api/notifications/stream`, practice.adminKey);
    const locker = await db().connect();
    await locker.query('begin');
    await locker.query('lock table species in access exclusive mode');
    const slow = post(`${url}/api/animal_species`, practice.adminKey.apiKey);
    const [open, streams] = ['burrow_http_requests_in_flight', 'burrow_event_streams_open'];
    await expect.poll(async () => (await scrape()).value(open)).toBe(1);
    expect((await scrape()).value(streams)).toBe(1);
    await locker.query('rollback');
    locker.release();
    await (await slow).text();
    await expect.poll(async () => (await scrape()).value(open)).toBe(0);
    stream.leave();
    await expect.poll(async () => (await scrape()).value(streams)).toBe(0);
    expect((await scrape()).labelValues.get('action')).not.toContain('notifications/stream');
  });

  it('have no more labels than there are actions and codes, and name no practice', async () => {
    const { url, scrape } = await watch();
    const { client, tenant } = practice;
    for (const path of [`client/${client.id}`, `x'"\\`, `client?id=${client.id}`, '%0aforged 1', 'TENANT']) {
      await (await post(`${url}/api/${path}`, practice.adminKey.apiKey)).text();
    }
    await expect.poll(async () => (await scrape()).value('burrow_http_requests_in_flight')).toBe(0);
    const { labelValues } = await scrape();
    const ours = new Set<string>([...actionNames, 'unknown']);
    expect([...(labelValues.get('action') ?? [])].filter((name) => !ours.has(name))).toEqual([]);
    expect([...(labelValues.get('code') ?? [])].filter((name) => !(name in errors))).toEqual([]);
    expect(
      [...labelValues.keys()].filter((label) => /tenant|practice|client|user|path|id$/.test(label)),
    ).toEqual([]);
    const all = [...labelValues.values()].flatMap((values) => [...values]);
    expect(all).not.toContain(tenant.tenant_name);
  });
});

describe('the metrics of the database', () => {
  it('show the pools, retries and timeouts', async () => {
    const { url, scrape } = await watch();
    await (await post(`${url}/api/tenant`, practice.adminKey.apiKey)).text();
    const before = await scrape();
    const pool = (state: string) => ({ pool: 'requests', state });
    expect(before.value('burrow_database_connections', pool('size'))).toBe(10);
    expect(before.value('burrow_database_waiting', { pool: 'control' })).toBe(0);
    expect(before.value('burrow_database_connections', pool('total'))).toBeGreaterThan(0);
    const locker = await db().connect();
    await locker.query('begin');
    await locker.query('lock table species in access exclusive mode');
    api.expectLoggedErrors();
    const { status } = await post(`${url}/api/animal_species`, practice.adminKey.apiKey);
    await locker.query('rollback');
    locker.release();
    expect(status).toBe(503);
    const timeouts = (exported: Exported) =>
      exported.value('burrow_database_failures_total', { reason: 'timeout' }) ?? NaN;
    const after = await scrape();
    expect(timeouts(after) - timeouts(before)).toBe(1);
    expect(after.value('burrow_http_errors_total', { code: 'unavailable' })).toBe(1);
    expect(after.value('burrow_database_retries_total')).toBe(0);
  });

  it('count the passwords waiting to be hashed, and show that the process receives notifications', async () => {
    const { scrape } = await watch();
    const asked = Array.from({ length: 3 }, () => api.deps.passwords.hash('a password of some length'));
    const state = (name: string) => ({ state: name });
    const exported = await scrape();
    expect(exported.value('burrow_sign_in_hashes', state('waiting'))).toBeDefined();
    await Promise.all(asked);
    expect((await scrape()).value('burrow_sign_in_hashes', state('running'))).toBe(0);
    expect(exported.value('burrow_live_updates_up')).toBe(1);
  });

  it('show when the listening connection is lost, until it is back', async () => {
    const { url, scrape } = await watch();
    const stream = await readStream(`${url}/api/notifications/stream`, practice.adminKey);
    const up = async () => (await scrape()).value('burrow_live_updates_up');
    expect(await up()).toBe(1);
    const { rows } = await db().query<{ name: string }>('select quote_ident(current_database()) as name');
    const listeners = (asked: string) =>
      db().query(
        `select ${asked} from pg_stat_activity
         where application_name = 'burrow-live' and datname = current_database() and state = 'idle'`,
      );
    await expect.poll(async () => (await listeners('pid')).rowCount).toBe(1);
    await db().query(`revoke connect on database ${rows[0]?.name} from public`);
    await listeners('pg_terminate_backend(pid)');
    await expect.poll(up).toBe(0);
    await db().query(`grant connect on database ${rows[0]?.name} to public`);
    await expect.poll(up, { timeout: 15_000 }).toBe(1);
    stream.leave();
  });
});

describe('the metrics of the installation', () => {
  const message = (tenantId: number, channel: string, dueAt: string, status = 'pending') =>
    db().query(
      `insert into comms (tenant_id, type, status, recipient, kind, due_at, last_error, created_at, updated_at)
       values ($1, $2, $3, 'somebody', 'ready_for_collection', $4, 'No', $4, $4)`,
      [tenantId, channel, status, dueAt],
    );

  it('count messages over all practices, except for those scheduled for later', async () => {
    const [one, two, suspended] = [practice, await makePractice(db()), await makePractice(db())];
    await message(one.tenant.id, 'sms', '2026-01-14T08:50:00Z');
    await message(two.tenant.id, 'sms', '2026-01-14T08:59:00Z');
    await message(two.tenant.id, 'email', '2026-01-14T09:30:00Z');
    await message(suspended.tenant.id, 'sms', '2026-01-10T08:00:00Z');
    await db().query('update tenants set suspended_at = now() where id = $1', [suspended.tenant.id]);
    await message(one.tenant.id, 'email', '2026-01-14T03:00:00Z', 'failed');
    await message(one.tenant.id, 'email', '2026-01-12T03:00:00Z', 'failed');
    const exported = await (await watch()).scrape();
    const of = (name: string, channel: string) => exported.value(`burrow_messages_${name}`, { channel });
    expect([of('due', 'sms'), of('due', 'email')]).toEqual([2, 0]);
    expect([of('oldest_due_seconds', 'sms'), of('oldest_due_seconds', 'email')]).toEqual([600, 0]);
    expect([of('failed_last_day', 'sms'), of('failed_last_day', 'email')]).toEqual([0, 1]);
  });

  it('count jobs by queue, with the age of the oldest due one', async () => {
    const put = (name: string, state: string, wait: string) =>
      db().query(
        `insert into pgboss.job (name, state, policy, singleton_key, start_after, completed_on)
         values ($1, $2, 'standard', gen_random_uuid()::text, now() + $3::interval, now())`,
        [name, state, wait],
      );
    await put('refund', 'created', '-90 seconds');
    await put('refund', 'retry', '1 hour');
    await put('deposit_check', 'failed', '-1 hour');
    await db().query("update pgboss.queue set monitor_claim_on = monitor_claim_on - interval '1 hour'");
    await (await api.deps.jobs.boss()).supervise();
    const exported = await (await watch()).scrape();
    const jobs = (queue: string, state: string) => exported.value('burrow_jobs', { queue, state });
    expect([jobs('refund', 'waiting'), jobs('refund', 'active'), jobs('refund', 'failed')]).toEqual([
      2, 0, 0,
    ]);
    expect(jobs('deposit_check', 'failed')).toBe(1);
    expect(exported.value('burrow_jobs_due', { queue: 'refund' })).toBe(1);
    const oldest = (queue: string) => exported.value('burrow_jobs_oldest_due_seconds', { queue });
    expect(oldest('refund')).toBeGreaterThanOrEqual(90);
    expect(oldest('refund')).toBeLessThan(150);
    expect(oldest('clear_up')).toBe(0);
  });

  it('count deposits and refunds, and show when scheduled work last succeeded', async () => {
    const { tenant, client, animal, checkUp } = await makePractice(db());
    const deposit = (heldUntil: string) =>
      db().query(
        `insert into deposits (tenant_id, client_id, animal_id, service_id, booking_date, booking_time, duration_minutes,
           starts_at, price_pence, amount_pence, currency, held_until, return_origin, created_at, updated_at)
         values ($1, $2, $3, $4, '2026-01-20', '10:00', 30, '2026-01-20T10:00:00Z', 4500, 1000, 'GBP', $5, 'http://a.test',
           $5, $5)`,
        [tenant.id, client.id, animal.id, checkUp.id, heldUntil],
      );
    await deposit('2026-01-14T09:20:00Z');
    await deposit('2026-01-14T08:30:00Z');
    await deposit('2026-01-14T07:30:00Z');
    const { rows } = await db().query<{ id: string }>(
      `insert into payments (tenant_id, deposit_id, kind, method, amount_pence, taken_at)
       select tenant_id, id, 'deposit', 'Card', 1000, created_at from deposits order by id limit 1 returning id`,
    );
    const refund = (status: string, settledAt: string | null) =>
      db().query(
        `insert into refunds (tenant_id, payment_id, amount_pence, reason, status, requested_at, settled_at)
         values ($1, $2, 10, 'asked', $3, '2026-01-14T08:00:00Z', $4)`,
        [tenant.id, rows[0]?.id, status, settledAt],
      );
    await refund('pending', null);
    await refund('failed', '2026-01-14T08:30:00Z');
    await refund('failed', '2026-01-11T08:30:00Z');
    await refund('unknown', '2026-01-14T08:45:00Z');
    await refund('done', '2026-01-14T08:45:00Z');
    const { migration } = (
      await db().query<{ migration: string }>('select max(name) as migration from migrations')
    ).rows[0] ?? { migration: '' };
    await runClearUp();
    const exported = await (await watch()).scrape();
    const deposits = (state: string) => exported.value('burrow_deposits', { state });
    expect([deposits('open'), deposits('overdue')]).toEqual([3, 1]);
    const refunds = (state: string) => exported.value('burrow_refunds', { state });
    expect([refunds('pending'), refunds('failed'), refunds('unknown')]).toEqual([1, 2, 1]);
    expect(exported.value('burrow_refunds_failed_last_day')).toBe(2);
    expect(exported.value('burrow_refunds_oldest_pending_seconds')).toBe(3600);
    expect(exported.value('burrow_database_migration')).toBe(Number(migration.slice(0, 4)));
    const clearedUp = exported.value('burrow_work_last_success_timestamp_seconds', { work: 'clear_up' });
    expect(clearedUp).toBe(Date.parse('2026-01-14T09:00:00Z') / 1000);
  });

  async function runClearUp(): Promise<void> {
    await db().query(
      `insert into pgboss.job (name, policy, singleton_key) values ('clear_up', 'exclusive', 'metrics')`,
    );
    await api.runJobs();
  }

  it('are absent, with the others present, while the database does not answer', async () => {
    const { scrape } = await watch();
    const locker = await db().connect();
    await locker.query('begin');
    await locker.query('lock table comms in access exclusive mode');
    const exported = await scrape();
    expect(exported.value('burrow_figures_up')).toBe(0);
    expect(exported.value('burrow_refunds_failed_last_day')).toBeUndefined();
    expect(exported.value('burrow_messages_due', { channel: 'sms' })).toBeUndefined();
    expect(exported.value('burrow_live_updates_up')).toBe(1);
    await locker.query('rollback');
    locker.release();
    await expect.poll(async () => (await scrape()).value('burrow_figures_up')).toBe(1);
    expect((await scrape()).value('burrow_refunds_failed_last_day')).toBeDefined();
  });

  it('are read once for concurrent scrapes', async () => {
    let asked = 0;
    const { control } = api.database;
    const counting = {
      ...api.deps,
      database: {
        ...api.database,
        control: {
          ...control,
          rows: <Row>(...call: Parameters<typeof control.rows<Row>>) => {
            asked += 1;
            return control.rows<Row>(...call);
          },
        },
      },
    };
    const read = createFiguresReader(counting);
    const [one, two] = await Promise.all([read(), read()]);
    expect(two).toBe(one);
    expect(await read()).toBe(one);
    expect(asked).toBe(2);
  });
});

describe('the address of the metrics', () => {
  it('answers nothing else, and the API has none', async () => {
    const { url, metricsUrl } = await watch();
    const answer = await fetch(`${metricsUrl}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    for (const path of ['/', '/api/health', '/metrics/x', '/api/tenant']) {
      expect((await fetch(`${metricsUrl}${path}`)).status).toBe(404);
    }
    expect((await post(`${metricsUrl}/metrics`)).status).toBe(405);
    for (const path of ['/metrics', '/api/metrics']) expect((await fetch(`${url}${path}`)).status).toBe(404);
  });
});
