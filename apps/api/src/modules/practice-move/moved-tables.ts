import pg from 'pg';
import { readKeptTables, tableNamed, type KeptTable } from '../backup/public.ts';

/** Tables of practices whose rows stay on the old installation, and why. All others move. */
export const stayingTables: Readonly<Record<string, string>> = {
  practice_moves: 'The state of the move on its own installation.',
  file_removals: 'Files to delete from the old installation’s own store.',
  phone_codes: 'Valid for minutes.',
  client_passkey_challenges: 'Valid for minutes.',
  push_subscriptions:
    'Encrypted for the address and keys of the old installation; people allow notifications again.',
};

/** Tables of which some rows move, `t`, and why the others stay. */
const partlyMoved: Readonly<Record<string, string>> = {
  // Sessions stay: everyone signs in again, at the new address.
  api_keys: "t.kind = 'integration'",
};

/** Tables of accounts whose rows stay, and why. */
export const stayingAccountTables: Readonly<Record<string, string>> = {
  account_links: 'One-time links to the old address; people ask for a new one.',
  known_devices: 'Known by a cookie of the old address.',
  sign_in_challenges: 'Valid for minutes.',
  sso_sign_ins: 'Valid for minutes.',
  security_events: 'The log of its own installation.',
};

/** The practice that the transaction has set, as row-level security reads it. */
const practice = "nullif(current_setting('app.tenant_id', true), '')::bigint";

const itsAccounts = `select u.account_id from users u where u.tenant_id = ${practice}
  union select k.account_id from api_keys k where k.tenant_id = ${practice} and k.kind = 'integration'`;
/** What opens an account moves with it, unless it is a superadmin's. */
const ofItsAccounts = `t.account_id in (
  select a.id from accounts a where a.id in (${itsAccounts}) and not a.is_superadmin)`;

/** The rows `t` of accounts that move: of everyone who works in the practice, or did. */
const accountRows: Readonly<Record<string, string>> = {
  accounts: `t.id in (${itsAccounts})`,
  account_factors: `${ofItsAccounts} and t.state = 'active'`,
  recovery_codes: ofItsAccounts,
  // Those of the installation's own provider stay.
  account_identities: `${ofItsAccounts} and t.provider_tenant_id = ${practice}`,
};

const move = `(select m.* from practice_moves m where m.tenant_id = ${practice})`;

/** Columns that are written differently: what they were before the move, and no rights beyond the practice. */
const writtenColumns: Readonly<Record<string, string>> = {
  'tenants.suspended_at': `(select m.suspended_at from ${move} m)`,
  'accounts.is_superadmin': 'false',
  'accounts.password_hash': 'case when not t.is_superadmin then t.password_hash end',
  'accounts.disabled_at': `case when t.is_superadmin then coalesce(t.disabled_at, (select m.started_at from ${move} m)) else t.disabled_at end`,
};

/** A table with rows that move. */
export interface MovedTable extends KeptTable {
  /** Whether its rows are of accounts, which another practice may share. */
  isOfAccounts: boolean;
  /** SQL for which rows `t` are of the practice. */
  where: string;
}

/** The tables with rows that move, by name; read from the catalogue, so that a new one moves too. */
export async function readMovedTables(client: pg.Client): Promise<MovedTable[]> {
  const tables = await readKeptTables(client);
  return tables.flatMap((table): MovedTable[] => {
    const ofAccounts = accountRows[table.name];
    if (ofAccounts !== undefined) return [{ ...table, isOfAccounts: true, where: ofAccounts }];
    const owner = ownerColumn(table);
    if (owner === undefined || table.name in stayingTables) return [];
    const some = partlyMoved[table.name] ?? 'true';
    return [{ ...table, isOfAccounts: false, where: `t.${owner} = ${practice} and ${some}` }];
  });
}

/** The column of the practice; undefined for a table of the installation. */
const ownerColumn = ({ name, columns }: KeptTable): string | undefined =>
  name === 'tenants' ? 'id' : columns.find((column) => column === 'tenant_id');

/** Every table with rows of practices, also those that stay, without the practice's own row. */
export const readPracticeTables = async (client: pg.Client): Promise<string[]> =>
  (await readKeptTables(client))
    .filter((table) => ownerColumn(table) === 'tenant_id')
    .map(({ name }) => name);

/** A quoted name. */
export const quoted = pg.escapeIdentifier;

/** The rows that move, as the old installation writes them. */
export const rowsToMove = (table: MovedTable): string =>
  rowsAs(table, (name) => writtenColumns[`${table.name}.${name}`] ?? `t.${quoted(name)}`);

/**
 * The rows of a practice in a table, in the order of its primary key.
 * @param written SQL for the value of a column of `t`
 */
export const rowsAs = (
  { name, columns, order, where }: MovedTable,
  written: (column: string) => string,
): string =>
  `select ${columns.map(written).join(', ')} from ${tableNamed(name)} t where ${where} order by ${order}`;

/** Sets the practice for the rest of the transaction. */
export async function setMovedPractice(client: pg.Client, practiceId: number): Promise<void> {
  await client.query("select set_config('app.tenant_id', $1, true)", [String(practiceId)]);
}
