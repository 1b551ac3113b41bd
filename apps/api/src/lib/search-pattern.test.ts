import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { searchPattern } from './search-pattern.ts';

describe('the pattern of a search', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const finds = async (words: string, text: string): Promise<boolean> => {
    const { rows } = await database.owner.query<{ found: boolean }>('select lower($1) like $2 as found', [
      text,
      searchPattern(words),
    ]);
    return rows[0]?.found ?? false;
  };

  it('is null without words', () => {
    expect([searchPattern(undefined), searchPattern('')]).toEqual([null, null]);
  });

  it.each([
    ['ada', 'Ada Lovelace', true],
    ['LOVE', 'Ada Lovelace', true],
    ['lace', 'Ada Lovelace', true],
    ['a l', 'Ada Lovelace', true],
    ['babbage', 'Ada Lovelace', false],
    // LIKE's wildcards are literal.
    ['%', 'Ada Lovelace', false],
    ['_', 'Ada Lovelace', false],
    ['100%', 'Pays 100% late', true],
    ['a_b', 'axb', false],
    ['a_b', 'a_b', true],
    ['\\', 'Ada Lovelace', false],
    ['\\', 'back\\slash', true],
    ['\\%', 'Ada\\% Lovelace', true],
    ["o'h", "Scarlett O'Hara", true],
    ['ELO', 'Héloïse', false],
    ['élo', 'HÉLOÏSE', true],
  ])('%j in %j: %s', async (words, text, expected) => {
    expect(await finds(words, text)).toBe(expected);
  });
});
