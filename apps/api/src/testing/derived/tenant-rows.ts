import type pg from 'pg';

/** Tables with rows of practices, and the column that says whose: read from the catalogue, so a new one is covered. */
export async function tenantTables(db: pg.Pool): Promise<{ name: string; column: string }[]> {
  const { rows } = await db.query<{ name: string; column: string }>(
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
 * All that a practice owns, as `table → "<rows> <hash of the rows>"`. What differs between two looks has changed.
 * The moment of a key's last use is left out: noting it is no change of the practice.
 */
export async function practiceDigest(db: pg.Pool, tenantId: number): Promise<Record<string, string>> {
  const tables = await tenantTables(db);
  const parts = tables.map(({ name, column }) => {
    const row = name === 'api_keys' ? "to_jsonb(t) - 'last_used_at'" : 'to_jsonb(t)';
    return `select '${name}' as name, count(*) || ' ' ||
      coalesce(md5(string_agg((${row})::text, ',' order by (${row})::text)), '') as digest
      from ${name} t where t.${column} = $1`;
  });
  const { rows } = await db.query<{ name: string; digest: string }>(parts.join(' union all '), [tenantId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
