import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeSynced } from '../../lib/synced-files.ts';
import type { Store } from './store.ts';

/** The only keys there are; anything else could name a file that is not ours. */
const keyPattern = /^\d+\/[0-9a-f]{48}$/;

/** Keeps bytes as files in a folder, readable by this user alone. */
export function diskStore(folder: string): Store {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('This is not a storage key.');
    return join(folder, key);
  };
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const newFolder = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Under its name only once it is all there and on the disk.
      const unfinished = `${path}.part`;
      try {
        await writeSynced(unfinished, content);
        await rename(unfinished, path);
        // Its row is committed next, and must not outlive the name in a power cut.
        await syncFolder(dirname(path));
        if (newFolder !== undefined) await syncFolder(dirname(newFolder));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    get: (key) => readFile(pathOf(key)),
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      // What a process left that died while it wrote.
      await rm(`${path}.part`, { force: true });
    },
  };
}
