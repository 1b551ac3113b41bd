import type { ImportCounts } from '@burrow/contracts/import';
import { expect, it } from 'vitest';
import { nothingToDo } from './nothing-to-do.ts';

const none: ImportCounts = {
  clients_created: 0,
  clients_existing: 0,
  clients_repeated: 0,
  clients_filled: 0,
  animals_created: 0,
  animals_existing: 0,
  animals_repeated: 0,
  animals_filled: 0,
  problem_rows: 0,
  duplicate_rows: 0,
  empty_rows: 0,
};

it('lets an import begin that adds somebody, and one that fills in what is there', () => {
  expect(nothingToDo({ ...none, animals_created: 1 }, 'skip')).toBeNull();
  expect(nothingToDo({ ...none, clients_existing: 2 }, 'fill')).toBeNull();
});

it('says why there is nothing to import: all of it is there already, or none of it is any good', () => {
  expect(nothingToDo({ ...none, clients_existing: 2 }, 'skip')).toMatch(/already in Burrow/);
  expect(nothingToDo({ ...none, problem_rows: 2 }, 'fill')).toMatch(/See the problems/);
});
