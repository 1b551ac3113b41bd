import type { Queryable } from '../db/database.ts';

/** Work that goes on by itself, and what it needs to know. It looks up everything else when it runs. */
export interface JobPayloads {
  /** Carries a refund to the card provider, and asks how it went until that is known. */
  refund: { tenantId: number; refundId: number };
  /** Asks the card provider how a deposit stands that nobody has told us about, and settles it. */
  deposit_check: { tenantId: number; depositId: number };
  /** Asks the card provider how a practice's subscription stands. */
  subscription_check: { tenantId: number };
  /** Checks, runs or undoes an import, whichever its status says. */
  import: { tenantId: number; importId: number };
  /** Emails a link to choose a new password; does nothing for account 0, which stands for an unknown email. */
  password_mail: { accountId: number };
}
export type JobName = keyof JobPayloads;

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
