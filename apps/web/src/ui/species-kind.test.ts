import { expect, it } from 'vitest';
import { speciesKind } from './species-kind.ts';

it.each([
  ['Dog', 'dog'],
  ['cats', 'cat'],
  ['Turtle/Tortoise', 'turtle'],
  ['Snake', 'reptile'],
  ['Lizard', 'reptile'],
  ['Parrot', 'bird'],
  ['Guinea pig', 'other'],
  ['Hedgehog', 'other'],
  ['', 'other'],
  [null, 'other'],
])('%s is drawn as %s', (species, kind) => {
  expect(speciesKind(species)).toBe(kind);
});
