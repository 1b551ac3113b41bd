import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Held during a backup, of which there is one at a time. Any number that nothing else in the database locks. */
export const backupLock = 4_711_004;

// Held only for this one statement.
const noBackup = statement<{ isFree: boolean }>(
  'no_backup',
  `select pg_try_advisory_xact_lock_shared(${backupLock}) as "isFree"`,
);

/**
 * Whether a backup is running, which may still read the bytes of a file that was deleted since it began. After the
 * deletion was committed, 'no' is final: a later backup does not include the file.
 */
export async function isBackingUp(control: Queryable): Promise<boolean> {
  return (await control.row(noBackup))?.isFree !== true;
}
