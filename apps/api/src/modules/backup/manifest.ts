import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { writeSynced } from '../../lib/synced-files.ts';

/** The version of a backup's layout that this release writes, and the newest that it can read. */
export const formatVersion = 1;

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** COPY's output for a table, as text, in the order of its primary key: equal rows make an equal checksum. */
const content = z.object({ rows: count, bytes: count, sha256 });

/** A file outside the database. */
export const fileInManifest = z.object({
  store: z.enum(['disk', 's3']),
  key: z.string().regex(/^\d+\/[0-9a-f]{48}$/),
  bytes: count,
  sha256,
});

/** A table's rows, by their checksum. */
export const tableContent = content.extend({ name, columns: z.array(name).min(1) });
/** The names of migrations, in order. */
export const migrationList = z.array(z.string().regex(/^\d{4}_\w+\.sql$/)).min(1);

const manifest = z.object({
  format: z.literal(formatVersion),
  /** The release that made it. */
  version: z.string(),
  /** ISO 8601. The backup is consistent as of a moment right after this. */
  created_at: z.iso.datetime(),
  /** The version of the server, for information; other versions can restore the backup. */
  postgres: z.string(),
  /** The migrations of its tables, in order. */
  migrations: migrationList,
  tables: z.array(tableContent),
  /** The next values of sequences; as text, because they may exceed exact numbers. */
  sequences: z.array(z.object({ name, last_value: z.string().regex(/^\d{1,19}$/), is_called: z.boolean() })),
  /** Jobs that were waiting or running. */
  jobs: content,
  /** Files outside the database, by their store. */
  files: z.array(fileInManifest),
  /** Files that were lost before: their rows are here, their bytes were missing from their store. */
  lost: z.array(fileInManifest),
});

export type Manifest = z.output<typeof manifest>;
export type Content = z.output<typeof content>;
export type TableContent = Manifest['tables'][number];
export type KeptFile = Manifest['files'][number];

const manifestName = 'manifest.json';
/** In the format of sha256sum, which can therefore check it. */
const checksumName = 'manifest.sha256';

export const tablePath = (folder: string, table: string): string =>
  join(folder, 'tables', `${table}.copy.gz`);
export const jobsPath = (folder: string): string => join(folder, 'jobs.copy.gz');
export const filePath = (folder: string, { store, key }: Pick<KeptFile, 'store' | 'key'>): string =>
  join(folder, 'files', store, key);

/** Writes a manifest, and beside it its checksum. */
export async function writeManifest(folder: string, written: object): Promise<void> {
  const text = `${JSON.stringify(written, null, 1)}\n`;
  await writeSynced(join(folder, manifestName), text);
  await writeSynced(join(folder, checksumName), `${sha256Of(text)}  ${manifestName}\n`);
}

/**
 * Reads a backup's manifest.
 * @throws BackupError for a folder that is no finished backup, was altered, or is of a newer release
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const { said } = await readSaid(folder, 'a backup');
  const { format } = z.looseObject({ format: z.int().optional() }).catch({}).parse(said);
  if (format !== undefined && format > formatVersion) {
    throw new BackupError(
      `The backup was made by a newer release (format ${format}), which this one can’t read.`,
    );
  }
  const { data } = manifest.safeParse(said);
  if (!data) throw new BackupError(`${manifestName} isn’t a valid backup manifest.`);
  return data;
}

/**
 * Reads a manifest and compares it with its checksum.
 * @param what the folder should be, such as 'a backup'
 * @returns its content, not yet validated, and its text
 */
export async function readSaid(folder: string, what: string): Promise<{ said: unknown; text: string }> {
  if (basename(folder).endsWith('.partial')) {
    throw new BackupError(`${folder} was never finished, so it isn’t ${what}.`);
  }
  const readPart = (part: string): Promise<string> =>
    readFile(join(folder, part), 'utf8').catch((error: unknown) => {
      throw new BackupError(`${folder} isn’t ${what}: ${part} can’t be read.`, { cause: error });
    });
  const text = await readPart(manifestName);
  const checksum = await readPart(checksumName);
  if (checksum !== `${sha256Of(text)}  ${manifestName}\n`) {
    throw new BackupError(`${manifestName} is damaged: it doesn’t match ${checksumName}.`);
  }
  return { said: parseJson(text), text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
