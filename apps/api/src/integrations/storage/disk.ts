import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeSynced } from '../../lib/synced-files.ts';
import { StoreAway, type Store } from './store.ts';

/** The only keys there are; anything else could name a file that is not ours. */
const keyPattern = /^\d+\/[0-9a-f]{48}$/;

/** Lies in a folder that files are put into, and so not in the one below it, which is found while its disk is not mounted. */
const markerName = '.burrow-files';
const markerText =
  'Burrow keeps the files of practices in this folder, and writes nothing here while this one is missing.\n';

/** Answers keys of some files that the database says are on the disk; none when there are no such files. */
export type NamedOnDisk = () => Promise<readonly string[]>;

/**
 * Keeps bytes as files in a folder, readable by this user alone. The folder is made when it is first used, and marked; one
 * without the mark is taken for it only if it has a file that the database names.
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
    new StoreAway(`${folder} is not the folder that files were put into: is its disk mounted?`);
  /** Whether a folder without the mark is ours all the same. One is as good as any other until it has been used. */
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
  /** What is not there is gone only if its folder is the right one. */
  const whereItWas = async (error: unknown): Promise<void> => {
    if (!isAbsence(error)) throw error;
    if (!(await isMarked()) && !(await isKnown())) throw away();
  };
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await begin();
      // Not with the folder above it, which may have gone since.
      const isNew = await makeFolder(dirname(path));
      // Under its name only once it is all there and on the disk.
      const unfinished = `${path}.part`;
      try {
        await writeSynced(unfinished, content);
        await rename(unfinished, path);
        // Its row is committed next, and must not outlive the name in a power cut.
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
      // What a process left that died while it wrote.
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

/** @returns whether it was not there before */
const makeFolder = (path: string): Promise<boolean> =>
  mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    },
  );
