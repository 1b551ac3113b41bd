import { expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

it('is null for an empty search', () => {
  expect([searchWords(undefined, 'en-GB'), searchWords('  ', 'en-GB')]).toEqual([null, null]);
});

it('returns every word, the two longest first, and a single word twice', () => {
  expect(searchWords(' Jo  haworth jo Biscuit Jo ', 'en-GB')).toEqual({
    patterns: ['%haworth%', '%biscuit%', '%jo%'],
    indexed: true,
  });
  expect(searchWords('haworth', 'en-GB')?.patterns).toEqual(['%haworth%', '%haworth%']);
});

it('does not use the index for words of fewer than three characters', () => {
  expect(searchWords('jo haworth', 'en-GB')?.patterns).toEqual(['%haworth%', '%haworth%', '%jo%']);
  expect(searchWords('jo B', 'en-GB')).toEqual({ patterns: ['%jo%', '%jo%', '%b%'], indexed: false });
});

it('returns at most eight words', () => {
  expect(searchWords('aaa bbb c d e f g h i j', 'en-GB')?.patterns).toHaveLength(8);
});

it.each([
  ['07700900001', 'en-GB'],
  ['07700 900001', 'en-GB'],
  ['(07700) 900-001', 'en-GB'],
  ['07700.900.001', 'en-GB'],
  ['+447700900001', 'en-GB'],
  ['+44 (0)7700 900001', 'en-GB'],
  ['00447700900001', 'en-GB'],
  ['447700900001', 'en-GB'],
  ['447700900', 'en-GB'],
  ['+4477009', 'en-GB'],
  ['900 001', 'en-GB'],
])('finds 07700900001 by %s', (typed, locale) => {
  const words = searchWords(typed, locale);
  expect(new Set(words?.patterns).size).toBe(1);
  expect('07700900001').toContain(words?.patterns[0]?.replaceAll('%', ''));
});

it.each([
  ['+33 6 12 34 56 78', '%+33612345678%'],
  ['0033 6 12 34', '%+3361234%'],
  ['+44', '%+44%'],
  ['4477', '%4477%'],
])('searches for %s as %s in a British practice', (typed, pattern) => {
  expect(searchWords(typed, 'en-GB')?.patterns).toEqual([pattern, pattern]);
});
