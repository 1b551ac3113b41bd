import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../lib/app-error.ts';
import type { Logger } from '../lib/logger.ts';
import { isTimeout } from './constraint-errors.ts';
import { setPractice } from './set-practice.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

// Of what is written already, not of what has reached the disk: whoever was told that it is done has it before this.
const positionStatement = statement<{ position: string }>(
  'wal_position',
  'select pg_current_wal_insert_lsn()::text as position',
);

// A standby that was promoted goes a way of its own, however far it had come.
const standingStatement = statement<{ is_standby: boolean; is_there: boolean }>(
  'replica_standing',
  `select pg_is_in_recovery() as is_standby,
          coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_there`,
);

/** How long a standby is given to come to where the primary was, and how often it is looked. */
const patienceMs = 300;
const lookEveryMs = 10;
/** How long its first answer may take: one that says nothing at all is away. */
const firstAnswerMs = 800;
/** For how long nobody asks it after it was of no use. */
const restMs = 1000;

/** Why a standby was of no use. */
export type ReplicaTrouble = 'away' | 'behind' | 'failed';
export type ReplicaState = 'ok' | 'behind' | 'away';

/** What it has been doing since the start. */
export interface ReplicaActivity {
  /** What was read from it. */
  reads: number;
  /** What was read from the primary instead. */
  instead: Record<ReplicaTrouble, number>;
}

/** Where the primary's log stands; a standby that has come there has all that anybody was told is done. */
export async function walPosition(primary: Queryable): Promise<string> {
  const row = await primary.row(positionStatement);
  if (!row) throw new Error('The database did not say where its log stands.');
  return row.position;
}

/** In which practice is read, and from which moment on everything has to be there. */
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

class NoUse extends Error {
  readonly trouble: ReplicaTrouble;

  constructor(trouble: ReplicaTrouble, options?: ErrorOptions) {
    super(`The read replica is ${trouble}.`, options);
    this.trouble = trouble;
  }
}

/** A standby that follows the primary, for reading what may be large and changes nothing. */
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

  /**
   * Whether it may be of use just now. While it was not, one request a second tries; the others are spared the waiting.
   */
  isWorthAsking(): boolean {
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
   * Reads in a practice what was there when the primary stood at a position, or anything later.
   * @returns undefined when it cannot be had here: the primary has to be asked
   * @throws whatever `work` refuses, and what took too long: the primary would be no quicker
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

  /** How it stands against a position of now, for whoever watches. */
  async state(position: string): Promise<ReplicaState> {
    const quiet = pause(firstAnswerMs, 'away' as const, { ref: false });
    const looked = reach(this.options.control, position).then(
      () => 'ok' as const,
      (error: unknown) => (error instanceof NoUse && error.trouble === 'behind' ? 'behind' : 'away'),
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
      // Somebody else is doing the work by now.
      if (isGivenUp) throw new NoUse('away');
      standing.resolve();
      await tx.rows(setPractice, [tenantId]);
      return work(tx);
    });
    reading.catch(standing.reject);
    const timer = setTimeout(() => standing.reject(new NoUse('away')), firstAnswerMs);
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

  /** Says once that it is of no use, and once that it is again. */
  private note(trouble: ReplicaTrouble | null, error?: unknown): void {
    if (trouble !== null) this.restsUntil = performance.now() + restMs;
    if ((trouble === null) !== (this.trouble === null)) {
      const { log } = this.options;
      if (trouble === null) log.info('reports are read from the replica again');
      else log.warn({ trouble, err: error }, 'reports are read from the primary: the replica is of no use');
    }
    this.trouble = trouble;
  }
}

/** Waits until the standby has come to `position`. */
async function reach(tx: Queryable, position: string): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const row = await tx.row(standingStatement, [position]);
    if (row?.is_there) return;
    if (!row?.is_standby) throw new NoUse('away');
    if (performance.now() >= until) throw new NoUse('behind');
    await pause(lookEveryMs);
  }
}

/** What an error says about the standby; null for one that is the caller's, or that the primary would make too. */
function troubleOf(error: unknown): ReplicaTrouble | null {
  if (error instanceof NoUse) return error.trouble;
  if (error instanceof AppError) {
    const isAway = error.code === 'unavailable' && !isTimeout(error.cause);
    return isAway ? 'away' : null;
  }
  // Among them: what it is to replay was in the way of what was being read.
  return 'failed';
}
