import type { Knex } from 'knex';
import type { Statement } from './statement.ts';

/** Anything that runs SQL. */
export interface Queryable {
  /** Rows of a named statement. */
  rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row of a named statement, or undefined. */
  row<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
}

/** An open transaction in one practice: named statements for the screens, Knex-built writes, one connection. */
export interface TenantTransaction extends Queryable {
  /** Runs the built statement and returns its rows. */
  run<Row = Record<string, unknown>>(builder: Knex.QueryBuilder | Knex.Raw): Promise<Row[]>;
}

export interface Transaction extends TenantTransaction {
  /** Queues a statement that is sent with the commit and must succeed for it; saves a round trip. */
  beforeCommit<Row>(statement: Statement<Row>, values: readonly unknown[]): void;
}
