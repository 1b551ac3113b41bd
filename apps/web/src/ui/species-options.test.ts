import { expect, it } from 'vitest';
import { speciesOptions } from './species-options.ts';

it('offers species in use, and the animal’s own', () => {
  const species = [
    { id: 1, name: 'Dog', active: '1' },
    { id: 2, name: 'Ferret', active: '0' },
  ] as const;
  expect(speciesOptions(species).map(({ label }) => label)).toEqual(['Dog']);
  expect(speciesOptions(species, 2).map(({ label }) => label)).toEqual(['Dog', 'Ferret (no longer treated)']);
});
