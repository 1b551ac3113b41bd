import { describe, expect, it } from 'vitest';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { checkImport, importFile, importOf, problemsOf, uploadImport } from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const clientsOf = async ({ adminKey, client }: Practice) =>
  (await api.call('clients', {}, adminKey)).body.filter(({ id }) => id !== client.id);
const animalsOf = async ({ adminKey, animal }: Practice) =>
  (await api.call('animals', {}, adminKey)).body.filter(({ id }) => id !== animal.id);

const both = `Surname,First Name,Mobile,Email,Address 1,Town,Postcode,Pet Name,Species,Breed,Sex,DOB,Weight (kg),Microchip No.
Miller,Ann,07700 900111,ANN@example.com,12 High Street,Bristol,BS1 4DJ,Rex,Dog,Labrador,MN,31/12/2019,31.5,985141000000001
Miller,Ann,+44 7700 900111,ann@example.com,12 High Street,Bristol,BS1 4DJ,Misty,cat,,F,1 Jan 2021,,
Jones,Bob,07700 900112,,,,,,,,,,,
`;

describe('an import', () => {
  it('detects the columns, checks without a change, and imports clients with their animals', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(api, practice, both);
    const uploaded = await importOf(api, practice, id);
    expect(uploaded).toMatchObject({
      status: 'uploaded',
      encoding: 'UTF-8',
      separator: ',',
      has_header: '1',
      row_count: 3,
      date_order: 'dmy',
    });
    expect(uploaded.columns).toEqual([
      'client_last_name',
      'client_first_name',
      'client_phone',
      'client_email',
      'client_address',
      'client_address',
      'client_postcode',
      'animal_name',
      'animal_species',
      'animal_breed',
      'animal_gender',
      'animal_dob',
      'animal_weight',
      'animal_microchip',
    ]);
    const checked = await checkImport(api, practice, id);
    expect(checked).toMatchObject({
      status: 'checked',
      rows_done: 3,
      counts: {
        clients_created: 2,
        clients_repeated: 1,
        animals_created: 2,
        problem_rows: 0,
        duplicate_rows: 0,
      },
    });
    expect(await clientsOf(practice)).toEqual([]);
    await api.call('import/run', { import_id: id }, practice.adminKey);
    await api.runJobs();
    const done = await importOf(api, practice, id);
    expect(done).toMatchObject({ status: 'done', rows_done: 3 });
    expect(done.counts).toEqual(checked.counts);
    expect(await clientsOf(practice)).toMatchObject([
      {
        name: 'Ann Miller',
        phone: '07700900111',
        email: 'ann@example.com',
        address: '12 High Street, Bristol, BS1 4DJ',
        likes_sms: '1',
        active: '1',
      },
      { name: 'Bob Jones', phone: '07700900112', email: null },
    ]);
    expect(await animalsOf(practice)).toMatchObject([
      {
        animal_name: 'Misty',
        type_name: 'Cat',
        gender: 'female',
        dob: '2021-01-01',
        client_name: 'Ann Miller',
        weight: null,
      },
      {
        animal_name: 'Rex',
        type_name: 'Dog',
        gender: 'male neutered',
        dob: '2019-12-31',
        weight: '31.5',
        microchip: '985141000000001',
        notes: null,
      },
    ]);
    // No messages were sent, and none of them can sign in.
    const { rows } = await db().query(
      `select (select count(*)::int from comms where tenant_id = $1) as comms,
              (select count(*)::int from client_logins where tenant_id = $1 and client_id <> $2) as logins`,
      [practice.tenant.id, practice.client.id],
    );
    expect(rows).toEqual([{ comms: 0, logins: 0 }]);
  });

  it('takes due dates along, and adds the recall types that are missing, without messages', async () => {
    const practice = await makePractice(db(), { recalls_on_since: '2026-01-01T00:00:00Z' });
    await importFile(
      api,
      practice,
      [
        'Owner,Mobile,Pet name,Species,Booster due,Recall type,Recalls',
        'Ann Miller,07700900111,Rex,Dog,14/03/26,,yes',
        'Bob Jones,07700900112,Misty,Cat,01/12/2025,Dental check,no',
      ].join('\n'),
    );
    const { rows } = await db().query(
      `select a.name, y.name as type, d.due_on::text, d.origin, d.silent, y.steps, c.likes_recall
       from care_due d join animals a on a.id = d.animal_id join care_types y on y.id = d.care_type_id
       join clients c on c.id = a.client_id where d.tenant_id = $1 order by a.name`,
      [practice.tenant.id],
    );
    const imported = { origin: 'hand', steps: [] };
    expect(rows).toEqual([
      {
        ...imported,
        name: 'Misty',
        type: 'Dental check',
        due_on: '2025-12-01',
        silent: true,
        likes_recall: false,
      },
      { ...imported, name: 'Rex', type: 'Booster', due_on: '2026-03-14', silent: false, likes_recall: true },
    ]);
  });

  it('takes no due date that is more than ten years away', async () => {
    const practice = await makePractice(db());
    const rex = 'Ann Miller,07700900111,Rex,Dog,14/03/2206';
    const { id } = await importFile(api, practice, `Owner,Mobile,Pet name,Species,Booster due\n${rex}`);
    expect(await problemsOf(api, practice, id)).toEqual({
      2: ['Booster due|14/03/2206|Choose a day within ten years.'],
    });
  });

  it('creates nothing twice when the same file is imported again, and reports it row by row', async () => {
    const practice = await makePractice(db());
    await importFile(api, practice, both);
    const again = await importFile(api, practice, both);
    expect(again.counts).toMatchObject({
      clients_created: 0,
      animals_created: 0,
      clients_existing: 3,
      animals_existing: 2,
      duplicate_rows: 3,
    });
    expect(await clientsOf(practice)).toHaveLength(2);
    expect(await problemsOf(api, practice, again.id, 'duplicate')).toEqual({
      2: ['-|Rex of Ann Miller|Rex of Ann Miller is already in Burrow (found by phone).'],
      3: ['-|Misty of Ann Miller|Misty of Ann Miller is already in Burrow (found by phone).'],
      4: ['-|Bob Jones|Bob Jones is already in Burrow (found by phone).'],
    });
  });

  it('matches clients by email, by name and postcode, and by name when there is nothing else', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    await makeClient(db(), { tenant, name: 'Eve Email', email: 'eve@example.com', phone: null });
    await makeClient(db(), { tenant, name: 'Pat Post', address: '1 Row, Bath BA1 1AA', phone: null });
    await makeClient(db(), { tenant, name: 'Only Name', phone: null, email: null, address: null });
    const file = `Owner,Email,Address,Tel
Evelyn,EVE@EXAMPLE.COM,,
pat  post,,"Other Road, Bath ba11aa",
Pat Post,,Elsewhere YO1 7HH,
Only Name,,,
Only Name,,,07700900120
`;
    const done = await importFile(api, practice, file);
    expect(done.counts).toMatchObject({ clients_existing: 3, clients_created: 2, duplicate_rows: 3 });
  });

  it('distinguishes animals by their microchips, and gives one owner each name once', async () => {
    const practice = await makePractice(db());
    const file = `Client Name,Phone,Animal,Species,Chip
Ann,07700900111,Kitty,Cat,985141000000111
Ann,07700900111,Kitty,Cat,985141000000222
Ann,07700900111,kitty,Cat,
Ann,07700900111,Renamed,Cat,985141000000222
Bob,07700900112,Kitty,Cat,
`;
    const done = await importFile(api, practice, file);
    expect(done.counts).toMatchObject({
      clients_created: 2,
      animals_created: 3,
      animals_repeated: 2,
      duplicate_rows: 2,
    });
    const again = await importFile(api, practice, file);
    expect(again.counts).toMatchObject({ animals_created: 0, animals_existing: 5, duplicate_rows: 5 });
  });

  it('adds a second animal of a name after the first has got its microchip', async () => {
    const practice = await makePractice(db());
    const ann = await makeClient(db(), { tenant: practice.tenant, name: 'Ann', phone: '07700900111' });
    await makeAnimal(db(), { client: ann, name: 'Rex', species_id: practice.dog.id, microchip: null });
    const file = `Client Name,Phone,Animal,Species,Chip
Ann,07700900111,Rex,Dog,985141000000111
Ann,07700900111,Rex,Dog,985141000000222
`;
    const done = await importFile(api, practice, file, { run: { duplicates: 'fill' } });
    expect(done.counts).toMatchObject({ animals_filled: 1, animals_created: 1, duplicate_rows: 0 });
  });

  it('states each problem in plain words, imports the rest, and returns the rows for correction', async () => {
    const practice = await makePractice(db());
    const file = `Name;Mobile;Email;Pet;Species;DOB;Sex;Weight;SMS
Ann;call me;ann@;Rex;Dog;31/02/2019;dragon;heavy;maybe
Bob;07700900112;;Tom;;;;;
Cy;07700900113;;Ivy;Dog;01/01/2030;;;
Dee;07700900114;;;Dog;;;;
;07700900115;;Max;Dog;;;;
=HYPERLINK("x");+447700900116;;@Bo;Dog;12/13/2019;;;
Good;07700900117;;Fine;Dog;3.4.19;F;4,5;no
`;
    const done = await importFile(api, practice, file);
    expect(done.counts).toMatchObject({ clients_created: 1, animals_created: 1, problem_rows: 6 });
    const problems = await problemsOf(api, practice, done.id);
    expect(problems).toMatchObject({
      2: [
        'SMS|maybe|Enter yes or no.',
        'Email|ann@|Enter an email address such as ann@example.com.',
        'Mobile|call me|Enter a phone number such as 07700 900001.',
        expect.stringMatching(/^DOB\|31\/02\/2019\|This date doesn’t exist/),
        expect.stringMatching(/^Sex\|dragon\|Enter female/),
        'Weight|heavy|Enter a weight in kilograms, such as 12.4.',
      ],
      3: ['Species||Enter the species.'],
      4: ['DOB|01/01/2030|Date of birth cannot be in the future.'],
      5: ['Pet||Animal name is required'],
      6: ['-|Max|No client in Burrow has this phone or email yet. Enter a name to add them.'],
      7: [expect.stringContaining('DOB|12/13/2019|Month 13 doesn’t exist.')],
    });
    const csv = await api.call('import/problem_rows', { import_id: done.id }, practice.adminKey);
    const text = Buffer.from(csv.body as unknown as Uint8Array).toString('utf8');
    expect(text).toContain('Name,Mobile,Email,Pet,Species,DOB,Sex,Weight,SMS,What is wrong\r\n');
    expect(text).toContain(`"'=HYPERLINK(""x"")",'+447700900116,,'@Bo,Dog,12/13/2019`);
    // After the correction, our protection against formulas is removed again.
    const corrected = await importFile(api, practice, text.replace('12/13/2019', '12/12/2019'));
    expect(corrected.counts).toMatchObject({ clients_created: 1, animals_created: 1, problem_rows: 5 });
    expect((await clientsOf(practice)).map(({ name }) => name)).toEqual(['=HYPERLINK("x")', 'Good']);
    expect(
      (await animalsOf(practice)).map((animal) => [animal.animal_name, animal.dob, animal.weight]),
    ).toEqual([
      ['@Bo', '2019-12-12', null],
      ['Fine', '2019-04-03', '4.5'],
    ]);
  });

  it('asks about unknown species, suggests the usual ones, and adds the rest', async () => {
    const practice = await makePractice(db());
    const file =
      'Owner,Phone,Pet,Species\nA,07700900111,Rex,CANINE\nB,07700900112,Gil,Axolotl\nC,07700900113,Gal,axolotl\n';
    const id = await uploadImport(api, practice, file);
    const { unknown_species: unknown } = await checkImport(api, practice, id);
    expect(unknown).toEqual([
      { name: 'Axolotl', rows: 2, species_id: null },
      { name: 'CANINE', rows: 1, species_id: practice.dog.id },
    ]);
    const species = unknown.map(({ name, species_id }) => ({ name, species_id }));
    await api.call('import/run', { import_id: id, species }, practice.adminKey);
    await api.runJobs();
    expect((await animalsOf(practice)).map(({ animal_name, type_name }) => [animal_name, type_name])).toEqual(
      [
        ['Gal', 'Axolotl'],
        ['Gil', 'Axolotl'],
        ['Rex', 'Dog'],
      ],
    );
  });

  it('fills in only empty fields when requested, and gives no number to two clients', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const ann = await makeClient(db(), {
      tenant,
      name: 'Ann',
      email: 'ann@example.com',
      phone: null,
      address: null,
      notes: 'Kept',
    });
    await makeClient(db(), { tenant, name: 'Bea', email: 'bea@example.com', phone: null });
    const file = `Name,Email,Mobile,Address,Client notes,Pet,Species,Breed
Other name,ann@example.com,07700900131,1 Lane,Not taken,Rex,Dog,
Other name,ann@example.com,07700900131,,,Rex,Dog,Beagle
Bea,bea@example.com,07700900131,,,,,
`;
    const done = await importFile(api, practice, file, { run: { duplicates: 'fill' } });
    expect(done.counts).toMatchObject({ clients_created: 0, clients_filled: 1, animals_created: 1 });
    expect((await api.call('client', { client_id: ann.id }, practice.adminKey)).body).toMatchObject({
      name: 'Ann',
      phone: '07700900131',
      address: '1 Lane',
      notes: 'Kept',
    });
    expect((await animalsOf(practice))[0]).toMatchObject({
      animal_name: 'Rex',
      breed: 'Beagle',
      client_name: 'Ann',
    });
  });

  it('adds no animal to an archived client', async () => {
    const practice = await makePractice(db());
    await api.call('client_archive', { client_id: practice.client.id }, practice.adminKey);
    const done = await importFile(
      api,
      practice,
      `Name,Phone,Pet,Species\nX,${practice.client.phone},New,Dog\n`,
    );
    expect(done.counts).toMatchObject({ problem_rows: 1, animals_created: 0 });
  });
});
