import type { ImportCounts } from '@burrow/contracts/import';

export const noCounts = (): ImportCounts => ({
  clients_created: 0,
  clients_existing: 0,
  clients_repeated: 0,
  clients_filled: 0,
  animals_created: 0,
  animals_existing: 0,
  animals_repeated: 0,
  animals_filled: 0,
  vaccinations_created: 0,
  problem_rows: 0,
  duplicate_rows: 0,
  notice_rows: 0,
  empty_rows: 0,
});

export function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  const sum = { ...one };
  for (const name of Object.keys(sum) as (keyof ImportCounts)[]) sum[name] += other[name];
  return sum;
}
