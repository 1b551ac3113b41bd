import type { ImportCounts } from '@burrow/contracts/import';
import { expect, it } from 'vitest';
import { nothingToDo } from './import-words.ts';

const none: ImportCounts = {
  clients_created: 0,
  clients_existing: 0,
  clients_repeated: 0,
  clients_filled: 0,
  animals_created: 0,
  vaccinations_created: 0,
  animals_existing: 0,
  animals_repeated: 0,
  animals_filled: 0,
  problem_rows: 0,
  duplicate_rows: 0,
  notice_rows: 0,
  empty_rows: 0,
};

it('starts an import that adds a record, and one that fills in empty fields', () => {
  expect(nothingToDo({ ...none, animals_created: 1 }, 'skip')).toBeNull();
  expect(nothingToDo({ ...none, animals_existing: 1, vaccinations_created: 1 }, 'skip')).toBeNull();
  expect(nothingToDo({ ...none, clients_existing: 2 }, 'fill')).toBeNull();
});

it('says why there is nothing to import: every row is a duplicate, or has a problem', () => {
  expect(nothingToDo({ ...none, clients_existing: 2 }, 'skip')).toMatch(/already in Burrow/);
  expect(nothingToDo({ ...none, problem_rows: 2 }, 'fill')).toMatch(/See the problems/);
});
