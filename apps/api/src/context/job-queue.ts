import type { Queryable } from '../db/transaction.ts';
import type { JobName, JobPayloads } from '../lib/job-payloads.ts';

/** The durable queue of background work. A job runs at least once, so it must be idempotent. */
export interface JobQueue {
  /**
   * Enqueues a job; it exists if and only if the transaction commits.
   * @param tx the transaction, or the control connection if nothing else is written
   * @param after the earliest time to run; at once unless given
   * @param key of several jobs with the same key that have not begun, one is kept, with the earliest time
   */
  enqueue<Name extends JobName>(
    tx: Queryable,
    name: Name,
    payload: JobPayloads[Name],
    options?: { after?: Date; key?: string },
  ): Promise<void>;
  close(): Promise<void>;
}
