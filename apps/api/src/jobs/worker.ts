import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Dependencies } from '../context/context.ts';
import { queueNames } from '../db/job-schema.ts';
import { doJob } from './job-handlers.ts';
import type { BossQueue } from './job-queue.ts';
import { startMessageLoop } from './message-loop.ts';
import { startWebhookLoop } from './webhook-loop.ts';

/** The polling interval of each queue. */
const lookEverySeconds = 2;
/** How many jobs of a queue a process does at a time. */
const atOnce = 5;
/** How long work under way may take after a stop; interrupted jobs are run again by another process. */
const drainMs = 10_000;
const maxRestMs = 30_000;

/** The background work of a process: jobs, schedules, messages and webhooks. */
export interface Worker {
  /** Claims nothing more; resolves when the work under way is done, or after its timeout. */
  stop(): Promise<void>;
}

/** No background work. */
export const noWorker: Worker = { stop: async () => undefined };

/** Starts at once, and retries while the database does not answer. */
export function startWorker(deps: Dependencies & { jobs: BossQueue }): Worker {
  const loops = [startMessageLoop(deps), startWebhookLoop(deps)];
  const stopping = new AbortController();
  const jobs = startJobs(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      const ended = Promise.all([
        ...loops.map((loop) => loop.stop()),
        jobs.then((boss) => boss && stopJobs(boss)),
      ]);
      await Promise.race([ended, sleep(drainMs, undefined, { ref: false })]);
    },
  };
}

/** Resolves to pg-boss once it works, or to undefined when the worker is stopped before. */
async function startJobs(
  deps: Dependencies & { jobs: BossQueue },
  signal: AbortSignal,
): Promise<PgBoss | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const boss = await deps.jobs.boss();
      for (const name of queueNames) await lookInto(boss, name, deps);
      return boss;
    } catch (error) {
      deps.log.warn({ err: error }, 'jobs cannot run yet');
      await sleep(Math.min(maxRestMs, 1000 * 2 ** failures), undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

const lookInto = (boss: PgBoss, name: string, deps: Dependencies): Promise<string> =>
  boss.work<object | null>(
    name,
    {
      pollingIntervalSeconds: lookEverySeconds,
      batchSize: atOnce,
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    (taken) => Promise.all(taken.map((job) => doJob(deps, job))),
  );

async function stopJobs(boss: PgBoss): Promise<void> {
  await Promise.all(queueNames.map((name) => boss.offWork(name, { wait: true })));
}
