import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

/** A column as an export has it; `type` is PostgreSQL's name of its type. */
export interface ExportedColumn {
  name: string;
  type: string;
}

interface ColumnRow extends ExportedColumn {
  table_name: string;
}

// Generated columns add no information.
const columnsOfTables = statement<ColumnRow>(
  'export_columns',
  `select c.relname as table_name, a.attname as name, t.typname as type
   from pg_attribute a
   join pg_class c on c.oid = a.attrelid
   join pg_type t on t.oid = a.atttypid
   where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])
     and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   order by c.relname, a.attnum`,
);

const keysOfTables = statement<{ table_name: string; columns: string[] }>(
  'export_keys',
  `select c.relname as table_name,
     array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (number, place)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by k.place) as columns
   from pg_index i join pg_class c on c.oid = i.indrelid
   where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[]) and i.indisprimary`,
);

/** Names typical of secrets. */
const secretName = /password|secret|token|salt|hash|proof|(?:^|_)keys?$/;

/** Exceptions, by name or byte type, that are no secrets: a file's checksum, and how long passwords have to be. */
const harmless = new Set(['files.sha256', 'tenants.portal_password_minimum']);

/** The export as a whole says whose row it is. */
const isOwner = (column: string): boolean => column === 'tenant_id';

/** Whether a column may be exported: no bytes, and no name of a secret. */
export const mayLeave = ({ table_name, name, type }: ColumnRow): boolean =>
  harmless.has(`${table_name}.${name}`) || (type !== 'bytea' && !secretName.test(name) && !isOwner(name));

/** The exported columns of a table, and those of its sort order. */
export interface TableColumns {
  columns: ExportedColumn[];
  order: string[];
}

/** The columns of tables, by table, from the catalogue, so that a new column is exported automatically. */
export async function columnsOf(
  tx: Queryable,
  tables: readonly string[],
): Promise<ReadonlyMap<string, TableColumns>> {
  const [columns, keys] = await Promise.all([
    tx.rows(columnsOfTables, [tables]),
    tx.rows(keysOfTables, [tables]),
  ]);
  const byTable = Map.groupBy(columns.filter(mayLeave), ({ table_name }) => table_name);
  const orders = new Map(keys.map((key) => [key.table_name, key.columns]));
  return new Map(
    tables.map((table) => [table, { columns: byTable.get(table) ?? [], order: orders.get(table) ?? [] }]),
  );
}
