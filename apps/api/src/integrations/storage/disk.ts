import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeSynced } from '../../lib/synced-files.ts';
import { StoreAway, type Store } from './store.ts';

/** The only valid keys; anything else could name a file that is not ours. */
const keyPattern = /^\d+\/[0-9a-f]{48}$/;

/**
 * In a folder that files are stored in, and so not in the mount point, which is visible while its disk is not
 * mounted.
 */
const markerName = '.burrow-files';
const markerText =
  'Burrow keeps the files of practices in this folder, and writes nothing here while this one is missing.\n';

/** Returns keys of some files that, by the database, are on the disk; empty if there are none. */
export type NamedOnDisk = () => Promise<readonly string[]>;

/**
 * Stores bytes as files in a folder, readable by this user only. The folder is created on first use, and marked; one
 * without the mark is accepted only if it contains a file that the database names.
 */
export function diskStore(folder: string, namedOnDisk: NamedOnDisk): Store {
  const marker = join(folder, markerName);
  let wasSeen = false;
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('This is not a storage key.');
    return join(folder, key);
  };
  const isMarked = async (): Promise<boolean> => {
    const isThere = await exists(marker);
    wasSeen ||= isThere;
    return isThere;
  };
  const holdsOneOf = async (keys: readonly string[]): Promise<boolean> => {
    for (const key of keys) if (await exists(pathOf(key))) return true;
    return false;
  };
  const away = (): StoreAway =>
    new StoreAway(`${folder} isn’t the folder that files were stored in. Check that its disk is mounted.`);
  /** Whether a folder without the mark is ours anyway. Until it is used, any folder will do. */
  const isKnown = async (): Promise<boolean> => {
    const named = await namedOnDisk();
    return (named.length === 0 && !wasSeen) || holdsOneOf(named);
  };
  const begin = async (): Promise<void> => {
    if (await isMarked()) return;
    if (!(await isKnown())) throw away();
    const newFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (newFolder !== undefined) await syncFolder(dirname(newFolder));
    await writeFile(marker, markerText, { mode: 0o600 });
  };
  /** A missing file counts as deleted only if its folder is the right one. */
  const whereItWas = async (error: unknown): Promise<void> => {
    if (!isAbsence(error)) throw error;
    if (!(await isMarked()) && !(await isKnown())) throw away();
  };
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await begin();
      // Not recursive: the folder above may be gone since.
      const isNew = await makeFolder(dirname(path));
      // Renamed to its final name only when it is complete and on the disk.
      const unfinished = `${path}.part`;
      try {
        await writeSynced(unfinished, content);
        await rename(unfinished, path);
        // Its row is committed next, and must not survive a power cut without the file.
        await syncFolder(dirname(path));
        if (isNew) await syncFolder(folder);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    get: (key) =>
      readFile(pathOf(key)).catch(async (error: unknown) => {
        await whereItWas(error);
        throw error;
      }),
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path).catch(whereItWas);
      // A leftover of a process that died while writing.
      await rm(`${path}.part`, { force: true });
    },
  };
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
const isAbsence = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (isAbsence(error)) return false;
      throw error;
    },
  );

/** @returns whether it was newly created */
const makeFolder = (path: string): Promise<boolean> =>
  mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    },
  );
