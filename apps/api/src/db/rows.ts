import type { Columns, Written } from './columns.ts';
import { sql } from './database.ts';
import type { Schema } from './schema.ts';
import { statement } from './statement.ts';
import type { TenantTransaction } from './transaction.ts';

// Functions that read and write one row of a practice, for tables whose rows have an id.

/** What a write needs of the context of a handler or a job. */
export interface Work {
  tx: TenantTransaction;
  tenantId: number;
  now: Date;
}

/** Said of a table whose rows don't know when they were created and changed. */
type Undated<Table extends keyof Schema> = 'updated_at' extends keyof Schema[Table] ? [] : ['undated'];

/**
 * Reads these columns of a row, which is locked until the transaction ends.
 * @param name names the statement
 */
export function locker<Table extends keyof Schema, Row>(
  name: string,
  { table, of }: Columns<Table, Row>,
  mode: 'for update' | 'for no key update' = 'for update',
): (work: Pick<Work, 'tx' | 'tenantId'>, id: number) => Promise<Row | undefined> {
  const row = statement<Row>(
    name,
    `select ${of('r')} from ${table} r where r.tenant_id = $1 and r.id = $2 ${mode}`,
  );
  return ({ tx, tenantId }, id) => tx.row(row, [tenantId, id]);
}

/** Inserts a row with these columns, and returns its id. */
export const inserter =
  <Table extends keyof Schema, Row>({ table }: Columns<Table, Row>, ...[undated]: Undated<Table>) =>
  async ({ tx, tenantId, now }: Work, row: Written<Row>): Promise<number> => {
    const times = undated ? {} : { created_at: now, updated_at: now };
    const inserting = sql(table).insert({ tenant_id: tenantId, ...row, ...times });
    const [inserted] = await tx.run<{ id: number }>(inserting.returning('id'));
    if (!inserted) throw new Error(`The new row of ${table} has no id.`);
    return inserted.id;
  };

/** Changes the given columns of a row. */
export const updater =
  <Table extends keyof Schema>(table: Table, ...[undated]: Undated<Table>) =>
  async (
    { tx, tenantId, now }: Work,
    id: number,
    changes: Partial<Written<Schema[Table]>>,
  ): Promise<void> => {
    const all = undated ? changes : { ...changes, updated_at: now };
    await tx.run(sql(table).where({ tenant_id: tenantId, id }).update(all));
  };

/** Deletes a row. */
export const remover =
  (table: keyof Schema) =>
  async ({ tx, tenantId }: Work, id: number): Promise<void> => {
    await tx.run(sql(table).where({ tenant_id: tenantId, id }).delete());
  };

/** Writes the order of a practice's rows: each gets its place among `ids`. */
export function orderWriter(
  table: 'booking_fields' | 'resources' | 'services',
): (work: Work, ids: readonly number[]) => Promise<void> {
  const placeRows = statement(
    `place_${table}`,
    `update ${table} r set display_order = o.place
     from unnest($2::bigint[]) with ordinality o (id, place)
     where r.tenant_id = $1 and r.id = o.id`,
  );
  return async ({ tx, tenantId }, ids) => {
    await tx.rows(placeRows, [tenantId, ids]);
  };
}
