import type pg from 'pg';

/** How many ids each installation has to itself, in every table. */
export const idsEach = 1_000_000_000_000;

/**
 * Has new ids of an installation begin in its own range, so that a practice keeps its ids when it moves to another one.
 * Ids assigned before stay, and sequences are never set back. The first id of a range is not given, because an earlier
 * build may have done that. Call it with the migration lock; servers may run, because ids only grow.
 * @param owner connection of the schema's owner
 */
export async function numberIds(owner: pg.Client, installationNumber: number): Promise<void> {
  const first = installationNumber * idsEach;
  if (first === 0) return;
  const { rows } = await owner.query<{ sequence: string }>(
    `select pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = 'public'::regnamespace order by 1`,
  );
  for (const { sequence } of rows) {
    await owner.query(
      `select setval($1::regclass, $2::bigint, true) from ${sequence} s
       where (s.last_value, s.is_called) < ($2::bigint, true)`,
      [sequence, first + 1],
    );
  }
}
