import { expect, test } from 'vitest';
import { shownFrom } from './shown-rows.ts';

test.each([
  [null, 10],
  ['', 10],
  ['0', 10],
  ['10', 10],
  ['25', 30],
  ['-20', 10],
  ['many', 10],
  ['all', Infinity],
])('an address with shown=%s shows %s animals', (text, count) => {
  expect(shownFrom(text)).toBe(count);
});
