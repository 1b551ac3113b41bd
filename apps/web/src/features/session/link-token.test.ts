import { expect, it } from 'vitest';
import { tokenIn } from './link-token.ts';

it.each([
  ['#qL7x2mJ0sT4vB9nC1kR6pW3yZ8aD5eF_gHiU-oQxKlM', 'qL7x2mJ0sT4vB9nC1kR6pW3yZ8aD5eF_gHiU-oQxKlM'],
  ['', null],
  ['#', null],
  ['#qL7x2mJ0', null],
  ['#a token with spaces in it, as mail programs break it', null],
])('reads %s', (fragment, token) => {
  expect(tokenIn(fragment)).toBe(token);
});
