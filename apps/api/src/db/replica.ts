import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../lib/app-error.ts';
import type { Logger } from '../lib/logger.ts';
import { isTimeout } from './constraint-errors.ts';
import { setPractice } from './set-practice.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

// What has been flushed includes every acknowledged commit, unless commits are not waited for. The log may go on behind it for a
// while, with what no commit needs.
const positionStatement = statement<{ position: string }>(
  'wal_position',
  `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
           else pg_current_wal_flush_lsn() end)::text as position`,
);

// A promoted standby has its own timeline, however far it had replayed.
const standingStatement = statement<{ is_standby: boolean; is_there: boolean }>(
  'replica_standing',
  `select pg_is_in_recovery() as is_standby,
          coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_there`,
);

/** How long to wait for a standby to reach the primary's position, and how often to check. */
const patienceMs = 300;
const lookEveryMs = 10;
/** The timeout of its first answer. */
const firstAnswerMs = 800;
/** How long it is not asked again after a failure. */
const restMs = 1000;

/** Why the standby could not be used. */
export type ReplicaTrouble = 'away' | 'behind' | 'failed';
export type ReplicaState = 'ok' | 'behind' | 'away';

/** Counts since the start. */
export interface ReplicaActivity {
  /** Reads from the standby. */
  reads: number;
  /** Reads from the primary instead. */
  instead: Record<ReplicaTrouble, number>;
}

/** The position of the primary's log; a standby at this position has everything that was acknowledged. */
export async function walPosition(primary: Queryable): Promise<string> {
  const row = await primary.row(positionStatement);
  if (!row) throw new Error('The database didn’t report the position of its log.');
  return row.position;
}

/** The practice to read in, and the position that the standby must have reached. */
export interface ReplicaReading {
  tenantId: number;
  /** Of {@link walPosition}. */
  position: string;
}

interface ReplicaOptions {
  /** Runs work in a READ ONLY transaction on the standby. */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** Single statements on it. */
  control: Queryable;
  log: Logger;
}

class ReplicaUnavailable extends Error {
  readonly trouble: ReplicaTrouble;

  constructor(trouble: ReplicaTrouble, options?: ErrorOptions) {
    super(`The read replica is ${trouble}.`, options);
    this.trouble = trouble;
  }
}

/** A standby that follows the primary, for large read-only queries. */
export class Replica {
  private readonly options: ReplicaOptions;
  private restsUntil = 0;
  private trouble: ReplicaTrouble | null = null;
  private readonly counts: ReplicaActivity = { reads: 0, instead: { away: 0, behind: 0, failed: 0 } };

  constructor(options: ReplicaOptions) {
    this.options = options;
  }

  activity(): ReplicaActivity {
    return { reads: this.counts.reads, instead: { ...this.counts.instead } };
  }

  /** Whether to try it now. After a failure, one request a second tries; the others skip the wait. */
  isHealthy(): boolean {
    const now = performance.now();
    if (this.trouble === null) return true;
    if (now >= this.restsUntil) {
      this.restsUntil = now + restMs;
      return true;
    }
    this.counts.instead[this.trouble] += 1;
    return false;
  }

  /**
   * Reads in a practice the state of the primary at a position, or later.
   * @returns undefined if the standby cannot be used: ask the primary
   * @throws any error of `work`, and timeouts: the primary would be no faster
   */
  async read<T>(
    asked: ReplicaReading,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    try {
      const value = await this.attempt(asked, work);
      this.counts.reads += 1;
      this.note(null);
      return { value };
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      this.counts.instead[trouble] += 1;
      this.note(trouble, error);
      return undefined;
    }
  }

  /** Its lag behind the primary's current position, for monitoring. */
  async state(position: string): Promise<ReplicaState> {
    const quiet = pause(firstAnswerMs, 'away' as const, { ref: false });
    const looked = reach(this.options.control, position).then(
      () => 'ok' as const,
      (error: unknown) =>
        error instanceof ReplicaUnavailable && error.trouble === 'behind' ? 'behind' : 'away',
    );
    return Promise.race([looked, quiet]);
  }

  private async attempt<T>(
    { position, tenantId }: ReplicaReading,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    let isGivenUp = false;
    const standing = Promise.withResolvers<void>();
    const reading = this.options.transaction(async (tx) => {
      await reach(tx, position);
      // Another request is already trying.
      if (isGivenUp) throw new ReplicaUnavailable('away');
      standing.resolve();
      await tx.rows(setPractice, [tenantId]);
      return work(tx);
    });
    reading.catch(standing.reject);
    const timer = setTimeout(() => standing.reject(new ReplicaUnavailable('away')), firstAnswerMs);
    try {
      await standing.promise;
    } catch (error) {
      isGivenUp = true;
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return reading;
  }

  /** Logs once that it cannot be used, and once that it can again. */
  private note(trouble: ReplicaTrouble | null, error?: unknown): void {
    if (trouble !== null) this.restsUntil = performance.now() + restMs;
    if ((trouble === null) !== (this.trouble === null)) {
      const { log } = this.options;
      if (trouble === null) log.info('reports are read from the replica again');
      else log.warn({ trouble, err: error }, 'reports are read from the primary: the replica is unavailable');
    }
    this.trouble = trouble;
  }
}

/** Waits until the standby has reached `position`. */
async function reach(tx: Queryable, position: string): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const row = await tx.row(standingStatement, [position]);
    if (row?.is_there) return;
    if (!row?.is_standby) throw new ReplicaUnavailable('away');
    if (performance.now() >= until) throw new ReplicaUnavailable('behind');
    await pause(lookEveryMs);
  }
}

/** The standby's failure in an error; null for a caller's error, or one that the primary would return too. */
function troubleOf(error: unknown): ReplicaTrouble | null {
  if (error instanceof ReplicaUnavailable) return error.trouble;
  if (error instanceof AppError) {
    const isAway = error.code === 'unavailable' && !isTimeout(error.cause);
    return isAway ? 'away' : null;
  }
  // Among them: conflicts of the query with replay.
  return 'failed';
}
