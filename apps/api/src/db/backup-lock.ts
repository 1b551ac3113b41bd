import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Held by the one backup that is being made. Any number that nothing else in the database locks. */
export const backupLock = 4_711_004;

// Of this one statement: it is gone with the answer.
const noBackup = statement<{ isFree: boolean }>(
  'no_backup',
  `select pg_try_advisory_xact_lock_shared(${backupLock}) as "isFree"`,
);

/**
 * Whether a backup is being made now, which may still read the bytes of a file that was deleted since it began. Asked after
 * the deletion was committed, 'no' holds for good: a backup that begins later does not know the file.
 */
export async function isBackingUp(control: Queryable): Promise<boolean> {
  return (await control.row(noBackup))?.isFree !== true;
}
