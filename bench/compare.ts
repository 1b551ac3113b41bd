import { deepStrictEqual } from 'node:assert';
import type { BenchDatabase } from './database.ts';
import { load, median, openCaller, type Call, type Load } from './load.ts';
import type { BenchOptions } from './options.ts';
import type { Server } from './servers.ts';
import { startSubject, subjects, type Subject } from './subjects.ts';
import { firstCreatedDay, works as allWorks, type Work } from './works.ts';

export interface WorkResult {
  work: Work;
  /** Successful answers a second, the median of the rounds. */
  perSecond: Record<Subject, number>;
  /** Milliseconds, the median of the rounds. */
  p99: Record<Subject, number>;
  /**
   * Burrow's speed relative to another's: the median of the ratios of each round, which share the machine's other load.
   */
  ratio(other: Subject): number;
  failures: number;
}

/**
 * Measures the works round by round: each round restarts every server, and takes them in another order for each work.
 * @throws Error when the servers do not answer alike
 */
export async function compareWorks(
  database: BenchDatabase,
  works: readonly Work[],
  { rounds, seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<WorkResult[]> {
  const loads = new Map<Work, Record<Subject, Load>[]>(works.map((work) => [work, []]));
  for (let round = 0; round < rounds; round += 1) {
    const servers = new Map<Subject, Server>();
    for (const subject of subjects) servers.set(subject, await startSubject(subject, database));
    if (round === 0) await checkAnswers(database, works, servers);
    for (const server of servers.values()) await warmUp(database, server, seconds);
    for (const [turn, work] of works.entries()) {
      const measured: Partial<Record<Subject, Load>> = {};
      for (const index of subjects.keys()) {
        const subject = subjects[(index + round + turn) % subjects.length] as Subject;
        const server = servers.get(subject) as Server;
        measured[subject] = await measureWork(database, { work, server, seconds });
      }
      loads.get(work)?.push(measured as Record<Subject, Load>);
      say(`  ${work.name} ${subjects.map((name) => Math.round(measured[name]?.perSecond ?? 0)).join(' ')}`);
    }
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
  return works.map((work) => summary(work, loads.get(work) ?? []));
}

function summary(work: Work, rounds: readonly Record<Subject, Load>[]): WorkResult {
  const medians = (of: (load: Load) => number): Record<Subject, number> =>
    Object.fromEntries(
      subjects.map((subject) => [subject, median(rounds.map((round) => of(round[subject])))]),
    ) as Record<Subject, number>;
  return {
    work,
    perSecond: medians((one) => one.perSecond),
    p99: medians((one) => one.p99),
    ratio: (other) => median(rounds.map((round) => round.burrow.perSecond / round[other].perSecond)),
    failures: rounds
      .flatMap((round) => Object.values(round))
      .reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** Warms up a new server, so that Node has compiled its hot paths. */
export async function warmUp({ practice }: BenchDatabase, server: Server, seconds: number): Promise<void> {
  const reads = allWorks.filter((work) => !work.writes).slice(0, 3);
  for (const work of reads)
    await load({ server, apiKey: practice.apiKey, seconds, calls: work.calls(practice) });
}

/** Measures one work on a server, after a short warm-up, and removes what it wrote. */
export async function measureWork(
  database: BenchDatabase,
  { work, server, seconds, connections }: MeasuredWork,
): Promise<Load> {
  const { practice, owner } = database;
  const options = { server, apiKey: practice.apiKey, calls: work.calls(practice), connections };
  await load({ ...options, seconds: 1.5 });
  const before = work.writes ? await countCreated(database) : 0;
  const result = await load({ ...options, seconds });
  if (work.writes) {
    const written = (await countCreated(database)) - before;
    if (written < result.good)
      throw new Error(`${result.good} bookings were confirmed, ${written} are there.`);
    await owner.query('delete from bookings where booking_date >= $1', [firstCreatedDay]);
    await owner.query('vacuum (analyze) bookings, booking_parts');
  }
  return result;
}

async function countCreated({ owner }: BenchDatabase): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from bookings where booking_date >= $1',
    [firstCreatedDay],
  );
  return rows[0]?.count ?? 0;
}

interface MeasuredWork {
  work: Work;
  server: Server;
  seconds: number;
  connections?: number;
}

/** The first calls of each work must return the same JSON from all; of a write, an answer of the same shape. */
async function checkAnswers(
  { practice }: BenchDatabase,
  works: readonly Work[],
  servers: ReadonlyMap<Subject, Server>,
): Promise<void> {
  for (const work of works) {
    const given = work.calls(practice);
    const calls: (() => Call)[] =
      typeof given === 'function' ? [given] : given.slice(0, 20).map((call) => () => call);
    for (const call of calls) {
      const bodies: unknown[] = [];
      for (const [subject, server] of servers) {
        const caller = openCaller(server, practice.apiKey);
        const { status, body } = await caller.post(call());
        caller.close();
        if (status !== 200) throw new Error(`${subject} answers ${status} to ${work.name}.`);
        bodies.push(work.writes ? Object.keys(body as object) : body);
      }
      for (const body of bodies.slice(1))
        deepStrictEqual(body, bodies[0], `${work.name} is not answered alike`);
    }
  }
}
