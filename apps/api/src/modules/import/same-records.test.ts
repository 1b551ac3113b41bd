import { describe, expect, it } from 'vitest';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { animalNamed, vaccinationsIn } from '../../testing/imported-vaccinations.ts';
import { importFile, problemsOf } from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const animalsOf = async ({ adminKey, animal }: Practice) =>
  (await api.call('animals', {}, adminKey)).body.filter(({ id }) => id !== animal.id);

describe('the microchip of a row', () => {
  it('identifies no animal if it is a text and no number', async () => {
    const practice = await makePractice(db());
    const ann = await makeClient(db(), { tenant: practice.tenant, name: 'Ann', phone: '07700900111' });
    const rex = await makeAnimal(db(), { client: ann, name: 'Rex', microchip: '985141000000001' });
    const file = `Name,Phone,Pet,Species,Breed,Chip,Vaccine,Date given
Ann,07700900111,Rex,Dog,,Yes,,
Ann,07700900111,Tom,Cat,,not known,,
Ann,07700900111,Misty,Cat,Manx,not known,Purevax,03/02/2025
`;
    const done = await importFile(api, practice, file, { run: { duplicates: 'fill' } });
    expect(done.counts).toMatchObject({
      animals_existing: 1,
      animals_created: 2,
      animals_filled: 1,
      vaccinations_created: 1,
    });
    expect(
      (await animalsOf(practice)).map(({ animal_name, breed, microchip, notes }) =>
        [animal_name, breed, microchip, notes].join('|'),
      ),
    ).toEqual([
      'Misty|Manx||Microchip: not known',
      `Rex||${rex.microchip}|Microchip: Yes`,
      'Tom|||Microchip: not known',
    ]);
    const misty = await animalNamed(api, practice, 'Misty');
    expect((await vaccinationsIn(api, practice, misty)).map(({ product }) => product)).toEqual(['Purevax']);
  });

  it('is a problem if a spreadsheet shortened the number', async () => {
    const practice = await makePractice(db());
    const file = `Name,Phone,Pet,Species,Chip
Ann,07700900111,Rex,Dog,9.85141E+14
Ann,07700900111,Misty,Cat,"9,85141e+14"
Ann,07700900111,Tom,Cat,12 3456 78E9
`;
    const done = await importFile(api, practice, file);
    expect(done.counts).toMatchObject({ animals_created: 1, problem_rows: 2 });
    const advice =
      'A spreadsheet shortened this number. Format the column as text there, and enter the number again.';
    expect(await problemsOf(api, practice, done.id)).toEqual({
      2: [`Chip|9.85141E+14|${advice}`],
      3: [`Chip|9,85141e+14|${advice}`],
    });
  });
});

it('finds a client by an address in any spelling, with letters that have no single capital', async () => {
  const practice = await makePractice(db());
  await importFile(api, practice, 'Name,Address\nUte,"Hauptstraße 5, Bonn"\nEleni,"ΟΔΟΣ ΑΘΗΝΑΣ 5, Πάφος"\n');
  const again = 'Name,Address\nUTE,"hauptstraße 5  Bonn."\nEleni,"ΟΔΟΣ ΑΘΗΝΑΣ 5 Πάφος"\n';
  expect((await importFile(api, practice, again)).counts).toMatchObject({
    clients_created: 0,
    clients_existing: 2,
  });
});
