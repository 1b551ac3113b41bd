import { describe, expect, it } from 'vitest';
import { makeCareDue, makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeEntry, makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { checkImport, importFile, importOf, problemsOf, uploadImport } from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const file = (...rows: string[]) =>
  ['Owner,Mobile,Pet name,Species,Vaccine,Date given,Next due date', ...rows].join('\n');
const rex = (...cells: string[]) => ['Ann Miller', '07700900111', 'Rex', 'Dog', ...cells].join(',');

/** The imported vaccinations of a practice, by day. */
const vaccinationsIn = async ({ tenant }: Practice) =>
  (
    await db().query<{ name: string; product: string; on: string; next: string | null; client: string }>(
      `select a.name, e.product, (e.at at time zone 'Europe/London')::date::text as on, e.next_due_on::text as next,
         c.name as client
       from entries e join animals a on a.id = e.animal_id join clients c on c.id = e.client_id
       where e.tenant_id = $1 order by e.at, e.id`,
      [tenant.id],
    )
  ).rows;

const dueIn = async ({ tenant }: Practice) =>
  (
    await db().query<{ type: string; due_on: string; state: string }>(
      `select y.name as type, d.due_on::text, d.state from care_due d join care_types y on y.id = d.care_type_id
       where d.tenant_id = $1 order by y.name, d.id`,
      [tenant.id],
    )
  ).rows;

describe('vaccinations in a file', () => {
  it('are counted by the check, and written to the health record with their next due date', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(
      api,
      practice,
      file(
        rex('Nobivac L4', '01/02/2024', '01/02/2025'),
        rex('Nobivac L4', '03/02/2025', '03/02/26'),
        rex('Rabisin', '14/01/2026', ''),
        'Bob Jones,07700900112,Misty,Cat,,,',
      ),
    );
    expect((await importOf(api, practice, id)).columns.slice(4)).toEqual([
      'animal_vaccine',
      'animal_vaccinated_on',
      'animal_vaccine_due_on',
    ]);
    const { counts } = await checkImport(api, practice, id);
    expect(counts).toMatchObject({
      animals_created: 2,
      animals_repeated: 2,
      vaccinations_created: 3,
      problem_rows: 0,
      duplicate_rows: 0,
    });
    expect(await vaccinationsIn(practice)).toEqual([]);
    await api.call('import/run', { import_id: id }, practice.adminKey);
    await api.runJobs();
    expect((await importOf(api, practice, id)).counts).toEqual(counts);
    const of = { name: 'Rex', client: 'Ann Miller' };
    expect(await vaccinationsIn(practice)).toEqual([
      { ...of, product: 'Nobivac L4', on: '2024-02-01', next: '2025-02-01' },
      { ...of, product: 'Nobivac L4', on: '2025-02-03', next: '2026-02-03' },
      { ...of, product: 'Rabisin', on: '2026-01-14', next: null },
    ]);
    expect(await dueIn(practice)).toEqual([{ type: 'Booster', due_on: '2026-02-03', state: 'due' }]);
  });

  it('are added once to animals that the practice has, for the owner of their day', async () => {
    const practice = await makePractice(db());
    const { tenant, dog } = practice;
    const client = await makeClient(db(), { tenant, name: 'Ann Miller', phone: '07700900111' });
    const animal = await makeAnimal(db(), { client, species: dog, name: 'Rex' });
    await makeEntry(db(), {
      animal,
      kind: 'vaccination',
      product: 'nobivac l4',
      at: '2025-02-03T23:30:00Z',
    });
    const given = file(
      rex('Nobivac L4', '03/02/2025', ''),
      rex('Nobivac L4', '01/02/2024', ''),
      rex('Nobivac L4', '01/02/2024', ''),
    );
    const first = await importFile(api, practice, given);
    expect(first.counts).toMatchObject({ animals_existing: 3, vaccinations_created: 1, duplicate_rows: 2 });
    const again = await importFile(api, practice, given);
    expect(again.counts).toMatchObject({ vaccinations_created: 0, duplicate_rows: 3 });
    expect((await vaccinationsIn(practice)).map(({ on, client: owner }) => [on, owner])).toEqual([
      ['2024-02-01', 'Ann Miller'],
      ['2025-02-03', 'Ann Miller'],
    ]);
  });

  it('count as the recall type of their vaccine, and only move a due date forward', async () => {
    const practice = await makePractice(db());
    const { tenant, dog } = practice;
    const client = await makeClient(db(), { tenant, name: 'Ann Miller', phone: '07700900111' });
    const animal = await makeAnimal(db(), { client, species: dog, name: 'Rex' });
    const lepto = await makeCareType(db(), { tenant, name: 'Lepto' });
    const rabies = await makeCareType(db(), { tenant, name: 'Rabies' });
    const medicine = await makeMedicine(db(), { tenant, name: 'Nobivac L4', care_type_id: lepto.id });
    await makeMedicine(db(), { tenant, name: 'Rabisin', care_type_id: rabies.id });
    await makeCareDue(db(), { animal, type: lepto, due_on: '2026-01-10', state: 'told', told: 2 });
    await makeCareDue(db(), { animal, type: rabies, due_on: '2027-06-01' });
    await importFile(
      api,
      practice,
      file(rex('NOBIVAC L4', '03/02/2025', '03/02/2026'), rex('Rabisin', '03/02/2024', '03/02/2027')),
    );
    expect(await dueIn(practice)).toEqual([
      { type: 'Lepto', due_on: '2026-02-03', state: 'due' },
      { type: 'Rabies', due_on: '2027-06-01', state: 'due' },
    ]);
    const { rows } = await db().query(
      `select count(*)::int as with_medicine from entries where tenant_id = $1 and medicine_id = $2`,
      [tenant.id, medicine.id],
    );
    expect(rows).toEqual([{ with_medicine: 1 }]);
  });

  it('leave their row out with a problem', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(
      api,
      practice,
      file(
        rex('Nobivac L4', '', ''),
        rex('', '03/02/2025', ''),
        rex('Nobivac L4', '15/01/2026', ''),
        rex('Nobivac L4', 'soon', ''),
        rex('Nobivac L4', '03/02/2025', '03/02/2025'),
        rex('N'.repeat(201), '03/02/2025', ''),
      ),
    );
    const { counts } = await checkImport(api, practice, id);
    expect(counts).toMatchObject({ problem_rows: 6, vaccinations_created: 0 });
    expect(await problemsOf(api, practice, id)).toEqual({
      2: ['Date given||Enter the day the vaccine was given.'],
      3: ['Vaccine||Enter the vaccine that was given.'],
      4: ['Date given|15/01/2026|Use today or an earlier day.'],
      5: ['Date given|soon|This isn’t a date. Use one such as 31/12/2019 (day, month, year) or 31 Dec 2019.'],
      6: ['Next due date|03/02/2025|The next date must be after the day the vaccine was given.'],
      7: [expect.stringMatching(/^Vaccine\|N+\|.*200/)],
    });
  });

  it('can be undone, except those that were changed since', async () => {
    const practice = await makePractice(db());
    const { tenant, dog, adminKey } = practice;
    const client = await makeClient(db(), { tenant, name: 'Ann Miller', phone: '07700900111' });
    await makeAnimal(db(), { client, species: dog, name: 'Rex' });
    const { id } = await importFile(
      api,
      practice,
      file(
        rex('Nobivac L4', '03/02/2025', '03/02/2026'),
        'Bob Jones,07700900112,Misty,Cat,Purevax,03/02/2025,',
        'Bob Jones,07700900112,Misty,Cat,Purevax,03/02/2024,',
        'Eve Adams,07700900113,Milo,Cat,Purevax,03/02/2025,',
      ),
    );
    const { rows } = await db().query<{ id: number }>(
      `select e.id from entries e join animals a on a.id = e.animal_id where a.name = 'Milo' and a.tenant_id = $1`,
      [tenant.id],
    );
    const entry_id = Number(rows[0]?.id);
    const amended = await api.call('entry_amend', { entry_id, version: 1, batch: 'A1' }, adminKey);
    expect(amended.status).toBe(200);
    // A week later, when entries are locked for everyone.
    await db().query(`update entries set begun_at = now() - interval '7 days' where tenant_id = $1`, [
      tenant.id,
    ]);
    const discard = { entry_id: Number(rows[0]?.id) - 1 };
    expect((await api.call('entry_discard', discard, adminKey)).error.code).toBe('entry_locked');
    await api.call('import/undo', { import_id: id }, adminKey);
    await api.runJobs();
    expect(await importOf(api, practice, id)).toMatchObject({
      status: 'undone',
      kept: [
        { kind: 'client', name: 'Eve Adams', reason: 'record' },
        { kind: 'animal', name: 'Milo', reason: 'record' },
      ],
    });
    expect((await vaccinationsIn(practice)).map(({ name }) => name)).toEqual(['Milo']);
    const { body } = await api.call('animals', {}, adminKey);
    expect(body.map(({ animal_name }) => animal_name)).toEqual(expect.arrayContaining(['Milo', 'Rex']));
    expect(body.map(({ animal_name }) => animal_name)).not.toContain('Misty');
  });
});
