import type pg from 'pg';
import { backupLock } from '../../db/backup-lock.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

export interface BackupSize {
  /** On the disk; files shared with the previous one are counted in both. */
  bytes: number;
  tables: number;
  rows: number;
  /** Kept outside the database. */
  files: number;
}

/**
 * Records the start of a backup. The caller holds the backup lock, so another that appears to be running is dead.
 * @param to the folder of the backups
 * @returns its id
 */
export async function beginBackup(client: pg.Client, to: string, at: Date): Promise<string> {
  await client.query(
    `update backups set state = 'failed', finished_at = $1, failure = 'It was cut off.' where state = 'running'`,
    [at],
  );
  const { rows } = await client.query<{ id: string }>(
    'insert into backups (started_at, place) values ($1, $2) returning id',
    [at, to],
  );
  return rows[0]?.id ?? '';
}

type CutOff = Pick<Schema['backups'], 'place' | 'started_at'>;

// A process holds the lock while it makes a backup. The case expression tries the lock only for running backups.
const failCutOff = statement<CutOff>(
  'fail_cut_off_backups',
  `update backups b set state = 'failed', finished_at = $1,
          failure = 'It was cut off: the process that made it is gone.'
   where b.state = 'running'
     and case when b.state = 'running' then pg_try_advisory_xact_lock_shared(${backupLock}) else false end
   returning b.place, b.started_at`,
);

/** Marks the backups of dead processes as failed. @returns their folders */
export const failCutOffBackups = (control: Queryable, at: Date): Promise<CutOff[]> =>
  control.rows(failCutOff, [at]);

export async function finishBackup(
  client: pg.Client,
  id: string,
  at: Date,
  made: BackupSize & { place: string },
): Promise<void> {
  await client.query(
    `update backups set state = 'done', finished_at = $2, bytes = $3, tables = $4, rows = $5, files = $6, place = $7
     where id = $1`,
    [id, at, made.bytes, made.tables, made.rows, made.files, made.place],
  );
}

/** @param failure a sentence for the operator */
export async function failBackup(client: pg.Client, id: string, at: Date, failure: string): Promise<void> {
  await client.query(`update backups set state = 'failed', finished_at = $2, failure = $3 where id = $1`, [
    id,
    at,
    failure,
  ]);
}
