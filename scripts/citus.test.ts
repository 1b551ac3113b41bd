import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../apps/api/src/testing/test-database.ts';
import { checkout } from './source-files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The first column of a query's result. */
async function column(text: string): Promise<string[]> {
  const { rows } = await database.owner.query<Record<string, string>>(text);
  return rows.map((row) => Object.values(row)[0] ?? '');
}

describe('infra/citus/distribute.sql', () => {
  const script = readFileSync(join(checkout, 'infra/citus/distribute.sql'), 'utf8');

  it('refuses to run, states why and an alternative, and changes nothing', async () => {
    // Without this line psql continues after an error and exits with 0.
    const [first = '', ...rest] = script.split('\n').filter((line) => line && !line.startsWith('--'));
    expect(first).toBe('\\set ON_ERROR_STOP on');
    await expect(database.owner.query(rest.join('\n'))).rejects.toMatchObject({
      message: expect.stringContaining('does not work on Citus'),
      hint: expect.stringContaining('second installation'),
    });
    expect(rest.join('\n').match(/\b(?:create|alter|drop|select|insert|update|delete)\b/gi)).toBeNull();
  });

  it('agrees with docs/scaling.md', () => {
    const guide = readFileSync(join(checkout, 'docs/scaling.md'), 'utf8');
    expect(guide).toContain('Burrow does not work on Citus');
    expect(guide).not.toContain('The schema is made for it');
  });
});

// Practices can be moved to another database one by one as long as no row refers to another practice.
describe('a table of practices', () => {
  const ofPractices = `select a.attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'tenant_id' and a.attnotnull and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

  it('has exclusion constraints within a practice only', async () => {
    const exclusions = await column(`
      select pg_get_constraintdef(p.oid) from pg_constraint p where p.contype = 'x' and p.conrelid in (${ofPractices})`);
    expect(exclusions.length).toBeGreaterThan(0);
    for (const definition of exclusions) expect(definition).toContain('tenant_id WITH =');
  });

  it('references only rows of the same practice, accounts and practices', async () => {
    const strange = await column(`
      select f.conrelid::regclass || ' → ' || f.confrelid::regclass from pg_constraint f
      where f.contype = 'f' and f.conrelid in (${ofPractices})
        and f.confrelid::regclass::text not in ('accounts', 'tenants')
        and (f.confrelid not in (${ofPractices}) or not exists (
          select from unnest(f.conkey, f.confkey) pair (mine, theirs)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = pair.mine
          join pg_attribute b on b.attrelid = f.confrelid and b.attnum = pair.theirs
          where a.attname = 'tenant_id' and b.attname = 'tenant_id'))`);
    expect(strange).toEqual([]);
  });

  it('has no reference that sets the practice to null or to a default', async () => {
    expect(
      await column(`select f.conname from pg_constraint f
                    where f.contype = 'f' and f.conrelid in (${ofPractices}) and (f.confupdtype <> 'a' or f.confdeltype in ('n', 'd') and (f.confdelsetcols is null or exists (
                        select from pg_attribute a
                        where a.attrelid = f.conrelid and a.attname = 'tenant_id' and a.attnum = any (f.confdelsetcols))))`),
    ).toEqual([]);
  });

  it('has the practice as a bigint', async () => {
    const types = await column(`select distinct format_type(a.atttypid, a.atttypmod) from pg_attribute a
                                where a.attname = 'tenant_id' and a.attrelid in (${ofPractices})`);
    expect(types).toEqual(['bigint']);
  });
});
