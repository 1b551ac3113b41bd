import { hash } from 'node:crypto';
import { link, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { FileStorage } from '../../lib/ports/file-storage.ts';
import { syncFolder, writeSynced } from '../../lib/synced-files.ts';
import { BackupError } from './backup-error.ts';
import { filePath, readManifest, type KeptFile } from './manifest.ts';

/** How many files are read at a time: a store in another place takes its time for each. */
const atOnce = 4;

/** The files that are kept outside the database, as the rows of a snapshot say. */
export async function readKeptFiles(client: pg.Client): Promise<KeptFile[]> {
  const { rows } = await client.query<KeptFile>(
    `select f.storage as store, f.storage_key as key, f.file_size as bytes, encode(f.sha256, 'hex') as sha256
     from files f where f.storage <> 'database' order by f.storage, f.storage_key`,
  );
  return rows;
}

interface CopyOptions {
  storage: FileStorage;
  /** The folder of the backup that is being made. */
  into: string;
  /** The folder of the backup before it, which may have most of them: a file never changes under its key. */
  previous: string | undefined;
}

/**
 * Copies files out of their stores; one that the previous backup holds is linked and takes no room.
 * @returns those that are not in their store, or not as they were written
 * @throws AppError `storage_unavailable` when a store does not answer; whatever the disk says
 */
export async function copyFiles(files: readonly KeptFile[], options: CopyOptions): Promise<KeptFile[]> {
  const { storage, into, previous } = options;
  const before = previous === undefined ? new Set<string>() : await filesOf(previous);
  const lost: KeptFile[] = [];
  const folders = new Set<string>();
  await eachOf(files, async (file) => {
    const path = filePath(into, file);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (let folder = dirname(path); folder !== into; folder = dirname(folder)) folders.add(folder);
    const isBefore = previous !== undefined && before.has(identityOf(file));
    if (isBefore && (await isLinked(filePath(previous, file), path, file.bytes))) return;
    const content = await contentOf(storage, file);
    if (content) await writeSynced(path, content);
    else lost.push(file);
  });
  for (const folder of folders) await syncFolder(folder);
  return lost;
}

const identityOf = ({ store, key, sha256 }: KeptFile): string => `${store}/${key} ${sha256}`;

/** What a backup says it holds; nothing for one that says nothing sensible. */
const filesOf = async (folder: string): Promise<Set<string>> =>
  readManifest(folder).then(
    ({ files }) => new Set(files.map(identityOf)),
    () => new Set(),
  );

/** Whether a second name for the same file could be made: not every disk can, and the first may be gone, or cut short. */
async function isLinked(from: string, to: string, bytes: number): Promise<boolean> {
  try {
    if ((await stat(from)).size !== bytes) return false;
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}

/** What a store has; undefined when that is nothing, or not what was written there. */
async function contentOf(
  storage: FileStorage,
  { store, key, sha256 }: KeptFile,
): Promise<Buffer | undefined> {
  try {
    const content = await storage.get(store, key);
    return hash('sha256', content) === sha256 ? content : undefined;
  } catch (error) {
    if (isAbsent((error as { cause?: unknown }).cause)) return undefined;
    throw error;
  }
}

// The disk's word, and that of S3, for a file that is not there.
const isAbsent = (cause: unknown): boolean => {
  const { code, name } = (cause ?? {}) as { code?: string; name?: string };
  return code === 'ENOENT' || name === 'NoSuchKey';
};

/** Compares the files of a backup with what its manifest says. @returns those that are missing or damaged */
export async function findDamagedFiles(folder: string, files: readonly KeptFile[]): Promise<KeptFile[]> {
  const damaged: KeptFile[] = [];
  await eachOf(files, async (file) => {
    // Bytes that the disk does not give back are damaged as well.
    const content = await readFile(filePath(folder, file)).catch(() => undefined);
    if (!content || content.length !== file.bytes || hash('sha256', content) !== file.sha256)
      damaged.push(file);
  });
  return damaged;
}

/** Puts the files of a backup where files are kept. One that is there already as it should be is left alone. */
export async function restoreFiles(
  folder: string,
  files: readonly KeptFile[],
  storage: FileStorage,
): Promise<void> {
  await eachOf(files, async (file) => {
    if (await contentOf(storage, file)) return;
    const content = await readFile(filePath(folder, file));
    if (hash('sha256', content) !== file.sha256) {
      throw new BackupError(`The file ${file.store}/${file.key} is damaged.`);
    }
    // What lies there is damaged, or half of it, from a restore that was cut off.
    await storage.remove(file.store, file.key);
    await storage.put(file.store, file.key, content);
  });
}

/** Does the work for every item, a few at a time; the first failure ends it, when nothing is under way any more. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  let failed = false;
  const one = async (): Promise<void> => {
    for (const item of left) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, one));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
