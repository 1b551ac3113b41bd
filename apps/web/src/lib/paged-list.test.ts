import { expect, test } from 'vitest';
import { pageAfter } from './paged-list.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: 100 + index }));

test('a full page is followed by one that begins after its last row', () => {
  expect(pageAfter(rows(10), { limit: 10 }, 500)).toEqual({ cursor: '109', limit: 500 });
  expect(pageAfter(rows(500), { cursor: '7', limit: 500 }, 500)).toEqual({ cursor: '599', limit: 500 });
});

test('in a list by name, a page begins after the id and the name of the last row', () => {
  const nameOf = ({ id }: { id: number }) => `Ann ${id}`;
  expect(pageAfter(rows(10), { limit: 10 }, 500, nameOf)).toEqual({ cursor: '109:Ann 109', limit: 500 });
});

test('a page that is shorter than asked is the last one', () => {
  expect(pageAfter(rows(9), { limit: 10 }, 500)).toBeUndefined();
  expect(pageAfter([], { limit: 10 }, 500)).toBeUndefined();
});
