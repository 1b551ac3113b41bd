import type { Env } from '../config/env.ts';
import { createDatabase } from '../db/database.ts';
import { someKeysOnDisk } from '../db/files-on-disk.ts';
import { createFileStorage } from '../integrations/storage/storage.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import type { StoreName } from '../lib/ports/file-storage.ts';
import {
  backUp,
  restore,
  verifyBackup,
  type MadeBackup,
  type Manifest,
  type Restored,
} from '../modules/backup/public.ts';
import { refuse } from './wrong-use.ts';

interface BackupFlags {
  to?: string | undefined;
  keep?: string | undefined;
  'without-lost-files'?: boolean | undefined;
}

/** Makes a backup and prints its folder. @returns the exit code */
export async function makeBackup(env: Env, flags: BackupFlags): Promise<number> {
  const url = env.BACKUP_DATABASE_URL ?? env.DATABASE_OWNER_URL;
  if (!url) throw new Error('BACKUP_DATABASE_URL is missing. Backups need it.');
  const to = flags.to ?? env.BACKUP_PATH;
  if (!to) return refuse('Choose a folder: use --to <folder>, or set BACKUP_PATH.');
  const keep = flags.keep === undefined ? undefined : Number(flags.keep);
  if (keep !== undefined && !(Number.isSafeInteger(keep) && keep > 0)) {
    return refuse('--keep takes a number from 1.');
  }
  const began = performance.now();
  const made = await backUp({
    url,
    to,
    keep,
    withoutLostFiles: flags['without-lost-files'],
    storage: createFileStorage(env, () => keysNamed(env)),
    clock: systemClock,
  });
  console.log(`${made.place}\n${describeMade(made)}, ${secondsSince(began)}`);
  for (const name of made.removed) console.log(`Removed old backup ${name}`);
  if (made.lost > 0)
    console.error(`${made.lost} files are not in the backup: they are missing from storage.`);
  return 0;
}

/** Recognises a folder of files that has no mark yet. */
export async function keysNamed({ DATABASE_URL: url }: Env): Promise<string[]> {
  const database = createDatabase({ url, poolSize: 1, prepared: false, log: createLogger('silent') });
  try {
    return await someKeysOnDisk(database.control);
  } finally {
    await database.close();
  }
}

/** Reads a whole backup and reports whether it is intact. @returns the exit code */
export async function checkBackup(folder: string | undefined): Promise<number> {
  if (!folder) return refuse('Choose a backup: backup-verify <backup>.');
  const began = performance.now();
  const manifest = await verifyBackup(folder);
  console.log(`The backup is complete and undamaged: ${describe(manifest)}, ${secondsSince(began)}`);
  return 0;
}

interface RestoreFlags {
  into?: string | undefined;
  replace?: string | undefined;
  'without-lost-files'?: boolean | undefined;
  'keep-sessions'?: boolean | undefined;
}

/** Restores a backup and prints the next steps. @returns the exit code */
export async function restoreBackup(
  env: Env,
  folder: string | undefined,
  flags: RestoreFlags,
): Promise<number> {
  const { into, replace } = flags;
  if (!env.DATABASE_OWNER_URL) throw new Error('DATABASE_OWNER_URL is missing. A restore needs it.');
  if (!folder || !into) return refuse('Choose a backup and a database: restore <backup> --into <database>.');
  if (replace !== undefined && replace !== into) {
    return refuse(`--replace needs the name of the database again: ${into}.`);
  }
  const inTarget = (url: string): string =>
    Object.assign(new URL(url), { pathname: `/${encodeURIComponent(into)}` }).href;
  const began = performance.now();
  const restored = await restore({
    folder,
    ownerUrl: inTarget(env.DATABASE_OWNER_URL),
    appUrl: inTarget(env.DATABASE_URL),
    backupUrl: env.BACKUP_DATABASE_URL,
    replace: replace !== undefined,
    withoutLostFiles: flags['without-lost-files'],
    keepSessions: flags['keep-sessions'] ?? false,
    // Any folder will do for restored files.
    storage: createFileStorage(env, () => Promise.resolve([])),
    stores: storesOf(env),
    clock: systemClock,
    say: (what) => console.error(what),
  }).catch((error: unknown) => {
    throw (error as { code?: string }).code === '3D000' ? noDatabase(into) : error;
  });
  console.log(`Restored into ${into}: ${describe(restored.manifest)}, ${secondsSince(began)}`);
  tellWhatElse(restored, flags);
  return 0;
}

function tellWhatElse(
  { manifest, migrated, endedSessions, possiblySent, unknownJobs }: Restored,
  flags: RestoreFlags,
): void {
  if (migrated.length > 0) console.log(`Applied ${migrated.length} migrations.`);
  if (!flags['keep-sessions']) console.log(`Ended ${endedSessions} sessions; API keys still work.`);
  for (const { practice_id: id, practice_name: name, messages } of possiblySent) {
    console.log(
      `Practice ${id} (${name}): ${messages} messages may have been sent. They are listed as failed.`,
    );
  }
  if (unknownJobs > 0) console.error(`${unknownJobs} jobs are of a type this release doesn’t know.`);
  if (manifest.lost.length > 0) {
    console.error(
      `${manifest.lost.length} files are not in the backup; any copies in storage were left as they are.`,
    );
  }
}

/** The configured stores. */
export const storesOf = ({ FILE_STORAGE_PATH, S3_BUCKET }: Env): Set<StoreName> =>
  new Set<StoreName>([
    ...(FILE_STORAGE_PATH ? (['disk'] as const) : []),
    ...(S3_BUCKET ? (['s3'] as const) : []),
  ]);

const noDatabase = (name: string): Error =>
  new Error(
    `Database ${name} doesn’t exist. Create it first: create database "${name}" owner <the login of DATABASE_OWNER_URL>;`,
  );

const describeMade = ({ tables, rows, files, bytes }: MadeBackup): string =>
  `${tables} tables, ${rows} rows, ${files} files, ${megabytes(bytes)}`;

const describe = ({ created_at, version, tables, files }: Manifest): string =>
  `${created_at}, release ${version}, ${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.length} files`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
