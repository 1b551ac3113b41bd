import pg from 'pg';
import { jobSchema } from '../../db/job-schema.ts';
import { BackupError } from './backup-error.ts';
import type { TableContent } from './manifest.ts';

/** A table whose rows are in a backup. */
export interface KeptTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** How its rows are ordered, for `order by`. */
  order: string;
}

/**
 * Tables whose rows are not in a backup: the history of backups belongs to its own installation, and the manifest lists
 * the migrations. Unlogged tables hold data that a crash may lose too.
 */
export const notKept = ['backups', 'migrations', 'migrations_lock'];

// Text is ordered by its bytes, because collations differ between servers.
const keptTables = `
  select c.relname as name,
         (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         (select string_agg(case when a.attcollation = 0 then format('t.%I', a.attname)
                                 else format('t.%I::text collate "C"', a.attname) end, ', ' order by k.place)
          from unnest(i.indkey::int2[]) with ordinality k(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as "order"
  from pg_class c
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
    and c.relname <> all($1)
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`;

/** The tables of the product, by name. */
export async function readKeptTables(client: pg.Client): Promise<KeptTable[]> {
  const { rows } = await client.query<KeptTable>(keptTables, [notKept]);
  const unordered = rows.find(({ order }) => !order);
  if (unordered) throw new BackupError(`The table ${unordered.name} has no primary key.`);
  return rows;
}

const appliesToLogin =
  "exists (select 1 from unnest(p.polroles) r(oid) where r.oid = 0 or pg_has_role(current_user, r.oid, 'usage'))";

// Without a policy that lets the login read every row, or with a restrictive one.
const tablesHidden = `
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1)
    and (not has_table_privilege(c.oid, 'select')
         or (row_security_active(c.oid)
             and (not exists (select 1 from pg_policy p
                              where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
                                and pg_get_expr(p.polqual, p.polrelid) = 'true' and ${appliesToLogin})
                  or exists (select 1 from pg_policy p
                             where p.polrelid = c.oid and not p.polpermissive and ${appliesToLogin}))))
  order by 1`;

/** Refuses a login to which row-level security would hide some rows: they would be missing silently. */
export async function checkReadsEverything(client: pg.Client, tables: readonly KeptTable[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(tablesHidden, [tables.map(({ name }) => name)]);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new BackupError(
    `The login can’t read every row of: ${names}. Use burrow_backup or the schema’s owner.`,
  );
}

/** The current state of a sequence. */
export interface Sequence {
  name: string;
  last_value: string;
  is_called: boolean;
}

/** The next values of the product's sequences. Sequences are not transactional: the value is never too low. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
       and not exists (select 1 from pg_depend d join pg_class t on t.oid = d.refobjid
                       where d.objid = c.oid and d.classid = 'pg_class'::regclass and t.relname = any($1))
     order by c.relname`,
    [notKept],
  );
  const read: Sequence[] = [];
  for (const { name } of rows) {
    const answer = await client.query<Omit<Sequence, 'name'>>(
      `select s.last_value::text, s.is_called from public.${pg.escapeIdentifier(name)} s`,
    );
    if (answer.rows[0]) read.push({ name, ...answer.rows[0] });
  }
  return read;
}

/** A quoted SQL identifier. */
export const tableNamed = (name: string): string => `public.${pg.escapeIdentifier(name)}`;
/** Quoted SQL identifiers, for statements about several tables. */
export const tablesNamed = (names: readonly string[]): string => names.map(tableNamed).join(', ');

/** The rows of a table in the backup's form. */
export const rowsOf = ({ name, columns, order }: KeptTable): string =>
  `select ${columns.map((column) => `t.${pg.escapeIdentifier(column)}`).join(', ')}
   from ${tableNamed(name)} t order by ${order}`;

/** A table and its columns, as COPY takes them. */
export const intoTable = ({ name, columns }: Pick<TableContent, 'name' | 'columns'>): string =>
  `${tableNamed(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/**
 * Pending jobs, in a form that any release of the queue can import: a running job counts as pending after a restore.
 * Schedules create their own jobs.
 */
export const jobsToDo = `
  select j.id, j.name, j.data, j.priority, j.singleton_key, j.start_after
  from ${jobSchema}.job j
  where j.state < 'completed' and j.data is not null
  order by j.start_after, j.id`;

/** Settings that make the text of values independent of the connection. */
export const sameText = [
  "set datestyle = 'ISO, YMD'",
  "set timezone = 'UTC'",
  "set intervalstyle = 'postgres'",
  'set extra_float_digits = 1',
  "set bytea_output = 'hex'",
  "set client_encoding = 'UTF8'",
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  'set search_path = public, pg_temp',
].join('; ');
