import { join } from 'node:path';
import { actionNames } from '../packages/contracts/src/actions.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { checkout, isTest, sourceFiles } from './source-files.ts';

// Every named statement of the API, collected by loading its files: all share a connection, so two with the same name
// would be confused.

const declared: { name: string; text: string }[] = [];

vi.mock('../apps/api/src/db/statement.ts', () => ({
  statement: (name: string, text: string) => {
    declared.push({ name, text });
    return { name, text };
  },
}));

// They start work when they are loaded.
const programs = new Set(['apps/api/src/main.ts', 'apps/api/src/cli.ts']);

let handlers: Record<string, unknown>;
beforeAll(async () => {
  for (const file of sourceFiles('apps/api/src/**/*.ts')) {
    if (isTest(file) || programs.has(file.path)) continue;
    await import(join(checkout, file.path));
  }
  ({ handlers } = (await import(join(checkout, 'apps/api/src/handlers.ts'))) as {
    handlers: Record<string, unknown>;
  });
});

/** Tables of practices, by the migrations. */
const tenantTables = (): string[] =>
  sourceFiles('migrations/*.sql').flatMap(({ text }) =>
    [...text.matchAll(/create table (\w+) \(\s*tenant_id\b/g)].map(([, table]) => table ?? ''),
  );

describe('the named statements', () => {
  it('have unique names', () => {
    expect(declared.length).toBeGreaterThan(30);
    const byName = Map.groupBy(declared, ({ name }) => name);
    const twice = [...byName.values()].filter((same) => new Set(same.map(({ text }) => text)).size > 1);
    expect(twice).toEqual([]);
    for (const { name } of declared) expect(name).toMatch(/^[a-z][a-z0-9_]{2,62}$/);
  });

  it('name the practice in addition to row-level security, which the planner needs', () => {
    const tables = tenantTables();
    expect(tables.length).toBeGreaterThan(15);
    const mentions = new RegExp(String.raw`\b(?:from|join|update|into) (?:${tables.join('|')})\b`);
    const without = declared
      .filter(({ text }) => mentions.test(text))
      .filter(
        ({ text }) => !/tenant_id = \$1\b|\bt\.id = \$1\b|insert into \w+ (?:as \w+ )?\(tenant_id/.test(text),
      );
    expect(without).toEqual([]);
  });

  it('never select every column of a join, nor between two times', () => {
    const careless = declared.filter(
      ({ text }) => (/select \*/i.test(text) && /\bjoin\b/i.test(text)) || /\bbetween\b/i.test(text),
    );
    expect(careless).toEqual([]);
  });
});

describe('the handlers', () => {
  it('exist for every declared action, once', () => {
    expect(Object.keys(handlers).toSorted()).toEqual([...actionNames].toSorted());
  });
});
