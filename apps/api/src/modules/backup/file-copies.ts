import { hash } from 'node:crypto';
import { link, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import { AppError } from '../../lib/app-error.ts';
import { isMissingFile, type FileStorage } from '../../lib/ports/file-storage.ts';
import { syncFolder, writeSynced } from '../../lib/synced-files.ts';
import { BackupError } from './backup-error.ts';
import { filePath, readManifest, type KeptFile } from './manifest.ts';

/** How many files are read at a time: a remote store has latency for each. */
const atOnce = 4;

/** The files stored outside the database, by the rows of a snapshot. */
export async function readKeptFiles(client: pg.Client): Promise<KeptFile[]> {
  const { rows } = await client.query<KeptFile>(
    `select f.storage as store, f.storage_key as key, f.file_size as bytes, encode(f.sha256, 'hex') as sha256
     from files f where f.storage <> 'database' order by f.storage, f.storage_key`,
  );
  return rows;
}

interface CopyOptions {
  storage: FileStorage;
  /** The folder of the backup in progress. */
  into: string;
  /** The folder of the previous backup, which may contain most of them: a file never changes under its key. */
  previous: string | undefined;
}

/**
 * Copies files out of their stores; one in the previous backup is hard-linked and takes no space.
 * @returns those that are missing from their store, or altered
 * @throws AppError `storage_unavailable` when a store does not answer; any error of the disk
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

/** A backup's manifest; undefined for an invalid one. */
const filesOf = async (folder: string): Promise<Set<string>> =>
  readManifest(folder).then(
    ({ files }) => new Set(files.map(identityOf)),
    () => new Set(),
  );

/** Whether the file could be hard-linked: not every disk can, and the original may be missing or truncated. */
async function isLinked(from: string, to: string, bytes: number): Promise<boolean> {
  try {
    if ((await stat(from)).size !== bytes) return false;
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}

/** A store's content; undefined when it is missing or altered. */
async function contentOf(storage: FileStorage, file: KeptFile): Promise<Buffer | undefined> {
  try {
    const content = await storage.get(file.store, file.key);
    return hash('sha256', content) === file.sha256 ? content : undefined;
  } catch (error) {
    if (isMissingFile((error as { cause?: unknown }).cause)) return undefined;
    throw failureAt(file, error);
  }
}

/** Names the file at which a store failed. */
const failureAt = ({ store, key }: KeptFile, error: unknown): unknown =>
  error instanceof AppError
    ? new AppError(
        error.code,
        { message: `The file store failed at ${store}/${key}.` },
        { cause: error.cause },
      )
    : error;

/** Compares the files of a backup with its manifest. @returns those that are missing or damaged */
export async function findDamagedFiles(folder: string, files: readonly KeptFile[]): Promise<KeptFile[]> {
  const damaged: KeptFile[] = [];
  await eachOf(files, async (file) => {
    // Unreadable bytes count as damaged.
    const content = await readFile(filePath(folder, file)).catch(() => undefined);
    if (!content || content.length !== file.bytes || hash('sha256', content) !== file.sha256)
      damaged.push(file);
  });
  return damaged;
}

/** The files that are missing from their stores, or altered. */
export async function findLostFiles(files: readonly KeptFile[], storage: FileStorage): Promise<KeptFile[]> {
  const lost: KeptFile[] = [];
  await eachOf(files, async (file) => {
    if (!(await contentOf(storage, file))) lost.push(file);
  });
  return lost;
}

/** Copies the files of a backup into the stores. An intact existing file is left alone. */
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
    // The existing file is damaged or incomplete, from an interrupted restore.
    try {
      await storage.remove(file.store, file.key);
      await storage.put(file.store, file.key, content);
    } catch (error) {
      throw failureAt(file, error);
    }
  });
}

/** Runs the work for every item, a few at a time; the first failure ends it, after the work under way. */
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
