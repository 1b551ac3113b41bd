import type { Schema } from './schema.ts';
import { statement, type Statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

type Trimmed<Name extends string> = Name extends `${' ' | '\n'}${infer Rest}` ? Trimmed<Rest> : Name;

/** The names in a list: 'id, name' becomes 'id' | 'name'. */
type Listed<List extends string> = List extends `${infer Name},${infer Rest}`
  ? Trimmed<Name> | Listed<Rest>
  : Trimmed<List>;

/** The columns of a table that a list names. */
type Picked<Table extends keyof Schema, List extends string> = Pick<
  Schema[Table],
  Listed<List> & keyof Schema[Table]
>;

/** A list whose every name is a column of the table; never for another. */
type ListOf<Table extends keyof Schema, List extends string> =
  Listed<List> extends keyof Schema[Table] ? List : never;

/** Columns of a table, listed once: for the SQL, and for the type of a row as it is read. */
export interface Columns<Table extends keyof Schema, Row> {
  readonly table: Table;
  readonly names: readonly (keyof Row & string)[];
  /** The list for `select`, from the table under this alias. */
  of: (alias: string) => string;
}

/** The row of {@link columns}. */
export type RowOf<C> = C extends Columns<keyof Schema, infer Row> ? Row : never;

/** Names of instants. */
type InstantName = `${string}_at` | `${string}_until` | `${string}_since`;

/** A row whose instants are dates instead of texts. */
export type Dated<Row> = {
  [Column in keyof Row]: Column extends InstantName ? Date | Extract<Row[Column], null> : Row[Column];
};

/** A row to write: an instant is also taken as a date. */
export type Written<Row> = { [Column in keyof Row]: Row[Column] | Dated<Row>[Column] };

/** Lists columns as SQL does: `columns('clients', 'id, name')`. The compiler refuses a name that the table lacks. */
export function columns<Table extends keyof Schema, const List extends string>(
  table: Table,
  list: ListOf<Table, List>,
): Columns<Table, Picked<Table, List>> {
  const names = list.split(',').map((name) => name.trim());
  return {
    table,
    names: names as (keyof Picked<Table, List> & string)[],
    of: (alias) => names.map((name) => `${alias}.${name}`).join(', '),
  };
}

/** A named statement that inserts a row of a practice. */
interface Insertion<Row, Returned> extends Statement<Returned> {
  /** The statement's values, taken from a row by their names. */
  values: (tenantId: number, row: Readonly<Record<keyof Row, unknown>>) => unknown[];
}

/**
 * Declares the named statement that inserts a row of these columns.
 * @param returning columns of the inserted row
 * @param expressions what is written instead of a value, or into further columns, from the placeholders of the values
 */
export function insertion<Table extends keyof Schema, Row, const Returning extends string>(
  name: string,
  { table, names }: Columns<Table, Row>,
  returning: ListOf<Table, Returning>,
  expressions: (value: Readonly<Record<keyof Row, string>>) => Readonly<Record<string, string>> = () => ({}),
  onConflict = '',
): Insertion<Row, Picked<Table, Returning>> {
  const placeholders = Object.fromEntries(names.map((column, index) => [column, `$${index + 2}`]));
  const written = { ...placeholders, ...expressions(placeholders as Record<keyof Row, string>) };
  const text = `insert into ${table} (tenant_id, ${Object.keys(written).join(', ')})
    values ($1, ${Object.values(written).join(', ')}) ${onConflict} returning ${returning}`;
  return {
    ...statement(name, text),
    values: (tenantId, row) => [tenantId, ...names.map((column) => row[column])],
  };
}

/** Inserts a row. @returns the columns that the insertion asks for */
export async function insertRow<Row, Returned>(
  tx: Queryable,
  into: Insertion<Row, Returned>,
  tenantId: number,
  row: Readonly<Record<keyof Row, unknown>>,
): Promise<Returned> {
  const inserted = await tx.row(into, into.values(tenantId, row));
  if (!inserted) throw new Error(`${into.name} inserted no row.`);
  return inserted;
}
