import type { Queryable } from '../db/transaction.ts';
import type { JobName, JobPayloads } from '../lib/job-payloads.ts';

/** Where work is put that must not be lost. A job is done at least once, so doing it twice must change nothing more. */
export interface JobQueue {
  /**
   * Puts a job into the queue; it is there if and only if the transaction commits.
   * @param tx the transaction, or the control connection if nothing else is written
   * @param after when it is to be done at the earliest; at once unless given
   * @param key of several jobs with the same key that have not begun, one is kept; it begins when the earliest of them would
   */
  enqueue<Name extends JobName>(
    tx: Queryable,
    name: Name,
    payload: JobPayloads[Name],
    options?: { after?: Date; key?: string },
  ): Promise<void>;
  /** Ends its connections. */
  close(): Promise<void>;
}
