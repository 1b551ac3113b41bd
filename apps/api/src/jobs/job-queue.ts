import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { JobQueue } from '../context/job-queue.ts';
import { jobSchema } from '../db/job-schema.ts';
import { statement } from '../db/statement.ts';
import type { Queryable } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { JobName } from '../lib/job-payloads.ts';
import type { Logger } from '../lib/logger.ts';
import type { Tracing } from '../lib/tracing.ts';

/** Connections besides those of requests: one polls for jobs, one reports on them, one for maintenance. */
const connections = 3;
const connectMs = 4000;
const answerMs = 10_000;
/** How long jobs still under way may take when it closes; the worker has already waited for them. */
const lastMs = 1000;
const maxRestMs = 30_000;

/**
 * A job of this key that has not begun: it is kept, and brought forward when the new one is due earlier. It stays
 * locked until the caller commits, so that it cannot begin before the caller's changes are visible.
 */
const keepWaitingJob = statement<{ id: string }>(
  'keep_waiting_job',
  `update ${jobSchema}.job j set start_after = least(j.start_after, ${jobSchema}.job_now() + $3 * interval '1 second')
   where j.name = $1 and coalesce(j.singleton_key, '') = $2 and j.state = 'created' and j.policy = 'short'
   returning j.id`,
);

interface JobQueueOptions {
  url: string;
  /** Whether this process also runs jobs: only then does it maintain the queue and its schedules. */
  works: boolean;
  clock: Clock;
  log: Logger;
  tracing?: Tracing | undefined;
}

/** The queue on pg-boss, in the same database. */
export interface BossQueue extends JobQueue {
  /** The running pg-boss; started at the first call, or at the next one if that failed. */
  boss(): Promise<PgBoss>;
  /**
   * Starts it early, and retries until it is closed, so that no transaction with locks waits for it. Returns at once.
   */
  startEarly(): void;
}

/** The queue of every process. It opens nothing until it is used or started. */
export function createJobQueue({ url, works, clock, log, tracing }: JobQueueOptions): BossQueue {
  let running: Promise<Running> | undefined;
  const closing = new AbortController();
  const start = (): Promise<Running> => {
    running ??= startBoss(url, works, log).catch((error: unknown) => {
      running = undefined;
      throw new AppError('unavailable', {}, { cause: error });
    });
    return running;
  };
  const keepStarting = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      try {
        await start();
        return;
      } catch (error) {
        log.error({ err: error }, 'the job queue could not be started');
        const restMs = Math.min(maxRestMs, 1000 * 2 ** failures);
        await sleep(restMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  };
  const put = async (
    tx: Queryable,
    name: JobName,
    payload: object,
    seconds: number,
    key: string,
  ): Promise<boolean> => {
    const { boss } = await start();
    const cause = tracing?.traceparent();
    const id = await boss.send(name, cause === undefined ? payload : { ...payload, traceparent: cause }, {
      singletonKey: key,
      startAfter: seconds,
      db: {
        executeSql: async (text, values) => ({
          rows: await tx.rows({ name: `enqueue_${name}`, text }, values),
        }),
      },
    });
    return id !== null;
  };
  return {
    enqueue: async (tx, name, payload, { after, key } = {}) => {
      // The database counts from its own time; our clock only gives the delay.
      const seconds = after ? Math.max(0, Math.ceil((after.getTime() - clock.now().getTime()) / 1000)) : 0;
      if (key === undefined) {
        await put(tx, name, payload, seconds, randomUUID());
        return;
      }
      // If a job begins between the two checks, there is room for a new one; if one appears, the next check finds it.
      while (
        !(await tx.row(keepWaitingJob, [name, key, seconds])) &&
        !(await put(tx, name, payload, seconds, key))
      );
    },
    boss: async () => (await start()).boss,
    startEarly: () => void keepStarting(),
    close: async () => {
      closing.abort();
      const started = await running?.catch(() => undefined);
      await started?.close();
    },
  };
}

interface Running {
  boss: PgBoss;
  close(): Promise<void>;
}

/**
 * Starts pg-boss on its own pool. It needs no session state, so a transaction pooler may be in between.
 * @throws Error when the database does not answer, or its job queue is not of this release
 */
async function startBoss(url: string, works: boolean, log: Logger): Promise<Running> {
  const { PgBoss: Boss } = await import('pg-boss');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'burrow-jobs',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  const onLost = (error: Error): void => log.warn({ err: error }, 'a connection of the job queue was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const boss = new Boss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    reindex: false,
    supervise: works,
    schedule: works,
    // The next check of any process finds the jobs of a killed one.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warning'));
  const close = async (): Promise<void> => {
    await boss.stop({ timeout: lastMs });
    await pool.end();
  };
  try {
    await boss.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { boss, close };
}
