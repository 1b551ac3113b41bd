import { readdirSync, readFileSync } from 'node:fs';
import type { BenchDatabase } from './database.ts';
import { load } from './load.ts';
import type { BenchOptions } from './options.ts';
import { startBurrow } from './subjects.ts';
import { firstCreatedDay, works } from './works.ts';

/** The processor time and space of a call, independent of other load. */
export interface CallCost {
  title: string;
  calls: number;
  /** Milliseconds of processor time per call, of the server and of PostgreSQL. */
  serverMs: number;
  databaseMs: number;
}

export interface CostResult {
  calls: CallCost[];
  /** Bytes of the database, with its indexes, for each appointment and its dependent rows. */
  bytesPerBooking: number;
}

/** Clock ticks a second, in which Linux counts processor time. */
const ticksPerSecond = 100;

/** Parent, and milliseconds of processor time: its own and that of its ended children. */
export function processTimes(pid: number): { parent: number; ms: number; childrenMs: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain blanks.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    const inMs = (ticks: number): number => (ticks * 1000) / ticksPerSecond;
    return { parent, ms: inMs(user + system), childrenMs: inMs(childUser + childSystem) };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** Milliseconds of processor time that a process and its children have used. */
export function familyMs(pid: number): number {
  const own = processTimes(pid);
  if (!own) throw new Error('There is no /proc to read processor times from.');
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processTimes(Number(name)))
    .filter((times) => times?.parent === pid);
  return own.ms + own.childrenMs + children.reduce((sum, times) => sum + (times?.ms ?? 0), 0);
}

/** Measures the cost of each work: processor time, which other work on the machine hardly changes. */
export async function measureCost(
  { practice, owner, ...addresses }: BenchDatabase,
  { seconds }: BenchOptions,
): Promise<CostResult> {
  const { rows: backends } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = processTimes(backends[0]?.pid ?? 0)?.parent ?? 0;
  const { rows: sizes } = await owner.query<{ bytes: string; bookings: string }>(
    'select pg_database_size(current_database()) as bytes, (select count(*) from bookings) as bookings',
  );
  const server = await startBurrow(addresses);
  const options = { server, apiKey: practice.apiKey, connections: 4 };
  const calls: CallCost[] = [];
  for (const work of works) {
    // The first calls include one-off work: connections, plans, compiled code.
    await load({ ...options, seconds, calls: work.calls(practice) });
    const before = [processTimes(server.pid)?.ms ?? 0, familyMs(postmaster)] as const;
    const { good } = await load({ ...options, seconds: seconds * 2, calls: work.calls(practice) });
    const after = [processTimes(server.pid)?.ms ?? 0, familyMs(postmaster)] as const;
    calls.push({
      title: work.title,
      calls: good,
      serverMs: (after[0] - before[0]) / good,
      databaseMs: (after[1] - before[1]) / good,
    });
  }
  await server.stop();
  await owner.query('delete from bookings where booking_date >= $1', [firstCreatedDay]);
  const [size] = sizes;
  return { calls, bytesPerBooking: Number(size?.bytes) / Number(size?.bookings) };
}
