import type { Dependencies } from '../context/context.ts';
import { queueNames } from '../db/job-schema.ts';
import { doJob } from '../jobs/job-handlers.ts';
import type { BossQueue } from '../jobs/job-queue.ts';

/** A job that was done, or that failed. */
export interface DoneJob {
  name: string;
  payload: object | null;
  status: 'completed' | 'failed';
}

export interface RunJobsOptions {
  /** Runs the jobs scheduled for later too, once each; jobs that they schedule for later stay queued. */
  ignoreStartAfter?: boolean;
}

/**
 * Runs every waiting job, one after the other and as the worker does, until none is left.
 * @returns the jobs, in order
 */
export async function runJobs(
  deps: Dependencies & { jobs: BossQueue },
  { ignoreStartAfter = false }: RunJobsOptions = {},
): Promise<DoneJob[]> {
  const boss = await deps.jobs.boss();
  const round = async (early: boolean): Promise<DoneJob[]> => {
    const done: DoneJob[] = [];
    for (const name of queueNames) {
      const jobs = await boss.fetch<object | null>(name, { batchSize: 1000, ignoreStartAfter: early });
      for (const job of jobs) {
        const { status, output } = await doJob(deps, job);
        if (status === 'completed') await boss.complete(name, job.id);
        else await boss.fail(name, job.id, output as object);
        done.push({ name, payload: job.data, status: status === 'completed' ? status : 'failed' });
      }
    }
    return done;
  };
  const all = await round(ignoreStartAfter);
  for (;;) {
    const more = await round(false);
    if (more.length === 0) return all;
    all.push(...more);
  }
}
