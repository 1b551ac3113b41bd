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

/** Locks a practice's list of rows until the transaction ends: two changes of it wait for each other. */
export function listLocker(table: keyof Schema): (work: Pick<Work, 'tx' | 'tenantId'>) => Promise<void> {
  const lock = statement(
    `lock_list_of_${table}`,
    `select pg_advisory_xact_lock(hashtextextended('${table}:' || $1, 0))`,
  );
  return async ({ tx, tenantId }) => {
    await tx.rows(lock, [String(tenantId)]);
  };
}

type ListedTable = 'care_types' | 'medicines' | 'note_templates' | 'reply_templates' | 'resources';

/**
 * Counts the rows of a practice's list that are in use, without `except`, and locks the list: two additions count each
 * other's.
 * @param archived the column that is set once a row is no longer in use
 */
export function activeCounter(
  table: ListedTable,
  archived: 'archived_at' | 'retired_at' = 'archived_at',
  lockList = listLocker(table),
): (work: Pick<Work, 'tx' | 'tenantId'>, except?: number) => Promise<number> {
  const count = statement<{ count: number }>(
    `count_active_${table}`,
    `select count(*)::integer as count from ${table} r
     where r.tenant_id = $1 and r.${archived} is null and r.id is distinct from $2::bigint`,
  );
  return async (work, except) => {
    const [, row] = await Promise.all([lockList(work), work.tx.row(count, [work.tenantId, except ?? null])]);
    return row?.count ?? 0;
  };
}

/** Archives a row of a practice's list, or restores it; archiving again keeps the first moment. @returns false for an unknown one */
export function archiver(
  table: 'medicines' | 'note_templates' | 'reply_templates',
): (work: Work, id: number, isArchived: boolean) => Promise<boolean> {
  const setArchived = statement<{ id: number }>(
    `archive_${table}`,
    `update ${table} set archived_at = case when $3 then coalesce(archived_at, $4) end, updated_at = $4
     where tenant_id = $1 and id = $2 returning id`,
  );
  return async ({ tx, tenantId, now }, id, isArchived) =>
    (await tx.row(setArchived, [tenantId, id, isArchived, now])) !== undefined;
}
