import { expect, test } from 'vitest';
import { petsMatching } from './pet-search.ts';

const pets = [
  { animal_name: 'Biscuit', breed: 'Whippet', color: 'Brindle' },
  { animal_name: 'Émile', breed: null, color: 'White' },
  { animal_name: 'Whisper', breed: 'Maine Coon', color: null },
];

test.each([
  ['', ['Biscuit', 'Émile', 'Whisper']],
  ['  ', ['Biscuit', 'Émile', 'Whisper']],
  ['WHI', ['Biscuit', 'Émile', 'Whisper']],
  [' coon ', ['Whisper']],
  ['brindle', ['Biscuit']],
  ['éMI', ['Émile']],
  ['parrot', []],
])('%j finds %j', (typed, names) => {
  expect(petsMatching(pets, typed).map(({ animal_name: name }) => name)).toEqual(names);
});
