import type { Queryable } from '../../db/transaction.ts';
import { readBackups, type Backup } from './backup-read-model.ts';
import { messageOf } from './database-findings.ts';
import type { Finding } from './finding.ts';

/** A day for the daily backup, and two hours for a slow one. */
const backupLateMs = 26 * 3_600_000;

/**
 * Whether there is a complete and recent backup.
 * @param backups the newest first
 * @param installedAt ISO 8601: on its first day an installation need not have one; null when unknown
 */
export function backupFinding(
  backups: readonly Pick<Backup, 'state' | 'failure' | 'started_at'>[],
  installedAt: string | null,
  now: Date,
): Finding {
  const what = 'backups';
  const last = backups.find(({ state }) => state !== 'running');
  const good = backups.find(({ state }) => state === 'done');
  const todo = 'Make one now and every day: see docs/operating/backup-and-restore.md.';
  if (last?.state === 'failed') {
    return {
      what,
      state: 'wrong',
      said: `the last backup failed: ${last.failure ?? 'reason unknown'}`,
      todo,
    };
  }
  if (!good) {
    const isNew = installedAt === null || now.getTime() - Date.parse(installedAt) < backupLateMs;
    return { what, state: isNew ? 'note' : 'wrong', said: 'no backup yet', todo };
  }
  const ageMs = now.getTime() - Date.parse(good.started_at);
  if (ageMs <= backupLateMs) return { what, state: 'ok', said: 'the last backup is less than a day old' };
  const hours = Math.floor(ageMs / 3_600_000);
  return { what, state: 'wrong', said: `the last backup is ${hours} hours old`, todo };
}

/**
 * Reads the state of the backups. Having none is a note: some installations copy the whole server instead. Never
 * rejects.
 */
export async function backupFindingOf(control: Queryable): Promise<Finding> {
  try {
    return backupFinding(await readBackups(control, 10), null, new Date());
  } catch (error) {
    return { what: 'backups', state: 'wrong', said: messageOf(error) };
  }
}
