import type { Dependencies } from '../../context/context.ts';
import { isBackingUp } from '../../db/backup-lock.ts';
import { statement } from '../../db/statement.ts';
import { moveWorkMark } from '../../db/job-heartbeats.ts';
import type { StoreName } from '../../lib/ports/file-storage.ts';

interface ForgottenFile {
  storage: StoreName;
  storage_key: string;
}

/** How many are deleted at a time; the next call deletes more. */
const maxBatch = 200;

const forgottenFiles = statement<ForgottenFile>('forgotten_files', 'select * from forgotten_files($1, $2)');
const forgetRemoval = statement('forget_removal', 'select forget_removal($1)');

type Needed = Pick<Dependencies, 'database' | 'storage' | 'log'>;

/**
 * Deletes the bytes of a file that the database no longer has, and their entry. On failure they are left to {@link
 * removeForgottenFiles}, as all are during a backup, which may still include the file.
 * @returns whether it is done
 */
export async function removeBytes(deps: Needed, { storage, storage_key }: ForgottenFile): Promise<boolean> {
  try {
    if (await isBackingUp(deps.database.control)) return false;
    await deps.storage.remove(storage, storage_key);
    await deps.database.control.rows(forgetRemoval, [storage_key]);
    return true;
  } catch (error) {
    deps.log.warn({ err: error, storage }, 'the bytes of a deleted file could not be deleted yet');
    return false;
  }
}

/**
 * Deletes, for all practices, the bytes without a file: of deleted files, and of failed uploads. During a backup, which may
 * take hours, it deletes none, and that is no failure. Records when it succeeded. Safe to run in several processes at once.
 * Never rejects: errors are logged and retried next time.
 */
export async function removeForgottenFiles(deps: Needed & Pick<Dependencies, 'clock'>): Promise<void> {
  const now = deps.clock.now();
  try {
    const { control } = deps.database;
    const forgotten = (await isBackingUp(control)) ? [] : await control.rows(forgottenFiles, [now, maxBatch]);
    const away = new Set<StoreName>();
    for (const file of forgotten) {
      // Stop at the first failure of a store that is unavailable.
      if (!away.has(file.storage) && !(await removeBytes(deps, file))) away.add(file.storage);
    }
    if (away.size === 0) await moveWorkMark(control, 'clear_up', now);
  } catch (error) {
    deps.log.warn({ err: error }, 'deleted files could not be cleared up');
  }
}
