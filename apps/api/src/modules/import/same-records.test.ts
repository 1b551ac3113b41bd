import { describe, expect, it } from 'vitest';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { animalNamed, vaccinationsIn } from '../../testing/imported-vaccinations.ts';
import {
  beginImport,
  checkImport,
  importFile,
  importOf,
  problemsOf,
  uploadImport,
} from '../../testing/imports.ts';

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

describe('an email that several clients have', () => {
  const ownersOf = async (practice: Practice) =>
    (await animalsOf(practice)).map(({ animal_name, client_name }) => `${animal_name} of ${client_name}`);

  it('is no match for other names with other phones, in one file or after another', async () => {
    const practice = await makePractice(db());
    const header = 'Name,Phone,Email,Pet,Species';
    const file = `${header}
Ann,07700900111,none@none.com,Rex,Dog
Bob,07700900112,none@none.com,Tom,Cat
Cid,07700900113,none@none.com,,
Bob,,none@none.com,Ivy,Cat
`;
    const made = await importFile(api, practice, file);
    expect(made.counts).toMatchObject({ clients_created: 3, clients_repeated: 1, notice_rows: 0 });
    expect(await ownersOf(practice)).toEqual(['Ivy of Bob', 'Rex of Ann', 'Tom of Bob']);
    const more = `${header}
Bob,,none@none.com,Max,Dog
ann,07700900119,none@none.com,Kit,Cat
Dee,07700900114,none@none.com,Zoe,Dog
`;
    const added = await importFile(api, practice, more);
    expect(added.counts).toMatchObject({ clients_created: 1, clients_existing: 2, notice_rows: 0 });
    expect(await ownersOf(practice)).toEqual([
      'Ivy of Bob',
      'Kit of Ann',
      'Max of Bob',
      'Rex of Ann',
      'Tom of Bob',
      'Zoe of Dee',
    ]);
    const again = await importFile(api, practice, file + more.replace(header, ''));
    expect(again.counts).toMatchObject({ clients_created: 0, animals_created: 0, duplicate_rows: 7 });
  });

  it('is a match for a client without a phone, before one of the file only if the name is the same', async () => {
    const practice = await makePractice(db());
    await makeClient(db(), {
      tenant: practice.tenant,
      name: 'Eve',
      email: 'none@none.com',
      phone: '07700900110',
    });
    const file = `Name,Phone,Email,Pet,Species
Ann,07700900111,none@none.com,,
ANN,,none@none.com,Rex,Dog
Fay,,none@none.com,Tom,Cat
`;
    const done = await importFile(api, practice, file);
    expect(done.counts).toMatchObject({ clients_created: 1, notice_rows: 1 });
    expect(await ownersOf(practice)).toEqual(['Rex of Ann', 'Tom of Eve']);
    expect(await problemsOf(api, practice, done.id, 'notice')).toEqual({
      4: ['-|Fay|Fay is matched to Eve (found by email). Check that they’re the same.'],
    });
  });
});

it('lists rows that are matched to a client or an animal of another name', async () => {
  const practice = await makePractice(db());
  const file = `Name,Phone,Pet,Species,Chip
Mrs Zoë Miller,00000000000,Rex,Dog,985141000000001
"Miller, Zoe",00000000000,Tom,Cat,
Zoe,00000000000,Rex II,Dog,985141000000001
Bob Miller,00000000000,Misty,Cat,985141000000001
,00000000000,Ivy,Cat,
`;
  const id = await uploadImport(api, practice, file);
  const { counts } = await checkImport(api, practice, id);
  expect(counts).toMatchObject({ clients_created: 1, animals_created: 3, duplicate_rows: 2, notice_rows: 1 });
  const expected = {
    5: [
      '-|Bob Miller|Bob Miller is matched to Mrs Zoë Miller (found by phone). Check that they’re the same.',
      '-|Misty|Misty is matched to Rex (found by microchip). Check that they’re the same.',
    ],
  };
  expect(await problemsOf(api, practice, id, 'notice')).toEqual(expected);
  await beginImport(api, practice, id);
  await api.runJobs();
  expect((await importOf(api, practice, id)).counts).toEqual(counts);
  expect(await problemsOf(api, practice, id, 'notice')).toEqual(expected);
});
