import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { backupLock } from '../../db/backup-lock.ts';
import { reasonOf } from '../../db/wait-for-database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FileStorage } from '../../lib/ports/file-storage.ts';
import { syncFolder } from '../../lib/synced-files.ts';
import { BackupError, BackupUnderWay } from './backup-error.ts';
import { copyFiles } from './file-copies.ts';
import { backupsIn, newBackupName, partialOf, removeOldest, removePartials } from './kept-folders.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { beginBackup, failBackup, finishBackup, type BackupSize } from './repository.ts';
import { sameText } from './schema.ts';
import { writeSnapshot } from './snapshot.ts';

/** The system's error codes for a full disk. */
const full: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user’s disk quota is full',
  EFBIG: 'a file is larger than the system allows',
  EROFS: 'the file system is read-only',
  EACCES: 'this user can’t write there',
  EIO: 'the disk has failed',
};

interface BackupOptions {
  /** A login that reads every row: burrow_backup, or the owner. Directly to the database, past any pooler. */
  url: string;
  /** The folder of the backups; created if missing. */
  to: string;
  /** How many finished backups remain in the folder at the end; all of them unless given. */
  keep?: number | undefined;
  /** Whether a file that its store has lost is noted instead of failing the backup. */
  withoutLostFiles?: boolean | undefined;
  storage: FileStorage;
  clock: Clock;
}

export interface MadeBackup extends BackupSize {
  /** Its folder. */
  place: string;
  /** Files with a row in it and lost bytes. */
  lost: number;
  /** Names of the older backups that were deleted. */
  removed: string[];
}

/**
 * Backs up the database, as of one moment, and its files. The folder gets its name once all of it is on the disk; a
 * failure leaves nothing, and keeps the earlier backups.
 * @throws BackupError whose message is ready to print, also when another backup is being made
 */
export async function backUp(options: BackupOptions): Promise<MadeBackup> {
  const to = resolve(options.to);
  const client = await connect(options.url).catch((error: unknown) => {
    throw explain(error, to);
  });
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      backupLock,
    ]);
    if (!rows[0]?.locked) throw new BackupUnderWay();
    return await recorded(client, to, options);
  } catch (error) {
    throw explain(error, to);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'burrow-backup',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // A lost connection fails the pending statement.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(sameText);
  return client;
}

async function recorded(client: pg.Client, to: string, options: BackupOptions): Promise<MadeBackup> {
  const { clock, keep } = options;
  const at = clock.now();
  const id = await beginBackup(client, to, at);
  const made = await write(client, { to, at }, options).catch(async (error: unknown) => {
    const failure = explain(error, to);
    // While this holds the lock, other processes do not consider the backup dead.
    await noteFailure(options, id, failure);
    // This ends its transaction, its locks, and a COPY that is incomplete.
    await client.end();
    throw failure;
  });
  await finishBackup(client, id, clock.now(), made);
  if (keep === undefined) return { ...made, removed: [] };
  const removed = await removeOldest(to, keep, at).catch((error: unknown) => {
    throw new BackupError(
      `Backup ${made.place} is complete, but older ones couldn’t be removed: ${reasonOf(error)}`,
      { cause: error },
    );
  });
  return { ...made, removed };
}

/** Uses another connection, because that of the backup may be in a COPY, or lost. If this fails too, failCutOffBackups records it. */
async function noteFailure({ url, clock }: BackupOptions, id: string, failure: Error): Promise<void> {
  const client = await connect(url).catch(() => undefined);
  if (!client) return;
  await failBackup(client, id, clock.now(), failure.message).catch(() => undefined);
  await client.end();
}

/**
 * The lock ends with its connection, which is idle while files are copied. Without it deleted files were removed
 * meanwhile, and another backup may have removed the unfinished folder.
 */
async function checkStillLocked(client: pg.Client): Promise<void> {
  await client.query('select').catch((error: unknown) => {
    throw new BackupError('The connection to the database was lost while files were copied.', {
      cause: error,
    });
  });
}

type Written = Omit<MadeBackup, 'removed'>;

async function write(
  client: pg.Client,
  { to, at }: { to: string; at: Date },
  options: BackupOptions,
): Promise<Written> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await removePartials(to);
  const name = await newBackupName(to, at);
  const partial = join(to, partialOf(name));
  await mkdir(partial, { mode: 0o700 });
  try {
    const manifest = await fill(client, partial, at, options);
    await checkStillLocked(client);
    await rename(partial, join(to, name));
    await syncFolder(to);
    const place = join(to, name);
    return { place, ...sizeOf(manifest), bytes: await sizeOnDisk(place), lost: manifest.lost.length };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  client: pg.Client,
  partial: string,
  at: Date,
  { storage, withoutLostFiles }: BackupOptions,
): Promise<Manifest> {
  const to = dirname(partial);
  const [previous] = await backupsIn(to);
  const snapshot = await writeSnapshot(client, partial, at);
  const lost = await copyFiles(snapshot.files, {
    storage,
    into: partial,
    previous: previous === undefined ? undefined : join(to, previous),
  });
  if (lost.length > 0 && !withoutLostFiles) throw lostFiles(lost);
  const missing = new Set(lost);
  const manifest = { ...snapshot, files: snapshot.files.filter((file) => !missing.has(file)), lost };
  await writeManifest(partial, manifest);
  await syncFolder(partial);
  return manifest;
}

function lostFiles(lost: Manifest['lost']): BackupError {
  const [first] = lost;
  const others = lost.length === 1 ? '' : ` and ${lost.length - 1} more`;
  return new BackupError(
    `${first?.store}/${first?.key}${others} is missing or damaged. Restore it, or ` +
      'run a backup with --without-lost-files.',
  );
}

const sizeOf = ({ tables, jobs, files }: Manifest): Omit<BackupSize, 'bytes'> => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, jobs.rows),
  files: files.length,
});

async function sizeOnDisk(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

/** Any error of a backup, as a sentence for the operator. */
function explain(error: unknown, place: string): BackupError {
  if (error instanceof BackupError) return error;
  const { code = '' } = error as { code?: string };
  const said = full[code];
  if (said) return new BackupError(`${place} can’t be written: ${said} (${code}).`, { cause: error });
  return new BackupError(`The backup failed: ${reasonOf(error)}`, { cause: error });
}
