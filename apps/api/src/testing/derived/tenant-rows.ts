import { createHash } from 'node:crypto';
import type pg from 'pg';

interface TenantTable {
  name: string;
  /** Which practice a row belongs to. */
  column: string;
}

const knownTables = new WeakMap<pg.Pool, Promise<TenantTable[]>>();

/** Tables with rows of practices, read once per database from the catalogue, so that a new table is covered. */
export function tenantTables(db: pg.Pool): Promise<TenantTable[]> {
  const tables = knownTables.get(db) ?? readTenantTables(db);
  knownTables.set(db, tables);
  return tables;
}

async function readTenantTables(db: pg.Pool): Promise<TenantTable[]> {
  const { rows } = await db.query<TenantTable>(
    `select c.relname as name, a.attname as column
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid
       and a.attname = case when c.relname = 'tenants' then 'id' else 'tenant_id' end
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     order by c.relname`,
  );
  return rows;
}

/**
 * All rows of a practice, as `table → "<rows> <hash of the rows>"`, to compare before and after. The last use of a
 * key is left out: recording it is no change of the practice.
 */
export const practiceDigest = async (db: pg.Pool, tenantId: number): Promise<Record<string, string>> =>
  digest(
    db,
    tenantId,
    (await tenantTables(db)).map(({ name, column }) => [name, `t.${column} = $1`]),
  );

/** The same of a client's rows, see {@link clientTables}. */
export const clientDigest = (
  db: pg.Pool,
  tenantId: number,
  tables: ReadonlyMap<string, string>,
): Promise<Record<string, string>> =>
  digest(
    db,
    tenantId,
    [...tables].map(([name, which]) => [name, `t.tenant_id = $1 and (${which})`]),
  );

/** The same of some tables, with SQL for which of their rows `t`; `$1` is the practice. */
export async function digest(
  db: pg.Pool,
  tenantId: number,
  tables: readonly (readonly [name: string, condition: string])[],
): Promise<Record<string, string>> {
  const parts = tables.map(([name, condition]) => {
    const row = name === 'api_keys' ? "to_jsonb(t) - 'last_used_at'" : 'to_jsonb(t)';
    return `select '${name}' as name, count(*) || ' ' ||
      coalesce(sum(hashtextextended((${row})::text, 0)), 0) as hash
      from ${name} t where ${condition}`;
  });
  const text = parts.join(' union all ');
  // Planning so many tables costs more than reading them, so prepare the statement once per connection.
  const name = `digest_${createHash('sha1').update(text).digest('hex')}`;
  const { rows } = await db.query<{ name: string; hash: string }>({ name, text, values: [tenantId] });
  return Object.fromEntries(rows.map((table) => [table.name, table.hash]));
}

interface Reference {
  child: string;
  column: string;
  parent: string;
  parent_column: string;
}

/**
 * Tables with rows of one client, and SQL for which of their rows `t` those are: the client's own, and all that
 * reference it, directly or indirectly. Read from the catalogue, so a new one is covered.
 */
export async function clientTables(db: pg.Pool, clientId: number): Promise<Map<string, string>> {
  const { rows: references } = await db.query<Reference>(
    `select c.conrelid::regclass::text as child, k.attname as column, c.confrelid::regclass::text as parent,
            p.attname as parent_column
     from pg_constraint c
     cross join unnest(c.conkey, c.confkey) as pair(child_number, parent_number)
     join pg_attribute k on k.attrelid = c.conrelid and k.attnum = pair.child_number
     join pg_attribute p on p.attrelid = c.confrelid and p.attnum = pair.parent_number
     where c.contype = 'f' and c.conrelid <> c.confrelid and k.attname <> 'tenant_id'
       and c.connamespace = 'public'::regnamespace`,
  );
  const found = new Map([['clients', `t.id = ${clientId}`]]);
  const children = (parents: ReadonlySet<string>): Set<string> =>
    new Set(references.filter(({ parent }) => parents.has(parent)).map(({ child }) => child));
  for (let next = children(new Set(found.keys())); next.size > 0; next = children(next)) {
    for (const table of next) {
      const ways = references.filter(({ child, parent }) => child === table && found.has(parent));
      const hanging = ways.map(
        ({ column, parent, parent_column: key }) =>
          `(t.tenant_id, t.${column}) in (select t.tenant_id, t.${key} from ${parent} t where ${found.get(parent)})`,
      );
      found.set(table, hanging.join(' or '));
    }
  }
  return found;
}
