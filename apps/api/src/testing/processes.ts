import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { apiEnvironment, apiNodeFlags } from '../../../../scripts/api-node-flags.ts';
import {
  freePort,
  serverFolder,
  startPostgres,
  type PostgresServer,
} from '../../../../packages/dev/src/postgres-server.ts';
import type { QueueName } from '../db/job-schema.ts';
import { migrate } from '../db/migrate.ts';
import { createJobQueue, type BossQueue } from '../jobs/job-queue.ts';
import { systemClock } from '../lib/clock.ts';
import { holdAt, type Held, type HoldPoint } from './hold-at.ts';
import { appUrl } from './postgres-for-tests.ts';
import { startSandbox, type RunningSandbox } from './running-sandbox.ts';
import { canMount, fillDisk, mountDisk, unmountDisk } from './small-disk.ts';
import { startStandby, type Standby } from './standby.ts';

const checkout = join(import.meta.dirname, '../../../..');
const mainFile = join(import.meta.dirname, '../main.ts');

/** A server process, as in production. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Its whole output. */
  output(): string;
  isRunning(): boolean;
  /** Kills it without notice, as a power cut does. */
  kill(): Promise<void>;
  /** Stops it by a signal. @returns its exit code */
  stop(): Promise<number | null>;
}

export interface Processes {
  /** Superuser's connections, which survive a restart of the database. */
  db: pg.Pool;
  /** The API's address of the database. */
  appUrl: string;
  /** The stand-ins for the providers, in the test's own process: they survive every server. */
  sandbox: RunningSandbox;
  /**
   * Starts a server, at the address of the first one unless another runs. The providers call the one started last.
   */
  start(env?: Record<string, string>): Promise<ServerProcess>;
  /** Stops the database if it runs, by default as in a crash, and starts it again. */
  restartPostgres(how?: 'in order' | 'as a crash'): Promise<void>;
  /** Fills the disk of the database, which must be a small one; returns a function that frees the space. */
  fillPostgresDisk(): () => void;
  /** Starts a standby of the database. At most one. */
  startStandby(): Promise<Standby>;
  /** Suspends the database, as a machine that hangs; returns a function that resumes it. */
  pausePostgres(): Promise<() => void>;
  /** Enqueues a job that does nothing. */
  enqueue(name: QueueName): Promise<void>;
  /** Looks for jobs of dead servers immediately; every server does so regularly. */
  findOrphanedJobs(): Promise<void>;
  /** Holds every transaction at a point in the database, until released. */
  holdAt(point: HoldPoint): Promise<Held>;
}

/**
 * Gives a test file real server processes, which can be killed, on its own PostgreSQL, which can be restarted. Their
 * clock is the system's, and their workers run. Remaining processes are killed at the end. With `databaseDiskMb` the
 * database has its own disk of that size, if one can be made.
 */
export function useProcesses(
  settings: Record<string, string> = {},
  { databaseDiskMb }: { databaseDiskMb?: number } = {},
): Processes {
  const hasSmallDisk = databaseDiskMb !== undefined && canMount();
  const running = new Set<ServerProcess>();
  const holds = new Set<Held>();
  const folder = serverFolder(checkout, `test-postgres-${process.pid}-own`);
  const standbyFolder = serverFolder(checkout, `test-postgres-${process.pid}-standby`);
  let postgres: PostgresServer;
  let standby: Standby | undefined;
  let jobs: BossQueue;
  let firstPort: number | undefined;
  let resumePostgres: () => void = () => undefined;
  let makeRoom: () => void = () => undefined;
  const processes = {
    start: async (env = {}) => {
      firstPort ??= await freePort();
      const port = env['PORT'] ?? (running.size === 0 ? firstPort : await freePort());
      const url = `http://${env['HOST'] ?? '127.0.0.1'}:${port}`;
      processes.sandbox.appUrl = url;
      const started = await startServer(url, {
        DATABASE_URL: processes.appUrl,
        PORT: String(port),
        PUBLIC_URL: url,
        SUPERADMIN_SECOND_FACTOR: 'optional',
        ...processes.sandbox.settings,
        ...settings,
        ...env,
      });
      const tracked = {
        ...started,
        kill: () => started.kill().finally(() => running.delete(tracked)),
        stop: () => started.stop().finally(() => running.delete(tracked)),
      };
      running.add(tracked);
      return tracked;
    },
    restartPostgres: (how = 'as a crash') => postgres.restart(how),
    fillPostgresDisk: () => {
      if (!hasSmallDisk) throw new Error('The disk under the database is not a small one.');
      makeRoom = fillDisk(folder);
      return makeRoom;
    },
    pausePostgres: async () => {
      resumePostgres = await postgres.pause();
      return resumePostgres;
    },
    enqueue: async (name) => {
      await (await jobs.boss()).send(name);
    },
    startStandby: async () => {
      standby = await startStandby({ db: processes.db, primary: folder, folder: standbyFolder });
      return standby;
    },
    findOrphanedJobs: async () => {
      const { db } = processes;
      await db.query(
        "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'",
      );
      await db.query("update pgboss.queue set monitor_claim_on = monitor_claim_on - interval '1 hour'");
      await (await jobs.boss()).supervise();
    },
    holdAt: async (point) => {
      const held = await holdAt(processes.db, point);
      const tracked = { ...held, cut: () => held.cut().finally(() => holds.delete(tracked)) };
      holds.add(tracked);
      return tracked;
    },
  } as Partial<Processes> as Processes;

  beforeAll(async () => {
    if (hasSmallDisk) mountDisk(folder, databaseDiskMb);
    // A commit must survive a crash of the server, but not of the machine.
    const logSize = hasSmallDisk ? ['min_wal_size=32MB', 'max_wal_size=48MB'] : [];
    postgres = await startPostgres({ folder, settings: ['fsync=off', 'full_page_writes=off', ...logSize] });
    const ownerUrl = postgres.url('postgres');
    processes.appUrl = appUrl(ownerUrl);
    processes.db = new pg.Pool({ connectionString: ownerUrl, max: 4 });
    // A restart closes idle connections; the next query opens a new one.
    processes.db.on('error', () => undefined);
    const log = pino({ level: 'silent' });
    jobs = createJobQueue({ url: processes.appUrl, works: false, clock: systemClock, log });
    [processes.sandbox] = await Promise.all([
      startSandbox(),
      migrate({ ownerUrl, appUrl: processes.appUrl }),
    ]);
  });

  // A failed test must not hold the next one's transactions.
  afterEach(async () => {
    resumePostgres();
    makeRoom();
    for (const held of holds) await held.cut();
  });

  afterAll(async () => {
    for (const server of running) await server.kill();
    await processes.sandbox.stop();
    await jobs.close();
    await processes.db.end();
    await standby?.end();
    await postgres.stop();
    if (hasSmallDisk) unmountDisk(folder);
    for (const used of [folder, standbyFolder]) rmSync(used, { recursive: true, force: true });
  });

  return processes;
}

async function startServer(url: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = fork(mainFile, {
    env: { PATH: process.env['PATH'], BCRYPT_COST: '4', LOG_LEVEL: 'warn', ...apiEnvironment, ...env },
    execArgv: [...apiNodeFlags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const exited = once(child, 'exit') as Promise<[number | null]>;
  await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error(`The server did not start:\n${output}`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
