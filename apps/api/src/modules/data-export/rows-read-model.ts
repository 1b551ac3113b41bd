import { statement, type Statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import type { ExportedColumn, TableColumns } from './columns.ts';
import type { ExportedTable } from './exported-tables.ts';

/** The scope of the rows: a practice's, or with a client those about them. */
export interface ExportScope {
  tenantId: number;
  clientId: number | null;
}

/** A row of any table. All have the same shape, so that one statement reads them. */
export interface ExportedRow {
  /** The row as JSON. */
  record: string;
  /** The names of its ids, by column, as JSON. */
  names: string;
  /** Of a file: the location of its bytes, as JSON. */
  place: string | null;
}

/** The target of an id column, and the target's name. */
const named: Readonly<Record<string, readonly [table: string, name: string]>> = {
  client_id: ['clients', 'name'],
  uploaded_by_client_id: ['clients', 'name'],
  animal_id: ['animals', 'name'],
  species_id: ['species', 'name'],
  service_id: ['services', 'name'],
  field_id: ['booking_fields', 'field_label'],
  staff_id: ['users', 'name'],
  user_id: ['users', 'name'],
  uploaded_by_user_id: ['users', 'name'],
  taken_by_user_id: ['users', 'name'],
  issued_by_user_id: ['users', 'name'],
  requested_by_user_id: ['users', 'name'],
  actor_user_id: ['users', 'name'],
};

/** The columns whose ids have a name. */
export const namedColumns = (columns: readonly ExportedColumn[]): string[] =>
  columns.map(({ name }) => name).filter((name) => name in named);

/** The parts of a file's path, beside its own columns. */
const ownerOfFile = `, case when t.booking_id is null then null else (
    select b.booking_date || ' ' || a.name from bookings b
    join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
    where b.tenant_id = t.tenant_id and b.id = t.booking_id) end as booking_id`;
const placeOfFile = `(select row_to_json(p)::text
  from (select t.id, t.storage, t.storage_key, t.file_size, encode(t.sha256, 'hex') as sha256) p)`;

/** SQL for the rows of a table, in the order of its key. $1 is the practice, $2 the client if there is one. */
function selectionOf(exported: ExportedTable, { columns, order }: TableColumns, ofClient: boolean): string {
  const { table, added } = exported;
  const values = columns.map(({ name, type }) =>
    type === 'bytea' ? `encode(t.${name}, 'hex') as ${name}` : `t.${name}`,
  );
  const more = Object.entries(added?.columns ?? {}).map(([name, sql]) => `${sql} as ${name}`);
  // Each by its key: joins of whole tables become nested loops over both while there are no statistics.
  const names = namedColumns(columns).map((column) => {
    const [target, name] = named[column] ?? [];
    return `(select o.${name} from ${target} o where o.tenant_id = t.tenant_id and o.id = t.${column}) as ${column}`;
  });
  const isFiles = table === 'files';
  return `select row_to_json(r)::text as record, row_to_json(n)::text as names,
      ${isFiles ? placeOfFile : 'null::text'} as place
    from ${table} t ${added?.join ?? ''}
    cross join lateral (select ${[...values, ...more].join(', ')}) r
    cross join lateral (select ${names.join(', ') || 'null as no_name'}${isFiles ? ownerOfFile : ''}) n
    where t.${table === 'tenants' ? 'id' : 'tenant_id'} = $1 ${ofClient ? `and ${exported.ofClient}` : ''}
    order by ${order.map((column) => `t.${column}`).join(', ')}`;
}

/** How many rows are read at a time. */
const batchSize = 500;
const nextRows = statement<ExportedRow>('export_next_rows', `fetch ${batchSize} from exported_rows`);
const closeRows = statement('export_close_rows', 'close exported_rows');
const inUtc = statement('export_in_utc', "select set_config('TimeZone', 'UTC', true)");

/** Sets the time zone to UTC for the rest of the transaction. */
export async function writeInUtc(tx: TenantTransaction): Promise<void> {
  await tx.rows(inUtc);
}

/** All rows of a table in the scope, in batches. */
export async function* rowBatches(
  tx: TenantTransaction,
  exported: ExportedTable,
  columns: TableColumns,
  { tenantId, clientId }: ExportScope,
): AsyncGenerator<ExportedRow[]> {
  const selection = selectionOf(exported, columns, clientId !== null);
  const open: Statement<unknown> = statement(
    `export_${exported.table}${clientId === null ? '' : '_of_client'}`,
    `declare exported_rows no scroll cursor for ${selection}`,
  );
  await tx.rows(open, clientId === null ? [tenantId] : [tenantId, clientId]);
  while (true) {
    const rows = await tx.rows(nextRows);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await tx.rows(closeRows);
}
