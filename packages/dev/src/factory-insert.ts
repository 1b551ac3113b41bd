import pg from 'pg';
import { valueParsers } from '../../../apps/api/src/db/value-parsers.ts';
import type { Schema } from '../../../apps/api/src/db/schema.ts';
import type { Columns } from './factory-rows.ts';

/** A connection of the schema's owner, which sees all practices. A pool, a client or a pool's client. */
export interface OwnerDb {
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<R>>;
}

/** Opens a connection as the schema's owner. The caller ends it. */
export async function connectOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl, types: valueParsers });
  await client.connect();
  return client;
}

/**
 * Inserts rows in one statement, however many, and returns them in the same order. All rows must give the same
 * columns; the others take the table's defaults.
 * @throws Error when a row lacks a column that the first one has, or has one more
 */
export async function insertRows<T extends keyof Schema>(
  db: OwnerDb,
  table: T,
  rows: readonly Columns<Schema[T]>[],
): Promise<Schema[T][]> {
  const written = rows.map((row) => Object.entries(row).filter(([, value]) => value !== undefined));
  const columns = written[0]?.map(([name]) => name) ?? [];
  if (columns.length === 0) return [];
  const list = columns.map((name) => pg.escapeIdentifier(name)).join(', ');
  const first = new Set(columns);
  for (const row of written) {
    if (row.length !== first.size || row.some(([name]) => !first.has(name))) {
      throw new Error(
        `Rows for ${table} differ in their columns: ${list} and ${row.map(([name]) => name).join(', ')}.`,
      );
    }
  }
  const json = written.map((row) => Object.fromEntries(row.map(([name, value]) => [name, asJson(value)])));
  const answer = await db.query<Schema[T] & pg.QueryResultRow>({
    text: `insert into ${table} (${list})
           select ${list} from jsonb_populate_recordset(null::${table}, $1) returning *`,
    values: [JSON.stringify(json)],
    types: valueParsers,
  });
  return answer.rows;
}

// PostgreSQL reads bytea from JSON in its own hexadecimal notation.
const asJson = (value: unknown): unknown => (value instanceof Buffer ? `\\x${value.toString('hex')}` : value);

export async function insertRow<T extends keyof Schema>(
  db: OwnerDb,
  table: T,
  row: Columns<Schema[T]>,
): Promise<Schema[T]> {
  const [inserted] = await insertRows(db, table, [row]);
  if (!inserted) throw new Error(`Nothing was inserted into ${table}.`);
  return inserted;
}
