import type pg from 'pg';

interface Definition {
  drop: string;
  create: string;
}

/** Indexes that no key hangs on, and exclusion constraints, of some tables, as statements. */
const definitions = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
  from pg_index i
  where i.indrelid = any($1::regclass[])
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
  union all
  select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
         format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
  from pg_constraint c
  where c.conrelid = any($1::regclass[]) and c.contype = 'x'`;

/**
 * Drops the secondary indexes of `tables`, runs `load` and builds them again, which for millions of rows is many times
 * quicker than keeping them up row by row. Call it inside a transaction: a failure then leaves everything as it was.
 */
export async function loadWithoutIndexes(
  db: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await db.query<Definition>(definitions, [tables]);
  for (const { drop } of rows) await db.query(drop);
  await load();
  for (const { create } of rows) await db.query(create);
}
