import type pg from 'pg';
import {
  BackupError,
  copyFromFile,
  isSame,
  tableNamed,
  tablePath,
  type TableContent,
} from '../backup/public.ts';
import type { MoveManifest } from './move-manifest.ts';
import { quoted, type MovedTable } from './moved-tables.ts';

/** The temporary table with the rows for a table. */
export const staged = (table: string): string => `pg_temp.${quoted(`moved_${table}`)}`;
/** A list of columns. */
export const columnsOf = (columns: readonly string[], alias?: string): string =>
  columns.map((name) => (alias === undefined ? quoted(name) : `${alias}.${quoted(name)}`)).join(', ');

/** Loads the rows of a moved practice into temporary tables, unchanged. */
export async function stageRows(
  client: pg.Client,
  { folder, tables, manifest }: { folder: string; tables: readonly MovedTable[]; manifest: MoveManifest },
): Promise<void> {
  checkFits(tables, manifest);
  for (const table of manifest.tables) {
    const { name, columns } = table;
    await client.query(stagingTable(table));
    const loaded = await copyFromFile(
      client,
      tablePath(folder, name),
      `${staged(name)} (${columnsOf(columns)})`,
    );
    if (!isSame(loaded, table)) throw new BackupError(`The table ${name} was changed while it was read.`);
  }
  await client.query('create temporary table joined_accounts (theirs bigint, ours bigint) on commit drop');
}

const stagingTable = ({ name, columns }: TableContent): string =>
  `create temporary table ${quoted(`moved_${name}`)} on commit drop as
   select ${columnsOf(columns)} from ${tableNamed(name)} with no data`;

/** The same migrations make the same tables; if not, the following steps would be unsafe. */
function checkFits(tables: readonly MovedTable[], manifest: MoveManifest): void {
  const shape = (of: readonly { name: string; columns: string[] }[]): string =>
    of.map(({ name, columns }) => `${name} (${columns.join(', ')})`).join('\n');
  if (shape(tables) !== shape(manifest.tables)) {
    throw new BackupError('The tables of the moved practice don’t match its migrations.');
  }
}

/** What became of people's accounts. */
export interface MovedAccounts {
  /** Emails that have an account here: it joins the practice, and keeps what opens it. */
  joined: string[];
  /** Emails of new accounts whose passkeys were left out, because they belong to another address. */
  withoutPasskeys: string[];
}

const joinByEmail = `
  insert into pg_temp.joined_accounts
  select s.id, a.id from ${staged('accounts')} s join accounts a on a.email = s.email for key share of a`;
const emailsJoined = `
  select s.email::text from ${staged('accounts')} s join pg_temp.joined_accounts j on j.theirs = s.id order by 1`;
const ofJoinedAccounts = (table: string, column: string): string =>
  `delete from ${staged(table)} s using pg_temp.joined_accounts j where j.theirs = s.${column}`;
const leaveOutPasskeys = `
  with gone as (
    delete from ${staged('account_factors')} f where f.rp_id is distinct from $1 and f.kind = 'passkey'
    returning f.account_id)
  select distinct s.email::text from gone g join ${staged('accounts')} s on s.id = g.account_id order by 1`;

/**
 * Joins the accounts that exist here by email, and leaves out the passkeys that can't be used here.
 * @param host the host of this installation's address; null without one
 */
export async function joinAccounts(client: pg.Client, host: string | null): Promise<MovedAccounts> {
  await client.query(joinByEmail);
  const { rows: joined } = await client.query<{ email: string }>(emailsJoined);
  for (const [table, column] of [
    ['account_factors', 'account_id'],
    ['recovery_codes', 'account_id'],
    ['account_identities', 'account_id'],
    ['accounts', 'id'],
  ] as const) {
    await client.query(ofJoinedAccounts(table, column));
  }
  const { rows: withoutPasskeys } = await client.query<{ email: string }>(leaveOutPasskeys, [host]);
  const emails = (rows: readonly { email: string }[]): string[] => rows.map(({ email }) => email);
  return { joined: emails(joined), withoutPasskeys: emails(withoutPasskeys) };
}

/** The columns that name an account, by table. */
export async function accountColumns(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select c.relname || '.' || a.attname as key
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.accounts'::regclass`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Inserts the staged rows, with ids unchanged; only a joined account has the id that it has here. */
export async function insertRows(client: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  const named = await accountColumns(client);
  for (const table of tables) {
    const { name } = table;
    await client.query(insertion(table, named)).catch((error: unknown) => {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code !== uniqueViolation) throw error;
      throw new BackupError(`${name} has a value that is already taken here (${constraint}).`, {
        cause: error,
      });
    });
  }
}

const uniqueViolation = '23505';

function insertion({ name, columns }: MovedTable, named: ReadonlySet<string>): string {
  const values = columns.map((column) =>
    named.has(`${name}.${column}`)
      ? `coalesce((select j.ours from pg_temp.joined_accounts j where j.theirs = s.${quoted(column)}), s.${quoted(column)})`
      : `s.${quoted(column)}`,
  );
  return `insert into ${tableNamed(name)} (${columnsOf(columns)}) select ${values.join(', ')} from ${staged(name)} s`;
}
