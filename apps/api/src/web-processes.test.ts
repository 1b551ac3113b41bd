import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../packages/dev/src/factories.ts';
import { freePort } from '../../../packages/dev/src/postgres-server.ts';
import { useProcesses, type ServerProcess } from './testing/processes.ts';
import { readExported, type Exported } from './testing/prometheus-text.ts';
import { webProcessPids } from './testing/web-process-pids.ts';

const processes = useProcesses({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
let practice: Practice;
let metricsUrl: string;

beforeAll(async () => {
  practice = await makePractice(processes.db);
});

async function startTwo(): Promise<ServerProcess> {
  const port = String(await freePort());
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  return processes.start({ METRICS_PORT: port });
}

const scrape = async (): Promise<Exported> => readExported(await (await fetch(metricsUrl)).text());

/** The status, over a connection of its own, or why there is none: after 'not connected' nothing was sent. */
const ask = ({ url }: ServerProcess): Promise<number | string> =>
  new Promise((resolve) => {
    const sent = request(`${url}/api/tenant`, {
      agent: false,
      method: 'POST',
      headers: { Authorization: `Bearer ${practice.adminKey.apiKey}` },
    });
    sent.on('response', (answer) => {
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken'));
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.syscall === 'connect' ? 'not connected' : (error.code ?? 'broken')),
    );
    sent.end();
  });

/** Callers that ask again after each answer, until one is refused or the work is over. */
function keepAsking(server: ServerProcess, callers: number) {
  const outcomes: (number | string)[] = [];
  const state = { isOver: false };
  const working = Array.from({ length: callers }, async () => {
    let last: number | string = 200;
    while (!state.isOver && last !== 'not connected') outcomes.push((last = await ask(server)));
  });
  return {
    outcomes,
    failures: () => outcomes.filter((outcome) => outcome !== 200),
    stop: async () => {
      state.isOver = true;
      await Promise.all(working);
    },
    done: () => Promise.all(working),
  };
}

interface Line {
  msg: string;
  process?: number;
  worker?: string;
  replaced_in_ms?: number;
}

const lines = (server: ServerProcess, msg: string): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${msg}"`))
    .map((line) => JSON.parse(line) as Line);

const counted = { action: 'tenant', status: '2xx' };
const countOf = (exported: Exported, process: string): number =>
  exported.value('burrow_http_request_duration_seconds_count', { ...counted, process }) ?? 0;

// Each starts processes of its own, one after another.
describe('a server of two web processes', { timeout: 90_000 }, () => {
  it('answers on one port from both, and exports metrics of both that add up', async () => {
    const server = await startTwo();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(server)));
    expect(answers.filter((answer) => answer !== 200)).toEqual([]);
    await expect
      .poll(async () => {
        const exported = await scrape();
        return countOf(exported, '1') + countOf(exported, '2');
      })
      .toBe(40);
    const exported = await scrape();
    expect(Math.min(countOf(exported, '1'), countOf(exported, '2'))).toBeGreaterThan(0);
    const bucket = (process: string) =>
      exported.value('burrow_http_request_duration_seconds_bucket', { ...counted, process, le: '+Inf' }) ?? 0;
    expect(bucket('1') + bucket('2')).toBe(40);
    for (const process of ['1', '2']) {
      expect(exported.value('process_resident_memory_bytes', { process })).toBeGreaterThan(50e6);
      expect(exported.value('process_start_time_seconds', { process })).toBeGreaterThan(0);
    }
    expect(exported.value('burrow_figures_up')).toBe(1);
    expect(exported.value('burrow_web_processes', { state: 'serving' })).toBe(2);
    expect(exported.value('burrow_web_process_restarts_total')).toBe(0);
    expect(await server.stop()).toBe(0);
    await expect(fetch(metricsUrl)).rejects.toThrow('fetch failed');
  });

  it('runs background jobs in the first process only, and stops both in order', async () => {
    const server = await startTwo();
    await expect.poll(() => lines(server, 'listening').length).toBe(2);
    const workers = lines(server, 'listening').map(({ process, worker }) => [process, worker] as const);
    expect(new Map(workers)).toEqual(
      new Map([
        [1, 'inline'],
        [2, 'off'],
      ]),
    );
    expect(await server.stop()).toBe(0);
    expect(new Set(lines(server, 'stopped').map(({ process }) => process))).toEqual(new Set([1, 2]));
  });

  it('replaces a process that is killed, and fails no request beyond those in progress', async () => {
    const server = await startTwo();
    const callers = 4;
    const work = keepAsking(server, callers);
    await expect.poll(() => work.outcomes.length).toBeGreaterThan(50);
    const killed = webProcessPids(server.pid).get(2) ?? 0;
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => lines(server, 'a web process ended unexpectedly').length).toBe(1);
    await expect.poll(() => lines(server, 'listening').length, { timeout: 30_000 }).toBe(3);
    const before = work.outcomes.length;
    await expect.poll(() => work.outcomes.length).toBeGreaterThan(before + 50);
    await work.stop();
    // Those in progress, and what its port still took while the kernel ended it.
    expect(work.failures().length).toBeLessThanOrEqual(2 * callers);
    expect(work.outcomes.slice(before).filter((outcome) => outcome !== 200)).toEqual([]);
    const pids = webProcessPids(server.pid);
    expect(new Set(pids.keys())).toEqual(new Set([1, 2]));
    expect(pids.get(2)).not.toBe(killed);
    const exported = await scrape();
    expect(exported.value('burrow_web_process_restarts_total')).toBe(1);
    expect(exported.value('burrow_web_processes', { state: 'serving' })).toBe(2);
    expect(await server.stop()).toBe(0);
  });

  it('runs background jobs again after the process that ran them was killed, and pauses longer each time', async () => {
    const server = await startTwo();
    for (const round of [1, 2]) {
      process.kill(webProcessPids(server.pid).get(1) ?? 0, 'SIGKILL');
      await expect
        .poll(() => lines(server, 'listening').filter((line) => line.process === 1).length, {
          timeout: 30_000,
        })
        .toBe(1 + round);
    }
    const ended = lines(server, 'a web process ended unexpectedly');
    expect(ended.map(({ process, replaced_in_ms }) => [process, replaced_in_ms])).toEqual([
      [1, 250],
      [1, 500],
    ]);
    await processes.db.query('delete from work_marks');
    await processes.enqueue('clear_up');
    const done = async () =>
      (await processes.db.query("select from work_marks where name = 'clear_up'")).rowCount;
    await expect.poll(done, { timeout: 30_000 }).toBe(1);
    expect(await server.stop()).toBe(0);
  });

  it('answers every request that reached a process when it is stopped under load', async () => {
    const server = await startTwo();
    const work = keepAsking(server, 8);
    await expect.poll(() => work.outcomes.length).toBeGreaterThan(50);
    expect(await server.stop()).toBe(0);
    await work.done();
    const answered = work.outcomes.filter((outcome) => outcome === 200).length;
    expect(lines(server, 'answered')).toHaveLength(answered);
    // The kernel cuts a connection that arrives between the last look and the closing of the port (drain.ts).
    const cut = work.failures().filter((outcome) => outcome !== 'not connected');
    expect(cut.length).toBeLessThanOrEqual(2);
  });

  it('ends with 1 when a process did not stop in order', async () => {
    const server = await startTwo();
    const stopped = server.stop();
    process.kill(webProcessPids(server.pid).get(2) ?? 0, 'SIGKILL');
    expect(await stopped).toBe(1);
  });

  it('refuses to start on a port that another server shares', async () => {
    const server = await startTwo();
    const { port } = new URL(server.url);
    await expect(processes.start({ PORT: port })).rejects.toThrow(`Port ${port} is already in use.`);
    expect(await server.stop()).toBe(0);
  });

  it('refuses to start with the reason and the code of its first process', async () => {
    const wrong = processes.appUrl.replace(/\/\/[^@]+@/, '//burrow_nobody:x@');
    await expect(processes.start({ DATABASE_URL: wrong })).rejects.toThrow('DATABASE_URL: PostgreSQL says');
  });

  it('checks the database once, and warns when its processes may open more connections than that accepts', async () => {
    const server = await processes.start({ DATABASE_POOL: '200' });
    const told = 'this server may open more connections than the database accepts';
    await expect.poll(() => server.output()).toContain(told);
    expect(server.output().split(told)).toHaveLength(2);
    expect(await server.stop()).toBe(0);
  });
});
