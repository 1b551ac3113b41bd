import type pg from 'pg';
import { pdfText } from '../pdf-text.ts';
import { readZip } from '../read-zip.ts';
import { tenantTables } from './tenant-rows.ts';

/** The prefix of every planted text; short, so that no line break of a document splits it. */
export const canaryMark = 'zqxcanary';

/** Columns that the server computes with: a canary there would make every call fail. */
const computedWith = new Set([
  'tenants.time_zone',
  'tenants.locale',
  'tenants.currency',
  'api_keys.scopes',
  'imports.columns',
  'webhook_endpoints.events',
  'bookings.terms',
  'deposits.terms',
  'booking_changes.terms_before',
]);

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
}

/** A column of a practice's table, and the text for it. */
interface Planting {
  column: string;
  type: string;
  canary: string;
}

/** Columns that refused a canary, `table.column`: their checks allow only certain words or lengths. */
const refusing = new WeakMap<pg.Pool, Set<string>>();

/**
 * Writes a unique text into every text, list, JSON and byte column of a practice's rows that accepts one. Columns
 * whose checks allow only certain words keep theirs: they reveal nothing about a practice. No trigger runs, so that none
 * deletes rows because of a canary in another table.
 * @param only by table, SQL for which of its rows `t`; other tables are left alone
 * @returns the columns planted, `table.column`, with the text in each
 */
export async function plantCanaries(
  db: pg.Pool,
  tenantId: number,
  only?: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const owners = new Map((await tenantTables(db)).map(({ name, column }) => [name, column]));
  const refused = refusing.get(db) ?? new Set<string>();
  refusing.set(db, refused);
  const { rows } = await db.query<Column>(
    `select c.table_name, c.column_name, coalesce(c.domain_name, c.udt_name) as data_type
     from information_schema.columns c
     where c.table_schema = 'public' and c.udt_name in ('text', 'citext', 'varchar', '_text', 'jsonb', 'bytea')
       and c.is_generated = 'NEVER'
     order by c.table_name, c.column_name`,
  );
  const tables = new Map<string, Planting[]>();
  rows.forEach(({ table_name: table, column_name: column, data_type: type }, index) => {
    const isLeftAlone = !owners.has(table) || (only && !only.has(table));
    if (isLeftAlone || computedWith.has(`${table}.${column}`) || refused.has(`${table}.${column}`)) return;
    const planting = { column, type, canary: `${canaryMark}${index}q` };
    tables.set(table, [...(tables.get(table) ?? []), planting]);
  });
  const planted = new Map<string, string>();
  const connection = await db.connect();
  try {
    await connection.query('set session_replication_role = replica');
    for (const [table, columns] of tables) {
      const which = `t.${owners.get(table)} = $1 and (${only?.get(table) ?? 'true'})`;
      const accepted = await plant(connection, { table, which, tenantId }, columns);
      for (const { column } of columns.filter((each) => !accepted.includes(each)))
        refused.add(`${table}.${column}`);
      for (const { column, canary } of accepted) planted.set(`${table}.${column}`, canary);
    }
  } finally {
    await connection.query('reset session_replication_role');
    connection.release();
  }
  return planted;
}

/** A text that is no key in JSON as PostgreSQL writes it, and the characters before it. */
const textInJson = String.raw`'([\[ ])"(?:[^"\\]|\\.)*"(?!:)'`;

/** SQL for a column's new value; `text` is SQL for the canary. */
function valueWith(text: string, { column, type }: Planting): string {
  const values: Record<string, string> = {
    // An object gets one more key; in a list each text is replaced, also in nested lists and objects.
    jsonb: `case jsonb_typeof(t.${column})
      when 'array' then regexp_replace(t.${column}::text, ${textInJson}, '\\1' || to_json(${text}), 'g')::jsonb
      when 'object' then t.${column} || jsonb_build_object('canary', ${text})
      else jsonb_build_object('canary', ${text}) end`,
    _text: `array(select ${text} from unnest(t.${column}))`,
    bytea: `convert_to(${text}, 'UTF8')`,
  };
  return values[type] ?? text;
}

/** @returns the columns that accepted their text: tried together, then one by one */
async function plant(
  db: pg.PoolClient,
  rows: { table: string; which: string; tenantId: number },
  columns: Planting[],
): Promise<Planting[]> {
  const { table, which, tenantId } = rows;
  // A different text for each row, because of unique columns.
  const changes = columns.map(
    (each, index) => `${each.column} = ${valueWith(`$${index + 2}::text || row_number`, each)}`,
  );
  try {
    await db.query(
      `update ${table} t set ${changes.join(', ')}
       from (select t.ctid as place, row_number() over () from ${table} t where ${which}) n
       where t.ctid = n.place`,
      [tenantId, ...columns.map(({ canary }) => canary)],
    );
    return columns;
  } catch (error) {
    if ((error as { code?: string }).code !== '23514') throw error;
    if (columns.length === 1) return [];
    const accepted: Planting[] = [];
    for (const column of columns) accepted.push(...(await plant(db, rows, [column])));
    return accepted;
  }
}

/** The readable content of an answer in any form: JSON, a PDF, or a file inside JSON. */
export async function readableText(contentType: string | null, bytes: Uint8Array): Promise<string> {
  if (contentType?.startsWith('application/pdf')) return (await pdfText(bytes)).replaceAll(/\s/g, '');
  if (contentType?.startsWith('application/zip')) {
    const entries = [...(await readZip(bytes))].flatMap(([path, content]) => [
      path,
      content.toString('latin1'),
    ]);
    return entries.join('\n');
  }
  const text = new TextDecoder().decode(bytes);
  const embedded = [...text.matchAll(/"file_data":"([^"]*)"/g)].map(([, data]) =>
    Buffer.from(data ?? '', 'base64').toString('latin1'),
  );
  return [text, ...embedded].join('\n');
}

/** The planted texts in `text`. */
export const canariesIn = (text: string): string[] => [
  ...new Set([...text.toLowerCase().matchAll(new RegExp(`${canaryMark}\\d+q`, 'g'))].map(([found]) => found)),
];
