import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { doJob } from '../apps/api/src/jobs/job-handlers.ts';
import { familyMs, processTimes } from './cost.ts';
import type { BenchCluster } from './database.ts';
import { postmasterOf } from './desk-search.ts';
import { fillPlace, sizes, type Place, type Size } from './growth-places.ts';
import { load, median, type Call } from './load.ts';
import type { BenchOptions } from './options.ts';
import { dependencies } from './plans.ts';
import type { Practice } from './practice.ts';
import { memoryOf, type Server } from './servers.ts';
import { startBurrow } from './subjects.ts';
import { works } from './works.ts';

/** Figures of one kind, for the practice alone and among others, in this order. */
export interface GrowthLine {
  title: string;
  figures: number[];
  /** Each figure relative to the first: the median of the rounds' ratios. */
  ratios: number[];
}

export interface GrowthResult {
  /** How many other practices there are. */
  others: readonly number[];
  otherBookings: number;
  /** Milliseconds of processor time per call, of the server and PostgreSQL together. */
  calls: GrowthLine[];
  /** Milliseconds until a server answers, until a migration without anything to do is over; megabytes. */
  process: { ready: GrowthLine; migrate: GrowthLine; rest: GrowthLine; afterLoad: GrowthLine };
  /** Milliseconds of processor time a minute of a worker with nothing to do, PostgreSQL's included. */
  idleWorker: GrowthLine;
  /** Milliseconds of each scheduled job, which works for all practices: in a minute with reminders due, and in others. */
  jobs: { name: string; busy: number[]; usual: number[] }[];
}

/** Measures the same practice in three databases side by side, so that rounds can alternate between them. */
export async function measureGrowth(
  cluster: BenchCluster,
  { quick }: BenchOptions,
  say: (line: string) => void,
): Promise<GrowthResult> {
  const size = quick ? sizes.quick : sizes.full;
  const names = size.others.map((others) => `bench_among_${others}`);
  const now = new Date();
  const places: Place[] = [];
  for (const [index, others] of size.others.entries()) {
    say(`  filling it with ${others} other practices …`);
    places.push(await fillPlace(await cluster.createDatabase(names[index] as string), others, size, now));
  }
  const postmaster = await postmasterOf((places[0] as Place).ownerUrl);
  say('  starts and migrations …');
  const starts = await measureStarts(places, quick ? 2 : 5);
  say('  calls …');
  const { calls, rest, afterLoad } = await measureCalls(places, postmaster, size);
  say('  jobs …');
  const idleWorker = await measureIdleWorkers(places, postmaster, size);
  const jobs = await measureJobs(places);
  for (const name of names) await cluster.dropDatabase(name);
  return {
    others: size.others,
    otherBookings: size.bookings,
    calls,
    process: { ...starts, rest, afterLoad },
    idleWorker,
    jobs,
  };
}

interface GrowthCall {
  title: string;
  calls: readonly Call[] | (() => Call);
}

/** The daily work of a desk. */
function callsOf(practice: Practice): GrowthCall[] {
  const { busyDay, wholeName } = practice;
  const work = (name: string, title?: string): GrowthCall => {
    const found = works.find((one) => one.name === name);
    if (!found) throw new Error(`There is no such work: ${name}.`);
    return { title: title ?? found.title, calls: found.calls(practice) };
  };
  const one = (title: string, path: string, body: Call['body']): GrowthCall => ({
    title,
    calls: [{ path, body }],
  });
  return [
    work('detail'),
    work('month'),
    one('the diary of a day', '/api/diary', { date: busyDay.date }),
    work('free-times'),
    work('search', 'search clients by a whole name'),
    one('search clients by a surname', '/api/clients', { q: 'haworth', limit: 50 }),
    one('search clients by a phone number', '/api/clients', { q: '07000 001 234', limit: 50 }),
    one('search animals by name and surname', '/api/animals', { q: 'bella haworth', limit: 50 }),
    one('search at the desk by a whole name', '/api/search', { q: wholeName }),
    one('search at the desk by a phone number', '/api/search', { q: '07000 001 234' }),
    work('stats'),
    work('create'),
  ];
}

const lineOf = (title: string, rounds: readonly (readonly number[])[]): GrowthLine => {
  const places = (rounds[0] ?? []).map((_, place) => place);
  return {
    title,
    figures: places.map((place) => median(rounds.map((round) => round[place] ?? NaN))),
    ratios: places.map((place) => median(rounds.map((round) => (round[place] ?? NaN) / (round[0] ?? NaN)))),
  };
};

/** Runs `measure` for each place, beginning with another one each round. @returns the figures in the order of the places */
async function inTurn(
  places: readonly Place[],
  round: number,
  measure: (place: Place, index: number) => Promise<number>,
): Promise<number[]> {
  const figures: number[] = [];
  for (const turn of places.keys()) {
    const index = (turn + round) % places.length;
    figures[index] = await measure(places[index] as Place, index);
  }
  return figures;
}

async function measureCalls(
  places: readonly Place[],
  postmaster: number,
  { rounds, seconds }: Size,
): Promise<{ calls: GrowthLine[]; rest: GrowthLine; afterLoad: GrowthLine }> {
  const servers: Server[] = [];
  for (const place of places) servers.push(await startBurrow(place, { WORKER: 'off' }));
  await pause(2000);
  const memory = (): number[] => servers.map(({ pid }) => memoryOf(pid)?.now ?? NaN);
  const rest = lineOf('memory at rest', [memory()]);
  const callsAt = places.map(({ practice }) => callsOf(practice));
  const calls: GrowthLine[] = [];
  for (const [number, { title }] of (callsAt[0] ?? []).entries()) {
    const costs: number[][] = [];
    // The first round is a warm-up: connections, plans, compiled code.
    for (let round = 0; round <= rounds; round += 1) {
      const measured = await inTurn(places, round, async ({ practice }, index) => {
        const server = servers[index] as Server;
        const used = (): number => (processTimes(server.pid)?.ms ?? NaN) + familyMs(postmaster);
        const before = used();
        const call = callsAt[index]?.[number] as GrowthCall;
        const { good, failures } = await load({
          server,
          apiKey: practice.apiKey,
          seconds,
          calls: call.calls,
        });
        if (failures > 0) throw new Error(`${failures} calls failed: ${title}.`);
        return (used() - before) / good;
      });
      if (round > 0) costs.push(measured);
    }
    calls.push(lineOf(title, costs));
  }
  const afterLoad = lineOf('memory after the calls', [memory()]);
  for (const server of servers) await server.stop();
  return { calls, rest, afterLoad };
}

async function measureStarts(
  places: readonly Place[],
  rounds: number,
): Promise<{ ready: GrowthLine; migrate: GrowthLine }> {
  const ready: number[][] = [];
  const migrations: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    migrations.push(await inTurn(places, round, (place) => timeOf(() => migrate(place))));
    ready.push(
      await inTurn(places, round, async (place) => {
        let server: Server | undefined;
        const ms = await timeOf(async () => {
          server = await startBurrow(place, { WORKER: 'off' });
          const answer = await fetch(`${server.url}/api/ready`);
          if (answer.status !== 200) throw new Error(`/api/ready answers ${answer.status}.`);
        });
        await server?.stop();
        return ms;
      }),
    );
  }
  return {
    ready: lineOf('start to ready', ready),
    migrate: lineOf('`migrate` with nothing to do', migrations),
  };
}

/** A worker looks for due messages, webhooks and jobs in every queue. */
async function measureIdleWorkers(
  places: readonly Place[],
  postmaster: number,
  { idleSeconds }: Size,
): Promise<GrowthLine> {
  const measured = await inTurn(places, 0, async (place) => {
    const server = await startBurrow(place, { WORKER: 'only' });
    await pause(5000);
    const used = (): number => (processTimes(server.pid)?.ms ?? NaN) + familyMs(postmaster);
    const before = used();
    await pause(idleSeconds * 1000);
    const perMinute = ((used() - before) * 60) / idleSeconds;
    await server.stop();
    return perMinute;
  });
  return lineOf('a worker', [measured]);
}

const scheduled = ['plan_reminders', 'plan_gaps', 'plan_recalls', 'clear_up'];

/** Runs the scheduled jobs of five minutes. In the second one the reminders of a time of the day are due. */
async function measureJobs(places: readonly Place[]): Promise<GrowthResult['jobs']> {
  const jobs = scheduled.map((name) => ({ name, busy: [] as number[], usual: [] as number[] }));
  for (const place of places) {
    const busyMinute = await reminderMoment(place);
    let now = busyMinute;
    const deps = { ...dependencies(place), clock: { now: () => now } };
    for (const job of jobs) {
      const times: number[] = [];
      for (const minute of [-1, 0, 1, 2, 3]) {
        now = new Date(busyMinute.getTime() + minute * 60_000);
        times.push(await timeOf(() => runJob(deps, job.name)));
      }
      // The first run opens connections and makes plans.
      const [, busy = NaN, ...usual] = times;
      job.busy.push(busy);
      job.usual.push(median(usual));
    }
    await deps.jobs.close();
    await deps.database.close();
  }
  return jobs;
}

/** When the reminders of the first appointments of a busy day are due. */
async function reminderMoment({ ownerUrl, practice }: Place): Promise<Date> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ at: Date }>(
    `select min(b.starts_at) - interval '1 day' as at from bookings b where b.tenant_id = $1 and b.booking_date = $2`,
    [practice.tenantId, practice.busyDay.date],
  );
  await owner.end();
  if (!rows[0]) throw new Error('The busy day has no appointments.');
  return rows[0].at;
}

async function runJob(deps: Parameters<typeof doJob>[0], name: string): Promise<void> {
  const { status } = await doJob(deps, { id: randomUUID(), name, data: null });
  if (status !== 'completed') throw new Error(`The job ${name} ended as ${status}.`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
