import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../config/env.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  isMissingFile,
  newStorageKey,
  type FileStorage,
  type StoreName,
} from '../../lib/ports/file-storage.ts';
import { mostCounted } from '../../db/files-in-stores.ts';
import { messageOf } from './database-findings.ts';
import type { Finding } from './finding.ts';

/**
 * Writes a small file to the store, reads it and deletes it. No effect if files are stored in the database.
 * @throws AppError `storage_unavailable`
 */
export async function tryStorage({ target, ...storage }: FileStorage): Promise<void> {
  if (target === 'database') return;
  // Of no practice.
  const key = newStorageKey(0);
  const content = Buffer.from('doctor');
  await storage.put(target, key, content);
  const found = await storage.get(target, key).finally(() => storage.remove(target, key));
  if (found.equals(content)) return;
  const cause = Object.assign(new Error('the data read differs from the data written'), {
    code: 'content_differs',
  });
  throw new AppError('storage_unavailable', {}, { cause });
}

/**
 * What a store says instead when it does not have a file, if anything. A restore stores the files that are missing, and a
 * backup names them.
 */
const refusalOfMissing = (storage: FileStorage, store: StoreName): Promise<string | undefined> =>
  storage.get(store, newStorageKey(0)).then(
    () => undefined,
    (error: unknown) => (isMissingFile((error as { cause?: unknown }).cause) ? undefined : messageOf(error)),
  );

/** Whether files can be stored. */
export async function storageFinding(storage: FileStorage): Promise<Finding> {
  const what = 'file storage';
  const { target } = storage;
  if (target === 'database') return { what, state: 'ok', said: 'in the database' };
  try {
    await tryStorage(storage);
    const refusal = await refusalOfMissing(storage, target);
    if (refusal === undefined) {
      return { what, state: 'ok', said: `${target}: writing, reading and deleting work` };
    }
    const said = `${target}: the store doesn’t say that a file is missing (${refusal}), so a restore fails`;
    return { what, state: 'wrong', said, todo: 'With S3, allow the key s3:ListBucket on the bucket.' };
  } catch (error) {
    return { what, state: 'wrong', said: `${target}: ${messageOf(error)}` };
  }
}

/** The finding about a store that has files and is not in the settings. */
export function missingStoreFinding({ store, files }: { store: StoreName; files: number }): Finding {
  const count = files < mostCounted ? String(files) : `${mostCounted} or more`;
  const settings = store === 's3' ? 'S3_BUCKET and the other S3_… settings' : 'FILE_STORAGE_PATH';
  return {
    what: 'file storage',
    state: 'wrong',
    said: `${store} isn’t configured but has files: ${count}`,
    todo: `They can’t be opened. Set ${settings} as before.`,
  };
}

/** A disk that this process writes to. */
export interface Disk {
  what: 'temporary folder' | 'file storage' | 'backups';
  freeBytes: number;
  totalBytes: number;
}

/** Free space and size of the disks that this process writes to. Leaves out a path that does not exist. */
export async function readDisks(env: Pick<Env, 'FILE_STORAGE_PATH' | 'BACKUP_PATH'>): Promise<Disk[]> {
  const places: { what: Disk['what']; path: string | undefined }[] = [
    { what: 'temporary folder', path: tmpdir() },
    { what: 'file storage', path: env.FILE_STORAGE_PATH },
    { what: 'backups', path: env.BACKUP_PATH },
  ];
  const looked = await Promise.all(
    places.map(async ({ what, path }) => {
      const disk = path === undefined ? null : await statfs(path).catch(() => null);
      return disk && { what, freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
    }),
  );
  return looked.filter((disk) => disk !== null);
}

/** Whether the backup folder exists and has room. */
export async function backupFolderFinding({ BACKUP_PATH: folder }: Env): Promise<Finding> {
  const what = 'backup folder';
  if (!folder) {
    const todo =
      'Nothing to do if another process has BACKUP_PATH, or PostgreSQL has its own backups ' +
      '(CloudNativePG, pgBackRest): check the last one there.';
    return { what, state: 'note', said: 'BACKUP_PATH is not set: this process makes no backups', todo };
  }
  try {
    const names = await readdir(folder);
    const count = names.filter((name) => /^burrow-\d{8}T\d{6}Z$/.test(name)).length;
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const said = `${count} in it, ${free} MB free`;
    if (bavail > blocks / 10 && free >= 1024) return { what, state: 'ok', said };
    const todo = 'Free some space, keep fewer backups (BACKUP_KEEP), or use a larger disk.';
    return { what, state: free < 200 ? 'wrong' : 'note', said, todo };
  } catch (error) {
    const todo = 'Create the folder BACKUP_PATH, or mount its disk.';
    return { what, state: 'wrong', said: `can’t be read: ${messageOf(error)}`, todo };
  }
}

/** Uploads are received here. */
export async function temporaryFolderFinding(): Promise<Finding> {
  const what = 'temporary folder';
  try {
    const folder = await mkdtemp(join(tmpdir(), 'burrow-doctor-'));
    await writeFile(join(folder, 'file'), 'doctor');
    await rm(folder, { recursive: true });
    const { bavail, bsize } = await statfs(tmpdir());
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const isTight = free < 500;
    const said = `${free} MB free${isTight ? ': sixty uploads at once may need 2,500' : ''}`;
    return { what, state: isTight ? 'note' : 'ok', said };
  } catch (error) {
    return { what, state: 'wrong', said: `can’t be written: ${messageOf(error)}` };
  }
}

export function webFinding({ WEB_ROOT: root }: Env): Finding {
  const what = 'web app';
  if (!root) return { what, state: 'note', said: 'not served: WEB_ROOT is not set' };
  const missing = ['index.html', '.book/server.js'].find((file) => !existsSync(join(root, file)));
  return {
    what,
    state: missing === undefined ? 'ok' : 'wrong',
    said: missing === undefined ? 'is built' : `WEB_ROOT has no ${missing}: the web app hasn’t been built`,
  };
}
