import type pg from 'pg';
import { idsEach } from '../../db/installation-ids.ts';
import { BackupError, described, isSame, measureQuery, tableNamed } from '../backup/public.ts';
import type { MoveManifest } from './move-manifest.ts';
import { quoted, rowsAs, type MovedTable } from './moved-tables.ts';
import { accountColumns, columnsOf, staged } from './staged-rows.ts';

interface Taken {
  table: string;
  columns: string[];
}

// Unique indexes over the whole installation: their columns do not include the practice.
const globalKeys = `
  select c.relname as table,
         (select array_agg(a.attname::text order by k.place)
          from unnest(i.indkey::int2[]) with ordinality k(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and i.indisunique and i.indexprs is null
    and not exists (select from pg_attribute a
                    where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = any(i.indkey::int2[]))
  order by c.relname <> 'tenants', 1`;

function takenValue({ table, columns }: Taken): string {
  const same = columns.map((name) => `s.${quoted(name)} = t.${quoted(name)}`).join(' and ');
  return `select s.${quoted(columns[0] ?? '')}::text as value
    from ${staged(table)} s join ${tableNamed(table)} t on ${same} limit 1`;
}

/** Values shown to the operator: names of practices, which are no secret. */
const shownColumns = new Set(['tenants.id', 'tenants.subdomain', 'tenants.custom_host']);

/** Refuses rows with a value that is taken here and unique in an installation. */
export async function checkNothingTaken(client: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  const { rows } = await client.query<Taken>(globalKeys, [tables.map(({ name }) => name)]);
  for (const { table, columns } of rows) {
    const [first = ''] = columns;
    const { rows: taken } = await client.query<{ value: string }>(takenValue({ table, columns }));
    const [found] = taken;
    if (!found) continue;
    const key = `${table}.${columns.join(', ')}`;
    const value = shownColumns.has(key) ? ` ${found.value}` : '';
    const advice = first === 'id' ? ' Give each installation its own INSTALLATION_NUMBER.' : '';
    throw new BackupError(`${key}${value} is already taken here. Nothing was changed.${advice}`);
  }
}

const idToCome = (table: string, sequence: string): string =>
  `select s.id::text from ${staged(table)} s cross join ${sequence} n
   where s.id >= n.last_value + n.is_called::int and s.id / $1::bigint = n.last_value / $1::bigint limit 1`;

/**
 * Refuses ids that this installation would assign again: above its next one, and in the same range. Between installations
 * of different numbers there are none.
 */
export async function checkIdsApart(client: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  const { rows } = await client.query<{ table: string; sequence: string }>(
    `select c.relname as table, pg_get_serial_sequence(c.oid::regclass::text, 'id') as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1`,
    [tables.map(({ name }) => name)],
  );
  for (const { table, sequence } of rows) {
    const { rows: beyond } = await client.query<{ id: string }>(idToCome(table, sequence), [idsEach]);
    if (beyond[0]) {
      throw new BackupError(
        `This installation would assign ${table}.id ${beyond[0].id} again. Nothing was changed. ` +
          'Give each installation its own INSTALLATION_NUMBER.',
      );
    }
  }
}

/** Compares the inserted rows with the manifest, by the same checksums; rows of accounts with those that were staged. */
export async function compareRows(
  client: pg.Client,
  tables: readonly MovedTable[],
  manifest: MoveManifest,
): Promise<void> {
  const named = await accountColumns(client);
  for (const table of tables) {
    const { name } = table;
    if (table.isOfAccounts) {
      const { rows: missing } = await client.query(missingRow(table));
      if (missing.length > 0) throw new BackupError(`The table ${name} doesn’t match what was copied.`);
      continue;
    }
    const said = manifest.tables.find((one) => one.name === name);
    const found = await measureQuery(
      client,
      rowsAs(table, (column) =>
        named.has(`${name}.${column}`)
          ? `coalesce((select j.theirs from pg_temp.joined_accounts j where j.ours = t.${quoted(column)}), t.${quoted(column)})`
          : `t.${quoted(column)}`,
      ),
    );
    if (!said || !isSame(found, said)) {
      throw new BackupError(
        `The table ${name} doesn’t match the manifest: ${described(found)} instead of ${said ? described(said) : 'none'}.`,
      );
    }
  }
}

function missingRow({ name, columns }: MovedTable): string {
  const rows = `select ${columnsOf(columns, 't')} from`;
  return `select from (${rows} ${staged(name)} t except all ${rows} ${tableNamed(name)} t) missing limit 1`;
}

/** Checks every foreign key of the practice's rows: the database did not, while they were inserted. */
export async function checkReferences(client: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  const { rows } = await client.query<{ child: string; parent: string; name: string; pairs: string[][] }>(
    `select c.relname as child, p.relname as parent, k.conname as name,
            (select array_agg(array[a.attname::text, b.attname::text])
             from unnest(k.conkey, k.confkey) u(one, other)
             join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.one
             join pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.other) as pairs
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [tables.map(({ name }) => name)],
  );
  for (const { child, parent, name, pairs } of rows) {
    const table = tables.find((one) => one.name === child);
    if (!table) continue;
    const { rows: broken } = await client.query(brokenReference(table, parent, pairs));
    if (broken.length > 0) {
      throw new BackupError(`A row of ${child} refers to a row of ${parent} that isn’t there (${name}).`);
    }
  }
}

function brokenReference({ name, where }: MovedTable, parent: string, pairs: readonly string[][]): string {
  const given = pairs.map(([column = '']) => `t.${quoted(column)} is not null`).join(' and ');
  const same = pairs.map(([one = '', other = '']) => `p.${quoted(other)} = t.${quoted(one)}`).join(' and ');
  return `select from ${tableNamed(name)} t where ${where} and ${given}
    and not exists (select from ${tableNamed(parent)} p where ${same}) limit 1`;
}
