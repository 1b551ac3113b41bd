import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { measureWork, warmUp } from './compare.ts';
import { processTimes } from './cost.ts';
import type { BenchDatabase } from './database.ts';
import { median, type Load } from './load.ts';
import type { BenchOptions } from './options.ts';
import { count, ms, table, type Section } from './report.ts';
import { memoryOf, type Server } from './servers.ts';
import { startBurrow } from './subjects.ts';
import { works, type Work } from './works.ts';

/** Enough that the kernel spreads them over the processes about evenly. */
const connections = 32;
const compared = [1, 2] as const;
const measuredWorks = works.filter(({ name }) => name === 'detail' || name === 'create');

type Loads = Record<(typeof compared)[number], Load>;

export interface ProcessesResult {
  works: { work: Work; loads: Loads[] }[];
  /** MB after the load: of the process that starts the others, and of each web process. */
  memory: { first: number[]; web: number[] };
}

/** Compares a server of one process with one of two, on the cores that PostgreSQL and the load use as well. */
export async function measureProcesses(
  database: BenchDatabase,
  { rounds, seconds }: BenchOptions,
): Promise<ProcessesResult> {
  const result: ProcessesResult = {
    works: measuredWorks.map((work) => ({ work, loads: [] })),
    memory: { first: [], web: [] },
  };
  for (let round = 0; round < rounds; round += 1) {
    const one = await startBurrow(database);
    const two = await startBurrow(database, { WEB_CONCURRENCY: '2' });
    for (const server of [one, two]) await warmUp(database, server, seconds);
    for (const { work, loads } of result.works) {
      const measure = (server: Server): Promise<Load> =>
        measureWork(database, { work, server, seconds, connections });
      // In changing order, because other work on the machine comes and goes.
      const first = round % 2 === 0 ? await measure(one) : undefined;
      const ofTwo = await measure(two);
      loads.push({ 1: first ?? (await measure(one)), 2: ofTwo });
    }
    noteMemory(two.pid, result.memory);
    for (const server of [one, two]) await server.stop();
  }
  return result;
}

function noteMemory(pid: number, { first, web }: ProcessesResult['memory']): void {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && processTimes(Number(name))?.parent === pid)
    .map(Number);
  first.push(memoryOf(pid)?.now ?? NaN);
  web.push(...children.map((child) => memoryOf(child)?.now ?? NaN));
}

/** Two web processes against one. */
export function processesSection({ works: measured, memory }: ProcessesResult): Section {
  const rows = measured.map(({ work, loads }) => [
    work.title,
    median(loads.map((load) => load[2].perSecond / load[1].perSecond)).toFixed(2),
    ms(median(loads.map((load) => load[1].p99))),
    ms(median(loads.map((load) => load[2].p99))),
    String(loads.reduce((sum, load) => sum + load[1].failures + load[2].failures, 0)),
  ]);
  const failed = measured.filter(({ loads }) =>
    loads.some((load) => load[1].failures + load[2].failures > 0),
  );
  return {
    title: 'Several web processes',
    lines: [
      `\`WEB_CONCURRENCY=2\` against one process, ${connections} keep-alive connections, on ${availableParallelism()} cores that PostgreSQL and the load use as well: a machine of the server's own gains more.`,
      '',
      ...table(['Work', 'speed of two ÷ one', 'p99 of one', 'p99 of two', 'failures'], rows),
      '',
      `Memory after that: ${count(median(memory.web))} MB a web process (the most ${count(Math.max(...memory.web))} MB), and ${count(median(memory.first))} MB for the process that starts them.`,
    ],
    missed: failed.map(({ work }) => `${work.title} by several processes`),
  };
}
