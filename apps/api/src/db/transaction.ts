import type { Knex } from 'knex';
import type { Statement } from './statement.ts';

/** Something that answers SQL. */
export interface Queryable {
  /** Rows of a named statement. */
  rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row of a named statement, or undefined. */
  row<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
}

/** An open transaction in one practice: named statements for the screens, Knex-built writes, one connection. */
export interface TenantTransaction extends Queryable {
  /** Runs what the builder describes and answers its rows. */
  run<Row = Record<string, unknown>>(builder: Knex.QueryBuilder | Knex.Raw): Promise<Row[]>;
}

export interface Transaction extends TenantTransaction {
  /**
   * Queues a statement that goes out with the commit and must succeed for the commit to count; spares a round trip.
   */
  beforeCommit<Row>(statement: Statement<Row>, values: readonly unknown[]): void;
}
