import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useProcesses, type ServerProcess } from '../processes.ts';

// Reports of a large practice, requested by many at once and read slowly.

const processes = useProcesses();
const db = () => processes.db;
const rows = 20_000;
/** The server uses some 150 MB of them when idle. */
const maxMegabytes = 400;
/** A document of two thousand rows needs more, which stays allocated for the next one. */
const maxWithPaper = 500;

let practice: Practice;
let elsewhere: Practice;
let server: ServerProcess;

beforeAll(async () => {
  practice = await makePractice(db());
  elsewhere = await makePractice(db());
  await payForMany(practice);
  server = await processes.start();
}, 120_000);

/** Appointments of the last days, each paid. Triggers are off: one by one they would take minutes. */
async function payForMany({ tenant, animal }: Practice): Promise<void> {
  await db().query("update clients set name = repeat('ẅ文', 95) where tenant_id = $1", [tenant.id]);
  await db().query(
    `begin;
     set local session_replication_role = 'replica';
     with made as (
       insert into bookings (tenant_id, client_id, animal_id, booking_date, booking_time, starts_at,
         duration_minutes, price_pence, status, overlap_allowed)
       select ${tenant.id}, ${animal.client_id}, ${animal.id}, current_date - (g % 20 + 1), '10:00',
         now() - (g % 20 + 1) * interval '1 day', 30, 100, 'completed', true
       from generate_series(1, ${rows}) g
       returning tenant_id, id, starts_at)
     insert into payments (tenant_id, booking_id, kind, method, amount_pence, taken_at)
     select m.tenant_id, m.id, 'payment', 'Cash', 100, m.starts_at from made m;
     commit;
     analyze bookings, payments`,
  );
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const allRows = { date_from: dayAgo(30), date_to: dayAgo(0) };
const report = 'bookings_between_dates';

interface Ask {
  path: string;
  input: object;
  key: { apiKey: string };
}

/** Starts a call; resolves when its answer begins, before any of it is read. */
const begin = ({ path, input, key }: Ask): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asking = request(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key.apiKey}` },
    });
    asking.once('response', resolve);
    asking.once('error', reject);
    asking.end(JSON.stringify(input));
  });

interface Answer {
  status: number;
  retryAfter: string | undefined;
  bytes: number;
  lines: number;
}

async function ask(asked: Ask): Promise<Answer> {
  const response = await begin(asked);
  let [bytes, lines] = [0, 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], bytes, lines };
}

/** Runs work while a person of another practice keeps sending requests; returns their answers. */
async function whileOthersWork<T>(work: Promise<T>): Promise<{ result: T; others: number[] }> {
  const going = { isOver: false };
  const done = work.finally(() => (going.isOver = true));
  const others: number[] = [];
  while (!going.isOver) {
    const key = elsewhere.adminKey;
    others.push((await ask({ path: 'clients/count', input: {}, key })).status);
  }
  return { result: await done, others };
}

/** The server's peak memory, in megabytes. */
function maxHeld(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1000;
}

const mayBe = (statuses: readonly number[], answers: readonly Answer[]): void => {
  for (const { status, retryAfter } of answers) {
    expect(statuses).toContain(status);
    if (status !== 200) expect(Number(retryAfter)).toBeGreaterThan(0);
  }
};

describe('reports of a practice with many rows', () => {
  it('as CSV, twelve at once, do not delay other practices and use little memory', async () => {
    const asked = { path: 'reports/export_csv', input: { report, ...allRows }, key: practice.staffKey };
    const { result, others } = await whileOthersWork(
      Promise.all(Array.from({ length: 12 }, () => ask(asked))),
    );
    mayBe([200, 429, 503], result);
    const whole = result.filter(({ status }) => status === 200);
    expect(whole.length).toBeGreaterThan(0);
    for (const { lines } of whole) expect(lines).toBe(rows + 1);
    expect(new Set(others)).toEqual(new Set([200]));
    expect(maxHeld()).toBeLessThan(maxMegabytes);
  }, 60_000);

  it('are spooled to disk for slow readers', async () => {
    const slow: IncomingMessage[] = [];
    try {
      for (let reader = 0; reader < 5; reader += 1) {
        const path = 'reports/export_csv';
        slow.push(await begin({ path, input: { report, ...allRows }, key: practice.adminKey }));
      }
      expect(slow.map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200));
      expect(maxHeld()).toBeLessThan(maxMegabytes);
      const other = await ask({ path: 'clients/count', input: {}, key: elsewhere.adminKey });
      expect(other.status).toBe(200);
    } finally {
      for (const answer of slow) answer.destroy();
    }
  }, 60_000);

  it('as PDF, four at once, are made one by one', async () => {
    const day = { date_from: dayAgo(1), date_to: dayAgo(1) };
    const asked = { path: 'reports/export_pdf', input: { report, ...day }, key: practice.adminKey };
    const { result, others } = await whileOthersWork(
      Promise.all(Array.from({ length: 4 }, () => ask(asked))),
    );
    mayBe([200, 429, 503], result);
    expect(result.some(({ status }) => status === 200)).toBe(true);
    expect(new Set(others)).toEqual(new Set([200]));
    expect(maxHeld()).toBeLessThan(maxWithPaper);
  }, 60_000);

  it('are answered in pages, not as a whole', async () => {
    const path = 'reports/bookings_between_dates';
    expect((await ask({ path, input: allRows, key: practice.adminKey })).status).toBe(413);
    expect((await ask({ path, input: { ...allRows, limit: 500 }, key: practice.adminKey })).status).toBe(200);
  });

  it('are limited per minute and person', async () => {
    const asked = { path: 'reports/animal_demographics', input: {}, key: elsewhere.staffKey };
    const answers: Answer[] = [];
    for (let round = 0; round < 13; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => ask(asked)))));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(240);
    mayBe([200, 429], answers);
    expect((await ask({ ...asked, key: elsewhere.adminKey })).status).toBe(200);
  }, 60_000);
});
