import type { Dependencies } from '../../context/context.ts';
import { isBackingUp } from '../../db/backup-lock.ts';
import { statement } from '../../db/statement.ts';
import { moveWorkMark } from '../../db/work-marks.ts';
import type { StoreName } from '../../lib/ports/file-storage.ts';

interface ForgottenFile {
  storage: StoreName;
  storage_key: string;
}

/** How many are deleted at a time; the rest waits for the next. */
const mostAtOnce = 200;

const forgottenFiles = statement<ForgottenFile>('forgotten_files', 'select * from forgotten_files($1, $2)');
const forgetRemoval = statement('forget_removal', 'select forget_removal($1)');

type Needed = Pick<Dependencies, 'database' | 'storage' | 'log'>;

/**
 * Deletes the bytes of a file that the database has forgotten, and the note of them. What cannot be deleted now is left
 * to {@link removeForgottenFiles}, and so is all of it while a backup is being made, which may know the file still.
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
 * Deletes, for all practices, the bytes that no file names: of deleted files, and of uploads that came to nothing.
 * Notes when it got through. Safe to run in several processes at once. Never rejects: what fails is told in the log and tried again next time.
 */
export async function removeForgottenFiles(deps: Needed & Pick<Dependencies, 'clock'>): Promise<void> {
  const now = deps.clock.now();
  try {
    const forgotten = await deps.database.control.rows(forgottenFiles, [now, mostAtOnce]);
    const away = new Set<StoreName>();
    for (const file of forgotten) {
      // A store that is away is not asked two hundred times.
      if (!away.has(file.storage) && !(await removeBytes(deps, file))) away.add(file.storage);
    }
    if (away.size === 0) await moveWorkMark(deps.database.control, 'clear_up', now);
  } catch (error) {
    deps.log.warn({ err: error }, 'deleted files could not be cleared up');
  }
}
