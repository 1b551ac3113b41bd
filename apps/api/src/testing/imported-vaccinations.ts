import type { CareState } from '@burrow/contracts/care-limits';
import { makeCareType } from '../../../../packages/dev/src/factory-care.ts';
import { makeMedicine } from '../../../../packages/dev/src/factory-health.ts';
import { makeClient } from '../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../packages/dev/src/factory-records.ts';
import type { AnimalRow, CareTypeRow, Columns } from '../../../../packages/dev/src/factory-rows.ts';
import type { Practice } from '../../../../packages/dev/src/factories.ts';
import type { TestApi } from './harness.ts';
import { importFile, uploadImport } from './imports.ts';

/** A file of vaccinations. */
export const vaccinationFile = (...rows: string[]): string =>
  ['Owner,Mobile,Pet name,Species,Vaccine,Date given,Next due date,Recall type', ...rows].join('\n');

/** A row about Ann Miller's dog: vaccine, day, next due date and recall type. */
export const rexRow = (...cells: string[]): string =>
  ['Ann Miller', '07700900111', 'Rex', 'Dog', ...cells].join(',');

/** Uploads a file of vaccinations. @returns the import's id */
export const uploadVaccinations = (api: TestApi, practice: Practice, ...rows: string[]) =>
  uploadImport(api, practice, vaccinationFile(...rows));

/** Imports a file of vaccinations. */
export const importVaccinations = (api: TestApi, practice: Practice, ...rows: string[]) =>
  importFile(api, practice, vaccinationFile(...rows));

/** Ann Miller's dog, whom the practice knows already. */
export async function makeRex(api: TestApi, { tenant, dog }: Practice): Promise<AnimalRow> {
  const db = api.testDatabase.owner;
  const client = await makeClient(db, { tenant, name: 'Ann Miller', phone: '07700900111' });
  return makeAnimal(db, { client, species: dog, name: 'Rex' });
}

/** A recall type, and a vaccine named after it that counts as it, without an interval of its own. */
export async function makeVaccineType(
  api: TestApi,
  { tenant }: Practice,
  name: string,
  columns: Partial<Columns<CareTypeRow>> = {},
): Promise<CareTypeRow> {
  const db = api.testDatabase.owner;
  const type = await makeCareType(db, { tenant, name, ...columns });
  const interval = { interval_count: null, interval_unit: null };
  await makeMedicine(db, { tenant, name: `${name} vaccine`, care_type_id: type.id, ...interval });
  return type;
}

/** The vaccinations in the health record of an animal, the newest first. */
export const vaccinationsIn = async (api: TestApi, { adminKey }: Practice, animal: { id: number }) =>
  (await api.call('entries', { animal_id: animal.id, kinds: 'vaccination' }, adminKey)).body.items.flatMap(
    ({ entry }) => (entry ? [entry] : []),
  );

/** The due dates of an animal, the live ones first: type, day, state, and when it was given before or done. */
export const dueDatesIn = async (
  api: TestApi,
  { adminKey }: Practice,
  animal: { id: number },
): Promise<[type: string, on: string, state: CareState, given: string | null][]> =>
  (await api.call('animal_care', { animal_id: animal.id }, adminKey)).body.map(
    ({ care_type, due_on, state, given_on, done_on }) => [care_type, due_on, state, done_on ?? given_on],
  );

export async function animalNamed(
  api: TestApi,
  { adminKey }: Practice,
  name: string,
): Promise<{ id: number }> {
  const animal = (await api.call('animals', {}, adminKey)).body.find((one) => one.animal_name === name);
  if (!animal) throw new Error(`There is no ${name}.`);
  return { id: animal.id };
}
