import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../apps/api/src/testing/test-database.ts';
import { makePractice } from '../apps/api/src/testing/factories.ts';
import { checkout } from './source-files.ts';

// What Citus asks of tables that it spreads over machines by their practice, held to the schema as it is. Citus itself is not
// run here. infra/citus/distribute.sql changes first what would not fit; nothing else may need changing.

const script = readFileSync(join(checkout, 'infra/citus/distribute.sql'), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The first column of what a query answers. */
async function column(text: string): Promise<string[]> {
  const { rows } = await database.owner.query<Record<string, string>>(text);
  return rows.map((row) => Object.values(row)[0] ?? '');
}

/** Tables of which every row belongs to a practice. */
const distributed = `select a.attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attname = 'tenant_id' and a.attnotnull and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
const references = [...script.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, table = '']) => table);
const dropped = [...script.matchAll(/drop constraint (\w+)/g)].map(([, name = '']) => name);

describe('a table that is spread by practice', () => {
  it('has nothing unique that leaves the practice out, but what is made anew', async () => {
    const loose = await column(`
      select i.indexrelid::regclass::text from pg_index i
      where i.indrelid in (${distributed}) and (i.indisunique or i.indisexclusion)
        and not exists (select from pg_attribute a
                        where a.attrelid = i.indrelid and a.attname = 'tenant_id' and a.attnum = any(i.indkey))
      order by 1`);
    const remade = [...script.matchAll(/drop constraint (\w+), add unique \(tenant_id, \w+\)/g)].map(
      ([, name = '']) => name,
    );
    expect(loose).toEqual(remade.toSorted());
  });

  it('excludes by the same practice', async () => {
    const exclusions = await column(`
      select pg_get_constraintdef(p.oid) from pg_constraint p where p.contype = 'x' and p.conrelid in (${distributed})`);
    expect(exclusions.length).toBeGreaterThan(0);
    for (const definition of exclusions) expect(definition).toContain('tenant_id WITH =');
  });

  it('refers to rows of the same practice, or to what is on every machine', async () => {
    const strange = await column(`
      select f.conrelid::regclass || ' → ' || f.confrelid::regclass from pg_constraint f
      where f.contype = 'f' and f.conrelid in (${distributed})
        and f.confrelid::regclass::text <> all (array['${references.join("','")}'])
        and (f.confrelid not in (${distributed}) or not exists (
          select from unnest(f.conkey, f.confkey) pair (mine, theirs)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = pair.mine
          join pg_attribute b on b.attrelid = f.confrelid and b.attnum = pair.theirs
          where a.attname = 'tenant_id' and b.attname = 'tenant_id'))`);
    expect(strange).toEqual([]);
  });

  it('is never set to null or to a default by what it refers to, which would move a row', async () => {
    expect(
      await column(`select f.conname from pg_constraint f
                    where f.contype = 'f' and f.conrelid in (${distributed}) and (f.confdeltype in ('n', 'd') or f.confupdtype <> 'a')`),
    ).toEqual([]);
  });

  it('has triggers by row alone', async () => {
    expect(
      await column(`select t.tgname from pg_trigger t
                    where not t.tgisinternal and t.tgrelid in (${distributed}) and t.tgtype & 1 = 0`),
    ).toEqual([]);
  });

  it('has the practice as a bigint, so that all are spread alike', async () => {
    const types = await column(`select distinct format_type(a.atttypid, a.atttypmod) from pg_attribute a
                                where a.attname = 'tenant_id' and a.attrelid in (${distributed})`);
    expect(types).toEqual(['bigint']);
  });
});

it('nothing outside refers to a row that is spread, but what stops doing so', async () => {
  const referring = await column(`
    select f.conname from pg_constraint f
    where f.contype = 'f' and f.confrelid in (${distributed}) and f.conrelid not in (${distributed}) order by 1`);
  expect(referring).toEqual(dropped.filter((name) => referring.includes(name)).toSorted());
  expect(referring.length).toBeGreaterThan(0);
});

it('the practice of a transaction is set in a way that Citus hands on, and means the same', async () => {
  const { tenant, adminKey } = await makePractice(database.owner);
  const [setting = ''] = /do \$\$\ndeclare found record;[\s\S]*?end \$\$;/.exec(script) ?? [];
  const setters = `select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc like '%set_config(''app.tenant_id''%'`;
  expect((await column(setters)).length).toBeGreaterThan(0);
  await database.owner.query(setting);
  expect(await column(setters)).toEqual([]);
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    const opened =
      "select (open_session(sha256(convert_to($1, 'UTF8')), now(), interval '100 years')).tenant_id";
    await client.query(opened, [adminKey.apiKey]);
    const { rows } = await client.query("select current_setting('app.tenant_id') as practice");
    expect(rows).toEqual([{ practice: String(tenant.id) }]);
    await client.query('select enter_practice(77)');
    const entered = await client.query("select current_setting('app.tenant_id') as practice");
    expect(entered.rows).toEqual([{ practice: '77' }]);
    await client.query('rollback');
    const after = await client.query("select nullif(current_setting('app.tenant_id', true), '') as practice");
    expect(after.rows).toEqual([{ practice: null }]);
  } finally {
    client.release();
  }
});
