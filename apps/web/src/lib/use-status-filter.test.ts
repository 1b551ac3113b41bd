import { expect, test } from 'vitest';
import { statusFilterFrom } from './use-status-filter.ts';

test.each([
  [null, 'active'],
  ['', 'active'],
  ['archived', 'archived'],
  ['all', 'all'],
  ['deleted', 'active'],
])('an address with status=%s shows those that are %s', (text, filter) => {
  expect(statusFilterFrom(text)).toBe(filter);
});
