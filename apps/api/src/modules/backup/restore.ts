import pg from 'pg';
import { putJobs, queueNames, type JobToDo } from '../../db/job-schema.ts';
import { compareMigrations, migrate } from '../../db/migrate.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FileStorage, StoreName } from '../../lib/ports/file-storage.ts';
import { failPossiblySent, type PossiblySent } from '../message/public.ts';
import { BackupError } from './backup-error.ts';
import { copyFromFile } from './copied-text.ts';
import { restoreFiles } from './file-copies.ts';
import { jobsPath, type KeptFile, type Manifest } from './manifest.ts';
import { analyzeTables, fillTables } from './restore-tables.ts';
import { sameText } from './schema.ts';
import { checkTarget, removeEverything } from './target.ts';
import { verifyBackup } from './verify.ts';

interface RestoreOptions {
  folder: string;
  /** The login that owns, or will own, the schema in the target database. */
  ownerUrl: string;
  /** The API's login in that database. */
  appUrl: string;
  backupUrl?: string | undefined;
  /** Whether the existing content of the database is removed first. */
  replace: boolean;
  /** Whether files that are missing or damaged in the backup are noted instead of failing the restore. */
  withoutLostFiles?: boolean | undefined;
  /** Whether nothing has happened since the backup: its sessions stay valid, and its due messages are sent. */
  keepSessions: boolean;
  storage: FileStorage;
  stores: ReadonlySet<StoreName>;
  clock: Clock;
  /** Receives progress messages. */
  say: (what: string) => void;
}

export interface Restored {
  manifest: Manifest;
  endedSessions: number;
  /** The practices with messages that may have been sent since the backup. */
  possiblySent: PossiblySent[];
  /** Jobs of queues that this release lacks. */
  unknownJobs: number;
  /** Migrations of this release that the backup lacked. */
  migrated: string[];
}

/**
 * Restores a backup, database and files, and migrates it to this release. Nothing is changed before the whole backup has
 * been read and verified. The rows are loaded in one transaction: a restore interrupted before its end leaves an empty
 * database, and is repeated by the same command. One interrupted afterwards lacks only later migrations, which any start
 * applies.
 * @throws BackupError whose message is ready to print
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { folder, ownerUrl, appUrl, backupUrl, replace, storage, say, withoutLostFiles } = options;
  say('Reading backup.');
  const manifest = await verifyBackup(folder, { withoutLostFiles });
  checkCanTake(manifest, options);
  const [upTo] = manifest.migrations.slice(-1);
  // One connection throughout: another restore into the same database detects it.
  return withOwner(ownerUrl, async (client) => {
    await checkTarget(client, manifest.migrations, replace);
    if (manifest.files.length > 0) say(`Restoring ${manifest.files.length} files.`);
    await restoreFiles(folder, manifest.files, storage);
    if (replace) await removeEverything(client);
    say('Creating tables.');
    await migrate({ ownerUrl, appUrl, backupUrl, ...(upTo !== undefined && { upTo }) });
    say('Restoring tables.');
    const loaded = await load(client, manifest, options);
    const migrated = await migrate({ ownerUrl, appUrl, backupUrl });
    await analyzeTables(client);
    return { manifest, migrated, ...loaded };
  });
}

/** Refuses a backup that this release, or this installation, could not restore completely. */
function checkCanTake({ migrations, version, files }: Manifest, { stores }: RestoreOptions): void {
  const { unknown } = compareMigrations(migrations);
  if (unknown.length > 0) {
    throw new BackupError(
      `The backup was made by a newer release, ${version}. This one doesn’t know ${unknown.join(', ')}.`,
    );
  }
  checkStores('The backup', files, stores);
}

/** Refuses files whose store this installation lacks. @param what their source, such as 'The backup' */
export function checkStores(what: string, files: readonly KeptFile[], stores: ReadonlySet<StoreName>): void {
  const missing = [...new Set(files.map(({ store }) => store))].filter((store) => !stores.has(store));
  if (missing.length === 0) return;
  const settings = { disk: 'FILE_STORAGE_PATH', s3: 'S3_BUCKET with its keys' };
  throw new BackupError(
    `${what} has files from the store ${missing.join(' and ')}, which isn’t configured here: set ${missing
      .map((store) => settings[store])
      .join(' and ')}.`,
  );
}

/** Runs work on one connection of the schema's owner, with settings that make the text of values the same anywhere. */
export async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sameText);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function load(
  client: pg.Client,
  manifest: Manifest,
  { folder, keepSessions, clock }: RestoreOptions,
): Promise<Pick<Restored, 'endedSessions' | 'possiblySent' | 'unknownJobs'>> {
  await client.query('begin');
  await fillTables(client, folder, manifest);
  const unknownJobs = await loadJobs(client, folder);
  const endedSessions = keepSessions ? 0 : await endSessions(client);
  const possiblySent = keepSessions ? [] : await failPossiblySent(client, clock.now());
  await client.query('commit');
  return { endedSessions, possiblySent, unknownJobs };
}

/** @returns how many this release has no queue for */
async function loadJobs(client: pg.Client, folder: string): Promise<number> {
  await client.query(
    `create temporary table jobs_to_do
       (id uuid, name text, data jsonb, priority integer, singleton_key text, start_after timestamptz) on commit drop`,
  );
  await copyFromFile(client, jobsPath(folder), 'pg_temp.jobs_to_do');
  // Overdue jobs are due now: the queue deletes jobs that are not begun in time.
  const { rows } = await client.query<JobToDo>(
    `select j.id, j.name, j.data, j.priority, j.singleton_key as "singletonKey",
            to_json(greatest(j.start_after, now())) #>> '{}' as "startAfter"
     from pg_temp.jobs_to_do j order by j.start_after, j.id`,
  );
  const known = rows.filter(({ name }) => queueNames.includes(name));
  await putJobs(client, known);
  return rows.length - known.length;
}

/** Sessions that were ended since the backup would be valid again. API keys stay. */
async function endSessions(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    "update api_keys set revoked_at = now() where kind = 'session' and revoked_at is null",
  );
  return rowCount ?? 0;
}
