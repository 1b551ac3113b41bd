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
]);

/** Triggers that would delete rows because of a canary in another table. */
const deletingTriggers = [
  ['clients', 'clients_phone_ends_passkeys'],
  ['client_logins', 'client_logins_password_ends_passkeys'],
  ['clients', 'clients_phone_ends_push'],
  ['client_logins', 'client_logins_password_ends_push'],
];

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
}

/**
 * Writes a unique text into every text, list, JSON and byte column of a practice's rows that accepts one. Columns
 * whose checks allow only certain words keep theirs.
 * @param only by table, SQL for which of its rows `t`; other tables are left alone
 * @returns the columns planted, `table.column`, with the text in each
 */
export async function plantCanaries(
  db: pg.Pool,
  tenantId: number,
  only?: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const planted = new Map<string, string>();
  const owners = new Map((await tenantTables(db)).map(({ name, column }) => [name, column]));
  const { rows } = await db.query<Column>(
    `select c.table_name, c.column_name, coalesce(c.domain_name, c.udt_name) as data_type
     from information_schema.columns c
     where c.table_schema = 'public' and c.udt_name in ('text', 'citext', 'varchar', '_text', 'jsonb', 'bytea')
       and c.is_generated = 'NEVER'
     order by c.table_name, c.column_name`,
  );
  const turnTriggers = async (state: 'disable' | 'enable'): Promise<void> => {
    for (const [table, trigger] of deletingTriggers)
      await db.query(`alter table ${table} ${state} trigger ${trigger}`);
  };
  await turnTriggers('disable');
  for (const { table_name: table, column_name: column, data_type: type } of rows) {
    const owner = owners.get(table);
    const which = only ? only.get(table) : 'true';
    if (!owner || which === undefined || computedWith.has(`${table}.${column}`)) continue;
    const canary = `${canaryMark}${planted.size}q`;
    if (await plant(db, { table, column, type, owner, which, canary, tenantId }))
      planted.set(`${table}.${column}`, canary);
  }
  await turnTriggers('enable');
  return planted;
}

/** A text that is no key in JSON as PostgreSQL writes it, and the characters before it. */
const textInJson = String.raw`'([\[ ])"(?:[^"\\]|\\.)*"(?!:)'`;

interface Planting {
  table: string;
  column: string;
  type: string;
  owner: string;
  which: string;
  canary: string;
  tenantId: number;
}

async function plant(
  db: pg.Pool,
  { table, column, type, owner, which, canary, tenantId }: Planting,
): Promise<boolean> {
  // A different text for each row, because of unique columns.
  const text = `$1::text || row_number`;
  const values: Record<string, string> = {
    // An object gets one more key; in a list each text is replaced, also in nested lists and objects.
    jsonb: `case jsonb_typeof(t.${column})
      when 'array' then regexp_replace(t.${column}::text, ${textInJson}, '\\1' || to_json(${text}), 'g')::jsonb
      when 'object' then t.${column} || jsonb_build_object('canary', ${text})
      else jsonb_build_object('canary', ${text}) end`,
    _text: `array(select ${text} from unnest(t.${column}))`,
    bytea: `convert_to(${text}, 'UTF8')`,
  };
  const value = values[type] ?? text;
  try {
    await db.query(
      `update ${table} t set ${column} = ${value}
       from (select t.ctid as place, row_number() over () from ${table} t where t.${owner} = $2 and (${which})) n
       where t.ctid = n.place`,
      [canary, tenantId],
    );
    return true;
  } catch (error) {
    // A check allows only certain words or lengths here; such a column reveals nothing about a practice.
    if ((error as { code?: string }).code === '23514') return false;
    throw error;
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
