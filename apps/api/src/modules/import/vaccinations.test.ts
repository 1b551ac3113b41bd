import { maxCareTypes } from '@burrow/contracts/care-limits';
import { describe, expect, it } from 'vitest';
import { makeCareDue, makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeEntry, makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import type { CareTypeRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  animalNamed,
  dueDatesIn,
  importVaccinations,
  makeRex,
  makeVaccineType,
  rexRow,
  uploadVaccinations,
  vaccinationFile,
  vaccinationsIn,
} from '../../testing/imported-vaccinations.ts';
import { checkImport, importFile, importOf, problemsOf, uploadImport } from '../../testing/imports.ts';
import { planRecalls } from '../recall/public.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const makeType = (practice: Practice, name: string, columns: Partial<Columns<CareTypeRow>> = {}) =>
  makeVaccineType(api, practice, name, columns);
const recordOf = (practice: Practice, animal: { id: number }) => vaccinationsIn(api, practice, animal);
const dueOf = (practice: Practice, animal: { id: number }) => dueDatesIn(api, practice, animal);

describe('vaccinations in a file', () => {
  it('are counted by the check, and written to the health record with their next due date', async () => {
    const practice = await makePractice(db());
    await makeType(practice, 'Lepto');
    const id = await uploadVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '01/02/2024', '01/02/2025', ''),
      rexRow('Lepto vaccine', '03/02/2025', '03/02/26', ''),
      rexRow('Rabisin', '14/01/2026', '', ''),
      'Bob Jones,07700900112,Misty,Cat,,,,',
    );
    expect((await importOf(api, practice, id)).columns.slice(4)).toEqual([
      'animal_vaccine',
      'animal_vaccinated_on',
      'animal_vaccine_due_on',
      'animal_care_type',
    ]);
    const { counts } = await checkImport(api, practice, id);
    expect(counts).toMatchObject({
      animals_created: 2,
      animals_repeated: 2,
      vaccinations_created: 3,
      problem_rows: 0,
      duplicate_rows: 0,
    });
    const { rows } = await db().query('select from entries where tenant_id = $1', [practice.tenant.id]);
    expect(rows).toEqual([]);
    await api.call('import/run', { import_id: id }, practice.adminKey);
    await api.runJobs();
    expect((await importOf(api, practice, id)).counts).toEqual(counts);
    const animal = await animalNamed(api, practice, 'Rex');
    expect(await recordOf(practice, animal)).toMatchObject([
      { kind: 'vaccination', product: 'Rabisin', medicine_id: null, next_due_on: null },
      { product: 'Lepto vaccine', next_due_on: '2026-02-03', manufacturer: 'Acme Animal Health' },
      { product: 'Lepto vaccine', next_due_on: '2025-02-01', manufacturer: 'Acme Animal Health' },
    ]);
    expect(await dueOf(practice, animal)).toEqual([
      ['Lepto', '2026-02-03', 'due', '2025-02-03'],
      ['Lepto', '2025-02-01', 'done', '2025-02-03'],
    ]);
  });

  it('are added once to animals that the practice has, for the owner of their day', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    await makeEntry(db(), {
      animal,
      kind: 'vaccination',
      product: 'nobivac l4',
      at: '2025-02-03T23:30:00Z',
    });
    const given = vaccinationFile(
      rexRow('Nobivac L4', '03/02/2025', '', ''),
      rexRow('Nobivac L4', '01/02/2024', '', ''),
      rexRow('Nobivac L4', '01/02/2024', '', ''),
    );
    const first = await importFile(api, practice, given);
    expect(first.counts).toMatchObject({ animals_existing: 3, vaccinations_created: 1, duplicate_rows: 2 });
    const again = await importFile(api, practice, given);
    expect(again.counts).toMatchObject({ vaccinations_created: 0, duplicate_rows: 3 });
    const { rows } = await db().query(
      `select (e.at at time zone 'Europe/London')::date::text as on, e.client_id::integer from entries e
       where e.tenant_id = $1 order by e.at`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([
      { on: '2024-02-01', client_id: animal.client_id },
      { on: '2025-02-03', client_id: animal.client_id },
    ]);
  });

  it('leave their row out with a problem', async () => {
    const practice = await makePractice(db());
    const id = await uploadVaccinations(
      api,
      practice,
      rexRow('Nobivac L4', '', '', ''),
      rexRow('', '03/02/2025', '', ''),
      rexRow('Nobivac L4', '15/01/2026', '', ''),
      rexRow('Nobivac L4', 'soon', '', ''),
      rexRow('Nobivac L4', '03/02/2025', '03/02/2025', ''),
      rexRow('N'.repeat(201), '03/02/2025', '', ''),
      rexRow('Nobivac L4', '03/02/2025', '03/02/2225', ''),
    );
    const { counts } = await checkImport(api, practice, id);
    expect(counts).toMatchObject({ problem_rows: 7, vaccinations_created: 0 });
    expect(await problemsOf(api, practice, id)).toEqual({
      2: ['Date given||Enter the day the vaccine was given.'],
      3: ['Vaccine||Enter the vaccine that was given.'],
      4: ['Date given|15/01/2026|Use today or an earlier day.'],
      5: ['Date given|soon|This isn’t a date. Use one such as 31/12/2019 (day, month, year) or 31 Dec 2019.'],
      6: ['Next due date|03/02/2025|The next date must be after the day the vaccine was given.'],
      7: [expect.stringMatching(/^Vaccine\|N+\|.*200/)],
      8: ['Next due date|03/02/2225|Choose a day within ten years.'],
    });
  });

  it('are read only with both the vaccine and its day', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(
      api,
      practice,
      'Owner,Mobile,Pet name,Species,Last vaccination,Vaccine due\nAnn Miller,07700900111,Rex,Dog,03/02/2025,03/02/2026',
    );
    expect((await importOf(api, practice, id)).columns.slice(4)).toEqual([null, 'animal_due_on']);
    expect((await checkImport(api, practice, id)).counts).toMatchObject({
      animals_created: 1,
      problem_rows: 0,
    });
    const only = await uploadImport(api, practice, 'Owner,Pet name,Species,Vaccine\nAnn Miller,Rex,Dog,L4');
    expect((await importOf(api, practice, only)).columns.slice(2)).toEqual(['animal_species', null]);
    const columns = ['client_name', 'animal_name', 'animal_species', 'animal_vaccine'];
    const refused = await api.call('import/check', { import_id: only, columns }, practice.adminKey);
    expect(refused.error).toMatchObject({
      code: 'invalid_input',
      fields: { columns: 'Choose which columns have the vaccine and the day it was given, or neither.' },
    });
  });
});

it('imports the template as it is', async () => {
  const practice = await makePractice(db());
  const { body } = await api.call('import/template', {}, practice.adminKey);
  const done = await importFile(api, practice, Buffer.from(body as unknown as Uint8Array).toString('utf8'));
  expect(done.columns).not.toContain(null);
  expect(done.counts).toMatchObject({ animals_created: 2, vaccinations_created: 1, problem_rows: 0 });
});

describe('the due dates of an imported vaccination', () => {
  it('complete the older ones of the group, as when staff record it, and keep the history', async () => {
    const practice = await makePractice(db());
    const [first, second] = [await makeRex(api, practice), practice.animal];
    const core = { care_group: 'Core', every_count: 12, every_unit: 'months' } as const;
    const puppy = await makeType(practice, 'Puppy course', { care_group: 'core' });
    const booster = await makeType(practice, 'Booster', core);
    const other = await makeType(practice, 'Rabies');
    for (const animal of [first, second]) {
      await makeCareDue(db(), { animal, type: puppy, due_on: '2025-12-01', state: 'told', told: 1 });
      await makeCareDue(db(), { animal, type: booster, due_on: '2026-01-10', state: 'told', told: 2 });
      await makeCareDue(db(), { animal, type: other, due_on: '2025-12-01' });
    }
    await importVaccinations(api, practice, rexRow('Booster vaccine', '20/12/2025', '', ''));
    const medicines = (await api.call('medicines', {}, practice.adminKey)).body;
    const medicine_id = medicines.find(({ name }) => name === 'Booster vaccine')?.id;
    const byHand = { animal_id: second.id, kind: 'vaccination', medicine_id, date: '2025-12-20' } as const;
    expect((await api.call('entry_add', byHand, practice.adminKey)).status).toBe(200);
    const expected = [
      ['Rabies', '2025-12-01', 'due', null],
      ['Booster', '2026-12-20', 'due', '2025-12-20'],
      ['Booster', '2026-01-10', 'done', '2025-12-20'],
      ['Puppy course', '2025-12-01', 'done', '2025-12-20'],
    ];
    expect(await dueOf(practice, first)).toEqual(expect.arrayContaining(expected));
    expect(await dueOf(practice, first)).toEqual(await dueOf(practice, second));
  });

  it('never move a date backwards, and send nothing about one that has passed', async () => {
    const practice = await makePractice(db(), { recalls_on_since: '2026-01-01T00:00:00Z' });
    const animal = await makeRex(api, practice);
    const lepto = await makeType(practice, 'Lepto', { care_group: 'Core' });
    const old = await makeType(practice, 'Puppy course', { care_group: 'Core' });
    const rabies = await makeType(practice, 'Rabies');
    const once = await makeType(practice, 'Kennel cough');
    await makeType(practice, 'Lyme');
    await makeCareDue(db(), { animal, type: old, due_on: '2024-03-01', silent: true });
    await makeCareDue(db(), {
      animal,
      type: lepto,
      due_on: '2026-02-03',
      state: 'told',
      told: 1,
      told_for: '2026-01-04',
    });
    await makeCareDue(db(), { animal, type: rabies, due_on: '2027-06-01' });
    await makeCareDue(db(), { animal: practice.animal, type: rabies, due_on: '2026-01-14' });
    await makeCareDue(db(), { animal, type: once, due_on: '2026-06-01' });
    await importVaccinations(
      api,
      practice, // The date of which the client was told already.
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
      rexRow('Rabies vaccine', '03/02/2024', '03/02/2027', ''),
      rexRow('Kennel cough vaccine', '03/02/2024', '', ''),
      rexRow('Lyme vaccine', '03/02/2024', '03/01/2026', ''),
    );
    const due = await dueOf(practice, animal);
    expect(due).toEqual(
      expect.arrayContaining([
        ['Lyme', '2026-01-03', 'due', '2024-02-03'],
        ['Lepto', '2026-02-03', 'told', null],
        ['Kennel cough', '2026-06-01', 'due', null],
        ['Rabies', '2027-06-01', 'due', null],
        ['Puppy course', '2024-03-01', 'done', '2025-02-03'],
      ]),
    );
    expect(due).toHaveLength(5);
    api.clock.set('2026-01-14T10:30:00Z');
    await planRecalls(api.deps);
    const { rows } = await db().query('select c.client_id::integer from comms c where c.tenant_id = $1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([{ client_id: practice.client.id }]);
  });

  it('are those of their day, also when a newer one of the group was recorded before', async () => {
    const practice = await makePractice(db());
    const animal = await makeRex(api, practice);
    await makeType(practice, 'Puppy course', { care_group: 'Core' });
    const booster = await makeType(practice, 'Booster', { care_group: 'Core' });
    const given = {
      animal_id: animal.id,
      care_type_id: booster.id,
      given_on: '2026-01-05',
      next_due_on: '2027-01-05',
    };
    expect((await api.call('animal_care_given', given, practice.adminKey)).status).toBe(200);
    await importVaccinations(
      api,
      practice,
      rexRow('Puppy course vaccine', '03/02/2022', '03/03/2022', ''),
      rexRow('Booster vaccine', '03/02/2025', '03/02/2026', ''),
    );
    expect(await dueOf(practice, animal)).toEqual([['Booster', '2027-01-05', 'due', '2026-01-05']]);
    expect(await recordOf(practice, animal)).toHaveLength(2);
  });
});

describe('the recall type of a row', () => {
  const problemsIn = async (practice: Practice, content: string) => {
    const id = await uploadImport(api, practice, content);
    await checkImport(api, practice, id);
    const problems = await problemsOf(api, practice, id);
    return Object.fromEntries(
      Object.entries(problems).map(([line, found]) => [line, found.map((one) => one.split('|')[2])]),
    );
  };

  it('is found by its exact name among the types in use for the species, or is a problem of the check', async () => {
    const practice = await makePractice(db());
    const { tenant, dog, cat } = practice;
    await makeType(practice, 'Lepto', { species_id: dog.id });
    const archived = { name: 'Old', archived_at: '2026-01-01T00:00:00Z' };
    await makeCareType(db(), { tenant, ...archived });
    await makeCareType(db(), { tenant, name: 'Cat flu', species_id: cat.id });
    for (const species_id of [null, dog.id]) await makeCareType(db(), { tenant, name: 'Rabies', species_id });
    await makeMedicine(db(), { tenant, name: 'Nobivac L4', care_type_id: null });
    const row = (name: string, type: string, next = '03/02/2026') => rexRow(name, '03/02/2025', next, type);
    const rename = 'Rename or archive one in Settings → Recalls.';
    expect(
      await problemsIn(
        practice,
        vaccinationFile(
          row('Anything', 'LEPTO'),
          row('Lepto vaccine', ''),
          row('Nobivac L4', '', ''),
          rexRow('Nobivac L4', '04/02/2025', '03/02/2026', ''),
          row('Other', 'Lept'),
          row('Other', 'Old'),
          row('Other', 'Cat flu'),
          row('Other', 'Rabies'),
          rexRow('Lepto vaccine', '04/02/2025', '03/02/2026', 'Cat flu'),
          'Bob Jones,07700900112,Misty,Cat,Lepto vaccine,03/02/2025,03/02/2026,',
          'Bob Jones,07700900112,Milo,Cat,Other,03/02/2025,03/02/2026,Rabies',
          'Bob Jones,07700900112,Tom,Feline,Other,03/02/2025,03/02/2026,Cat flu',
        ),
      ),
    ).toEqual({
      5: [expect.stringMatching(/^Your list has no recall type for “Nobivac L4”, so/)],
      6: ['You have no recall type “Lept”. Enter one of yours, or add it in Settings → Recalls.'],
      7: ['You have no recall type “Old”. Enter one of yours, or add it in Settings → Recalls.'],
      8: [expect.stringMatching(/^Your recall type “Cat flu” is for another species\./)],
      9: [`You have more than one recall type “Rabies” for this species. ${rename}`],
      10: [expect.stringMatching(/^Your recall type “Cat flu” is for another species\./)],
      11: [expect.stringMatching(/^Your list has no recall type for “Lepto vaccine”, so/)],
    });
  });

  it('is that of the vaccine in the practice’s list, which the row may not contradict', async () => {
    const practice = await makePractice(db());
    await makeType(practice, 'Lepto');
    await makeType(practice, 'Rabies');
    const due = 'Owner,Mobile,Pet name,Species,Vaccine,Date given,Vaccination due next,Due date,Recall type';
    expect(
      await problemsIn(
        practice,
        vaccinationFile(rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', 'Rabies')),
      ),
    ).toEqual({
      2: [expect.stringMatching(/^In your list, “Lepto vaccine” counts as “Lepto”, not as “Rabies”/)],
    });
    // With a due date in the row, the type is that one's.
    const row = rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', '01/03/2026', 'Rabies');
    await importFile(api, practice, `${due}\n${row}`);
    expect(await dueOf(practice, await animalNamed(api, practice, 'Rex'))).toEqual([
      ['Lepto', '2026-02-03', 'due', '2025-02-03'],
      ['Rabies', '2026-03-01', 'due', null],
    ]);
  });

  it('of a due date is one for the species too, and is added only if there is none of the name', async () => {
    const practice = await makePractice(db());
    const { tenant, dog, cat } = practice;
    const types = [
      { name: 'Booster', species_id: dog.id },
      { name: 'Booster', species_id: cat.id },
      { name: 'Dental check', species_id: cat.id },
    ];
    for (const type of types) await makeCareType(db(), { tenant, ...type });
    const due = (...rows: string[]) =>
      ['Owner,Mobile,Pet name,Species,Booster due,Recall type', ...rows].join('\n');
    const good = [rexRow('14/03/26', ''), rexRow('14/03/26', 'New').replace('Rex', 'Bo')];
    expect(
      await problemsIn(practice, due(...good, rexRow('14/03/26', 'Dental check').replace('Rex', 'Cy'))),
    ).toEqual({ 4: [expect.stringMatching(/^Your recall type “Dental check” is for another species\./)] });
    await importFile(api, practice, due(...good));
    expect(await dueOf(practice, await animalNamed(api, practice, 'Rex'))).toEqual([
      ['Booster', '2026-03-14', 'due', null],
    ]);
    const { body } = await api.call('care_types', {}, practice.adminKey);
    expect(body.map(({ name, species_id, due: count }) => [name, species_id, count])).toEqual([
      ['Booster', dog.id, 1],
      ['Booster', cat.id, 0],
      ['Dental check', cat.id, 0],
      ['New', null, 1],
    ]);
  });

  it('of a due date is added up to the limit, counting those of earlier rows once', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    for (let made = 0; made < maxCareTypes - 2; made += 1) await makeCareType(db(), { tenant });
    await makeCareType(db(), { tenant, name: 'Old', archived_at: '2026-01-01T00:00:00Z' });
    const due = (...types: string[]) =>
      [
        'Owner,Mobile,Pet name,Species,Booster due,Recall type',
        ...types.map((type, place) => rexRow('14/03/26', type).replace('Rex', `Rex ${place}`)),
      ].join('\n');
    const types = ['Lyme', 'Rabies', 'LYME', 'Lepto', 'rabies'];
    const refused = {
      5: [
        'You can have up to 100 recall types, so “Lepto” can’t be added. Enter one of yours, or archive those you don’t use in Settings → Recalls.',
      ],
    };
    expect(await problemsIn(practice, due(...types))).toEqual(refused);
    const { counts } = await importFile(api, practice, due(...types));
    expect(counts).toMatchObject({ animals_created: 4, problem_rows: 1 });
    const { body } = await api.call('care_types', {}, practice.adminKey);
    expect(body.filter(({ archived }) => archived === '0')).toHaveLength(maxCareTypes);
  });

  it('of a due date is not added over the limit that the desk reached after the check', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    for (let made = 0; made < maxCareTypes - 1; made += 1) await makeCareType(db(), { tenant });
    const row = rexRow('14/03/26', 'Lepto');
    const id = await uploadImport(
      api,
      practice,
      `Owner,Mobile,Pet name,Species,Booster due,Recall type\n${row}`,
    );
    expect((await checkImport(api, practice, id)).counts).toMatchObject({ problem_rows: 0 });
    const added = await api.call('care_type_create', { name: 'Last' }, practice.adminKey);
    expect(added.status).toBe(200);
    await api.call('import/run', { import_id: id }, practice.adminKey);
    await api.runJobs();
    expect((await importOf(api, practice, id)).counts).toMatchObject({ animals_created: 0, problem_rows: 1 });
  });
});
