import { dayMs } from '@burrow/contracts/calendar-day';
import type { Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { readBackups, type Backup } from '../installation/public.ts';
import { BackupError, BackupUnderWay } from './backup-error.ts';
import { backUp } from './backup.ts';
import { failCutOffBackups } from './repository.ts';

/** How long after a failed or interrupted attempt the next one starts. */
const againMs = 3_600_000;
/** How many recent backups are read: more than can have failed since the last due time. */
const maxLookedAt = 30;

/**
 * Whether a backup is due: none was made since the last scheduled time. One dated in the future was made while the clock
 * was ahead, and would delay the others until then.
 * @param at the time of day, HH:MM in UTC
 * @param newest the backups of the last day at least
 */
export function isBackupDue(
  now: Date,
  at: string,
  newest: readonly Pick<Backup, 'started_at' | 'state'>[],
): boolean {
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T${at}:00Z`);
  const due = today <= now.getTime() ? today : today - dayMs;
  return !newest.some(({ started_at, state }) => {
    const startedAt = Date.parse(started_at);
    if (startedAt > now.getTime()) return false;
    return state === 'done' ? startedAt >= due : startedAt > now.getTime() - againMs;
  });
}

// An attempt that failed before it was recorded.
const noteFailure = statement(
  'note_failed_backup',
  `insert into backups (started_at, finished_at, state, place, failure)
   select $1, $2, 'failed', $3, $4 where not exists (select from backups b where b.started_at >= $1 and b.started_at <= $2)`,
);

/** Marks backups of dead processes as failed, and logs them. Call it at start and regularly. */
export async function noteCutOffBackups({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): Promise<void> {
  for (const cutOff of await failCutOffBackups(database.control, clock.now())) {
    log.error(cutOff, 'a backup was cut off');
  }
}

/**
 * Makes the daily backup when it is due, by the settings of this process; without them it makes none. The first process
 * makes it, the others find it made or in progress. Rejects only when the database does not answer: any other failure is
 * logged, recorded with the backups, and retried an hour later.
 */
export async function backUpWhenDue(
  deps: Pick<Dependencies, 'env' | 'database' | 'storage' | 'clock' | 'log'>,
): Promise<void> {
  const { env, database, storage, clock, log } = deps;
  const startedAt = clock.now();
  await noteCutOffBackups(deps);
  const { BACKUP_PATH: to, BACKUP_DATABASE_URL: url, BACKUP_AT: at, BACKUP_KEEP: keep } = env;
  if (!to || !url) return;
  if (!isBackupDue(startedAt, at, await readBackups(database.control, maxLookedAt))) return;
  try {
    const { place, bytes, rows, files, removed } = await backUp({ url, to, keep, storage, clock });
    log.info({ place, bytes, rows, files, removed }, 'a backup was made');
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    if (error instanceof BackupUnderWay) return;
    log.error({ err: error }, 'the backup failed');
    await database.control.rows(noteFailure, [startedAt, clock.now(), to, error.message]);
  }
}
