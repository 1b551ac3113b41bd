import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { version } from '../../lib/version.ts';
import { copyToFile } from './copied-text.ts';
import { readKeptFiles } from './file-copies.ts';
import { formatVersion, jobsPath, tablePath, type Manifest, type TableContent } from './manifest.ts';
import {
  checkReadsEverything,
  jobsToDo,
  readKeptTables,
  readSequences,
  rowsOf,
  tablesNamed,
  type KeptTable,
} from './schema.ts';
import { syncFolder } from '../../lib/synced-files.ts';

/**
 * Writes a consistent snapshot of the database into a folder, without blocking writes. If this rejects, close the
 * connection: after an interrupted COPY it no longer answers, not even a rollback.
 * @returns the written tables, with the files that the rows name, which must still be copied
 */
export async function writeSnapshot(client: pg.Client, folder: string, at: Date): Promise<Manifest> {
  const tables = await readKeptTables(client);
  await checkReadsEverything(client, tables);
  await client.query('begin isolation level repeatable read, read only');
  await lockTables(client, tables);
  const { rows } = await client.query<{ postgres: string; migrations: string[] }>(
    `select current_setting('server_version') as postgres,
              (select array_agg(m.name::text order by m.name) from migrations m) as migrations`,
  );
  const { postgres = '', migrations = [] } = rows[0] ?? {};
  const written = await copyTables(client, folder, tables, rowsOf);
  const jobs = await copyToFile(client, jobsToDo, jobsPath(folder));
  const files = await readKeptFiles(client);
  const sequences = await readSequences(client);
  await client.query('commit');
  return {
    format: formatVersion,
    version,
    created_at: at.toISOString(),
    postgres,
    migrations,
    tables: written,
    sequences,
    jobs,
    files,
    lost: [],
  };
}

const lockAll = (tables: readonly KeptTable[]): string =>
  `lock table ${tablesNamed(tables.map(({ name }) => name))} in access share mode`;

/** Locks the tables before the snapshot is taken, so that no migration changes one in between. */
export async function lockTables(client: pg.Client, tables: readonly KeptTable[]): Promise<void> {
  await client.query(lockAll(tables));
}

/** Writes the rows of each table that `rows` selects into a file of its own. */
export async function copyTables<T extends KeptTable>(
  client: pg.Client,
  folder: string,
  tables: readonly T[],
  rows: (table: T) => string,
): Promise<TableContent[]> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  const written: TableContent[] = [];
  for (const table of tables) {
    const content = await copyToFile(client, rows(table), tablePath(folder, table.name));
    written.push({ name: table.name, columns: table.columns, ...content });
  }
  await syncFolder(join(folder, 'tables'));
  return written;
}
