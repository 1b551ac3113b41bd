import type pg from 'pg';

interface IndexSteps {
  /** The statement that drops the index. */
  before: string[];
  /** The statement that builds it again. */
  after: string[];
}

/** Secondary indexes of some tables: those without a constraint, and those of exclusion constraints. */
const secondaryIndexes = `
  select i.indexrelid::regclass::text as name, i.indisexclusion as exclusion, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  where i.indrelid = any($1::regclass[])
    and (i.indisexclusion or not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid))`;

/**
 * Drops the secondary indexes of `tables`, runs `load` and builds them again, which for millions of rows is many times
 * faster than updating them row by row. Exclusion constraints are not checked for the rows of `load`. Call it as a
 * superuser and inside a transaction: a failure then leaves everything as it was.
 */
export async function loadWithoutIndexes(
  db: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await db.query<{ name: string; exclusion: boolean; definition: string }>(
    secondaryIndexes,
    [tables],
  );
  const steps = rows.map(({ name, exclusion, definition }): IndexSteps =>
    exclusion ? exclusionSteps(name) : { before: [`drop index ${name}`], after: [definition] },
  );
  for (const text of steps.flatMap(({ before }) => before)) await db.query(text);
  await load();
  for (const text of steps.flatMap(({ after }) => after)) await db.query(text);
}

/**
 * Adding an exclusion constraint checks every row again, which took four fifths of the whole load. So mark its index in
 * the catalogue as not ready, and for the rebuild as an ordinary one.
 */
function exclusionSteps(name: string): IndexSteps {
  const mark = (ready: boolean, exclusion: boolean): string =>
    `update pg_index set indisready = ${ready}, indisexclusion = ${exclusion} where indexrelid = '${name}'::regclass`;
  return {
    before: [mark(false, false)],
    after: [mark(true, false), `reindex index ${name}`, mark(true, true)],
  };
}
