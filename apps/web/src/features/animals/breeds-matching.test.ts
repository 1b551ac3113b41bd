import { expect, test } from 'vitest';
import { breedsMatching } from './breeds-matching.ts';

const animals = ['Whippet', null, 'Border Terrier', 'Border Collie', 'Whippet'].map((breed) => ({ breed }));

test.each([
  ['bor', ['Border Collie', 'Border Terrier']],
  [' WHIP ', ['Whippet']],
  ['b', []],
  ['', []],
  ['unicorn', []],
])('typing %j suggests %j', (typed, breeds) => {
  expect(breedsMatching(animals, typed)).toEqual(breeds);
});
