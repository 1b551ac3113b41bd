import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeEntry, makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { CareTypeRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { starterMedicines } from './starter-medicines.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const create = ({ staffKey }: Practice, input: Partial<InputOf<'medicine_create'>> = {}) =>
  api.call('medicine_create', { kind: 'vaccine', name: 'Nobivac DHP', ...input }, staffKey);

const listed = async ({ staffKey }: Practice, input: InputOf<'medicines'> = {}) =>
  (await api.call('medicines', input, staffKey)).body;

describe('a medicine', () => {
  it('is added, changed, archived and restored', async () => {
    const practice = await makePractice(db());
    const { medicine_id } = (
      await create(practice, {
        manufacturer: 'MSD',
        species_id: practice.dog.id,
        dose_per_kg: '0.125',
        dose_unit: 'ml',
        interval_count: 12,
        interval_unit: 'month',
        withdrawal: 'Not for food',
        is_controlled: '0',
      })
    ).body;
    expect(await listed(practice)).toMatchObject([
      {
        id: medicine_id,
        name: 'Nobivac DHP',
        species: 'Dog',
        dose_per_kg: '0.125',
        interval_count: 12,
        archived: '0',
      },
    ]);
    const change = (input: object) =>
      api.call('medicine_update', { medicine_id, ...input }, practice.staffKey);
    expect((await change({ dose_per_kg: '0.25', species_id: null })).status).toBe(200);
    expect((await change({ dose_unit: null })).body).toMatchObject({
      fields: { dose_unit: expect.any(String) },
    });
    expect((await change({ interval_unit: null })).status).toBe(400);
    expect((await listed(practice))[0]).toMatchObject({
      dose_per_kg: '0.25',
      species: null,
      dose_unit: 'ml',
    });
    await api.call('medicine_archive', { medicine_id }, practice.staffKey);
    expect(await listed(practice, { status: 'active' })).toEqual([]);
    // Another one takes its name meanwhile.
    const other = (await create(practice, { name: 'nobivac dhp' })).body;
    const restore = () => api.call('medicine_restore', { medicine_id }, practice.staffKey);
    expect((await restore()).body).toMatchObject({ code: 'name_taken' });
    await api.call('medicine_archive', { medicine_id: other.medicine_id }, practice.staffKey);
    expect((await restore()).status).toBe(200);
    expect((await create(practice)).body).toMatchObject({ code: 'name_taken' });
  });

  it('belongs to its practice', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const { id: medicine_id } = await makeMedicine(db(), { tenant: other.tenant });
    expect((await create(practice, { species_id: other.dog.id })).status).toBe(404);
    for (const name of [
      'medicine_update',
      'medicine_archive',
      'medicine_restore',
      'medicine_batches',
    ] as const) {
      expect((await api.call(name, { medicine_id }, practice.adminKey)).status).toBe(404);
    }
  });

  it.each(['vet', 'groomer'] as const)(
    'starter list for a %s is loaded once, around what exists',
    async (trade) => {
      const practice = await makePractice(db());
      const all = starterMedicines[trade];
      await create(practice, { name: all[0]?.name.toUpperCase() ?? '', manufacturer: 'Ours' });
      const load = async () => (await api.call('medicines_load_starter', { trade }, practice.staffKey)).body;
      expect(await load()).toMatchObject({ success: true, added: all.length - 1, linked: 0 });
      expect(await load()).toMatchObject({ success: true, added: 0, linked: 0 });
      expect(await listed(practice)).toHaveLength(all.length);
      expect((await listed(practice, { q: 'ours' })).map(({ manufacturer }) => manufacturer)).toEqual([
        'Ours',
      ]);
    },
  );
});

describe('the vaccines of the starter list', () => {
  const load = async ({ adminKey }: Practice) =>
    (await api.call('medicines_load_starter', { trade: 'vet' }, adminKey)).body;
  const linksOf = async (practice: Practice) =>
    Object.fromEntries(
      (await listed(practice, { kind: 'vaccine' })).map(({ name, care_type_id: id }) => [name, id]),
    );
  const yearly = { every_count: 12, every_unit: 'months' } as const;

  it('get the only recall type for their species and purpose', async () => {
    const practice = await makePractice(db());
    const { tenant, dog, cat } = practice;
    const type = (columns: Partial<Columns<CareTypeRow>>) => makeCareType(db(), { tenant, ...columns });
    const booster = await type({ name: 'Booster', species_id: dog.id, ...yearly });
    const rabies = await type({ name: 'Rabies jab', species_id: dog.id, ...yearly });
    const flu = await type({ name: 'Cat flu', ...yearly });
    for (const name of ['Leukaemia', 'FeLV booster']) await type({ name, species_id: cat.id });
    await type({ name: 'Rabbit vaccination', ...yearly, archived_at: '2026-01-01T00:00:00Z' });
    await type({ name: 'Flea and worm treatment', ...yearly });
    const { linked, without_recall_type: without } = await load(practice);
    expect(linked).toBe(3);
    const found = await linksOf(practice);
    expect(Object.entries(found).filter(([, id]) => id !== null)).toEqual([
      ['Cat: flu and enteritis (RCP)', flu.id],
      ['Dog: leptospirosis (L4)', booster.id],
      ['Dog: rabies', rabies.id],
    ]);
    // Every three years: as a booster it would move the yearly one.
    expect(without).toContain('Dog: distemper, hepatitis and parvovirus (DHP)');
    expect(without).toEqual(Object.keys(found).filter((name) => found[name] === null));
  });

  it('keep the recall type that they have, and get one when the list is loaded again', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    expect((await load(practice)).without_recall_type).toHaveLength(11);
    const [rabies, other] = [
      await makeCareType(db(), { tenant, name: 'Rabies' }),
      await makeCareType(db(), { tenant, name: 'Travel' }),
    ];
    const medicine_id = (await listed(practice, { q: 'dog rabies' }))[0]?.id ?? 0;
    await api.call('medicine_update', { medicine_id, care_type_id: other.id }, practice.adminKey);
    expect(await load(practice)).toMatchObject({ added: 0, linked: 1 });
    expect(await linksOf(practice)).toMatchObject({ 'Cat: rabies': rabies.id, 'Dog: rabies': other.id });
  });
});

describe('a batch', () => {
  const makeGiven = async () => {
    const practice = await makePractice(db());
    const { tenant, dog } = practice;
    const medicine = await makeMedicine(db(), { tenant, name: 'Nobivac DHP' });
    const [ann, zoe] = [
      await makeClient(db(), { tenant, name: 'Ann', phone: '07700900101' }),
      await makeClient(db(), { tenant, name: '=Zoe', phone: '07700900102', email: null }),
    ];
    const rex = await makeAnimal(db(), { client: ann, species: dog, name: 'Rex' });
    const bella = await makeAnimal(db(), { client: zoe, species: dog, name: 'Bella' });
    const given = { medicine, quantity: 0.25, unit: 'ml' };
    await makeEntry(db(), { ...given, animal: bella, batch: 'A 123' });
    await makeEntry(db(), { ...given, animal: rex, batch: 'a123', begun_at: '2026-01-02T10:00:00Z' });
    await makeEntry(db(), { ...given, animal: rex, batch: 'B 9' });
    await makeEntry(db(), { animal: rex, kind: 'treatment', product: 'Meloxicam', batch: 'A123' });
    return { practice, medicine };
  };

  it('is recalled by a list of all animals that were given it, with owner and phone', async () => {
    const { practice, medicine } = await makeGiven();
    const recall = async (input: object) =>
      (await api.call('batch_recall', { batch: ' a 123', ...input }, practice.staffKey)).body;
    expect(await recall({ medicine_id: medicine.id })).toMatchObject([
      { client_name: '=Zoe', phone: '07700900102', animal_name: 'Bella', quantity: '0.25', unit: 'ml' },
      { client_name: 'Ann', phone: '07700900101', animal_name: 'Rex', species: 'Dog' },
    ]);
    expect(await recall({})).toHaveLength(3);
    expect(await recall({ batch: 'none' })).toEqual([]);
    const other = await makePractice(db());
    expect((await api.call('batch_recall', { batch: 'A123' }, other.staffKey)).body).toEqual([]);
  });

  it('is listed with how many animals were given it', async () => {
    const { practice, medicine } = await makeGiven();
    const batches = async (input: InputOf<'medicine_batches'>) =>
      (await api.call('medicine_batches', input, practice.staffKey)).body;
    const counted = (await batches({ medicine_id: medicine.id })).map(({ batch, animals }) => [
      batch,
      animals,
    ]);
    expect(counted).toContainEqual(['B 9', 1]);
    expect(counted.map(([, animals]) => Number(animals)).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await batches({ q: 'melox' })).toMatchObject([{ product: 'Meloxicam', animals: 1 }]);
  });

  it('is exported as CSV, and says so in the audit log', async () => {
    const { practice, medicine } = await makeGiven();
    const input = { batch: 'A123', medicine_id: medicine.id };
    const { status, body, headers } = await api.call('batch_recall_csv', input, practice.staffKey);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="batch-recall.csv"',
    ]);
    const lines = Buffer.from(body as unknown as Uint8Array)
      .toString('utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe("'=Zoe,07700 900102,,Bella,Dog,Nobivac DHP,A 123,0.25,ml,2026-01-13,vaccination,");
    const { rows } = await db().query({
      text: `select entity_id from audit_log where tenant_id = $1 and action = 'batch_recall_csv'`,
      values: [practice.tenant.id],
    });
    expect(rows).toHaveLength(1);
  });

  it('keeps the zeros of its number in a spreadsheet', async () => {
    const { animal, staffKey } = await makePractice(db());
    await makeEntry(db(), { animal, kind: 'treatment', product: 'Meloxicam', batch: '0012345' });
    const { body } = await api.call('batch_recall_csv', { batch: '0012345' }, staffKey);
    expect(Buffer.from(body as unknown as Uint8Array).toString()).toContain(",Meloxicam,'0012345,");
  });
});
