import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { copyFromFile, measureQuery } from './copied-text.ts';
import { tablePath, type Manifest, type TableContent } from './manifest.ts';
import {
  intoTable,
  notKept,
  readKeptTables,
  rowsOf,
  tableNamed,
  tablesNamed,
  type KeptTable,
} from './schema.ts';
import { checkStillEmpty } from './target.ts';
import { described, isSame } from './verify.ts';

/**
 * Loads a backup's rows into the tables of a migrated database, and compares checksums with the manifest. Call it in a
 * transaction of the schema's owner, who needs no further rights: obstacles to the rows (policies, foreign keys,
 * triggers that have already run) are removed in this transaction and put back before it ends.
 * @throws BackupError also when the database has come into use
 */
export async function fillTables(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const tables = await readKeptTables(client);
  checkFits(tables, manifest);
  const putBack = await takeOffGuards(client, tables);
  await checkStillEmpty(client);
  await client.query(emptyAll(tables));
  for (const table of manifest.tables) {
    const loaded = await copyFromFile(client, tablePath(folder, table.name), intoTable(table));
    if (!isSame(loaded, table))
      throw new BackupError(`The table ${table.name} was changed while it was read.`);
  }
  for (const statement of putBack) await client.query(statement);
  for (const { name, last_value, is_called } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      tableNamed(name),
      last_value,
      is_called,
    ]);
  }
  for (const table of manifest.tables) await compare(client, tables, table);
}

/** The same migrations make the same tables; if not, the following steps would be unsafe. */
function checkFits(tables: readonly KeptTable[], manifest: Manifest): void {
  const shape = (of: readonly { name: string; columns: string[] }[]): string =>
    of.map(({ name, columns }) => `${name} (${columns.join(', ')})`).join('\n');
  if (shape(tables) !== shape(manifest.tables)) {
    throw new BackupError('The tables of the backup don’t match its migrations.');
  }
}

/** @returns the statements that put the removed parts back, in order */
async function takeOffGuards(client: pg.Client, tables: readonly KeptTable[]): Promise<string[]> {
  const names = tables.map(({ name }) => name);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
     order by 1, 2`,
    [names],
  );
  const { rows: forced } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and c.relforcerowsecurity`,
    [names],
  );
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and not t.tgisinternal and t.tgenabled = 'O'`,
    [names],
  );
  const change = (table: string, action: string): string => `alter table ${tableNamed(table)} ${action}`;
  const quoted = pg.escapeIdentifier;
  for (const { table, name } of keys) await client.query(change(table, `drop constraint ${quoted(name)}`));
  for (const { table, name } of triggers)
    await client.query(change(table, `disable trigger ${quoted(name)}`));
  for (const { name } of forced) await client.query(change(name, 'no force row level security'));
  return [
    ...triggers.map(({ table, name }) => change(table, `enable trigger ${quoted(name)}`)),
    // While the policies do not limit the owner, check all rows together.
    ...keys.map(({ table, name, definition }) =>
      change(table, `add constraint ${quoted(name)} ${definition}`),
    ),
    ...forced.map(({ name }) => change(name, 'force row level security')),
  ];
}

async function compare(client: pg.Client, tables: readonly KeptTable[], said: TableContent): Promise<void> {
  const table = tables.find(({ name }) => name === said.name);
  if (!table) throw new BackupError(`Table ${said.name} not found.`);
  const found = await measureQuery(client, rowsOf(table));
  if (!isSame(found, said)) {
    throw new BackupError(
      `The table ${said.name} doesn’t match the backup: ${described(found)} instead of ${described(said)}.`,
    );
  }
}

/** Updates the planner's statistics. */
export async function analyzeTables(client: pg.Client): Promise<void> {
  const names = (await readKeptTables(client)).map(({ name }) => name);
  await client.query(analyze([...names, ...notKept]));
}

const emptyAll = (tables: readonly KeptTable[]): string =>
  `truncate ${tablesNamed(tables.map(({ name }) => name))}`;
const analyze = (names: readonly string[]): string => `analyze ${tablesNamed(names)}`;
