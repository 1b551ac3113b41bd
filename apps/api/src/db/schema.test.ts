import { join } from 'node:path';
import prettier from 'prettier';
import { expect, it } from 'vitest';
import { useTestApi } from '../testing/harness.ts';

// Writes `schema.ts` from the migrated database. After a migration: npm test -- apps/api/src/db/schema.test.ts -u

const api = useTestApi();

/** The types that `value-parsers.ts` reads PostgreSQL's values as. */
const types: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  numeric: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'unknown',
};

/** Types that the catalogue lacks. */
const shapes: Readonly<Record<string, string>> = {
  'tenants.business_hours': 'Record<string, [string, string][]>',
  'booking_fields.field_options':
    '{ rows?: number; min?: number; max?: number; step?: number; options?: string[] }',
  'notifications.details': 'Record<string, string | number>',
  'imports.first_records': 'string[][]',
  'webhook_deliveries.data': 'Record<string, unknown>',
  'booking_changes.terms_before': 'StoredTerms',
  'bookings.terms': 'StoredTerms',
  'deposits.terms': 'StoredTerms',
};

interface Column {
  table: string;
  column: string;
  /** In PostgreSQL's spelling, such as 'timestamp with time zone' or 'text[]'. */
  type: string;
  nullable: boolean;
  /** The column's own check constraints. */
  checks: string[];
}

const readColumns = async (): Promise<Column[]> =>
  (
    await api.testDatabase.owner.query<Column>(
      `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
              not a.attnotnull as nullable,
              array(select pg_get_constraintdef(k.oid) from pg_constraint k
                    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                    order by k.conname)::text[] as checks
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       order by c.relname, a.attnum`,
    )
  ).rows;

/** The texts that a check such as `status in ('open', 'ended')` allows, or null without one. */
function allowedTexts({ checks }: Column): string[] | null {
  for (const check of checks) {
    const list = /^CHECK \(\(+\w+ = (?:ANY \(ARRAY\[)?([^\]()]*)(?:\]\))?\)+(?: NOT VALID)?$/.exec(
      check,
    )?.[1];
    const texts = list?.split(', ').map((item) => /^'([^']*)'::text$/.exec(item)?.[1]);
    if (texts?.every((text) => text !== undefined)) return texts;
  }
  return null;
}

function typeOf(column: Column): string {
  const base = column.type.replace(/\[\]$/, '');
  const texts = allowedTexts(column)?.map((text) => `'${text}'`);
  const type = shapes[`${column.table}.${column.column}`] ?? texts?.join(' | ') ?? types[base] ?? 'string';
  if (type === 'unknown') return type;
  return `${type}${column.type.endsWith('[]') ? '[]' : ''}${column.nullable ? ' | null' : ''}`;
}

it('describes every table of the migrated database', async () => {
  const columns = await readColumns();
  const tables = [...new Set(columns.map(({ table }) => table))];
  const text = `// Generated from the migrated database by schema.test.ts. Do not edit.

    /** The terms of an appointment, as \`booking_terms\` writes them; see \`modules/booking-terms/terms.ts\`. */
    export interface StoredTerms {
      free_hours: number; keep: 'nothing' | 'sum' | 'percent'; keep_value: number;
      no_show_keep: 'nothing' | 'sum' | 'percent'; no_show_keep_value: number;
      move_limit: number; move_notice_hours: number; price_pence: number;
      free_until?: string; waived?: true;
    }

    /** The row of each table: ids as numbers, days 'YYYY-MM-DD', times 'HH:MM', instants ISO 8601 in UTC. */
    export interface Schema {
      ${tables
        .map(
          (table) =>
            `${table}: { ${columns
              .filter((column) => column.table === table)
              .map((column) => `${column.column}: ${typeOf(column)};`)
              .join(' ')} };`,
        )
        .join('\n')}
    }`;
  const file = join(import.meta.dirname, 'schema.ts');
  const options = await prettier.resolveConfig(file);
  await expect(await prettier.format(text, { ...options, parser: 'typescript' })).toMatchFileSnapshot(file);
});
