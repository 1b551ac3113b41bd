import { beforeEach, describe, expect, it } from 'vitest';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { importFile } from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

/** The desk's answer; the portal must return the same. */
async function recorded(animal_id: number): Promise<unknown[]> {
  const { body } = await api.call('animal', { animal_id }, practice.staffKey);
  const portal = await api.call('cp/animal', { animal_id }, practice.clientKey);
  const read = [body.allergies, body.no_known_allergies];
  expect([portal.body.allergies, portal.body.no_known_allergies]).toEqual(read);
  return read;
}

const desk = {
  create: async (input: object) =>
    api.call(
      'animal_create',
      { client_id: practice.client.id, name: 'Rex', type: practice.dog.id, ...input },
      practice.staffKey,
    ),
  update: async (animal_id: number, input: object) =>
    api.call('animal_update', { animal_id, ...input }, practice.staffKey),
};
const portal = {
  create: async (input: object) =>
    api.call('cp/animal_create', { name: 'Rex', type: practice.dog.id, ...input }, practice.clientKey),
  update: async (animal_id: number, input: object) =>
    api.call('cp/animal_update', { animal_id, ...input }, practice.clientKey),
};

describe.each([
  ['desk', desk],
  ['portal', portal],
])('the allergies of an animal at the %s', (_, { create, update }) => {
  it('are not recorded, none known, or a text', async () => {
    const idOf = async (input: object) => (await create(input)).body.animal_id;
    expect(await recorded(await idOf({}))).toEqual([null, '0']);
    expect(await recorded(await idOf({ allergies: '', no_known_allergies: '1' }))).toEqual([null, '1']);
    expect(await recorded(await idOf({ allergies: 'Oats' }))).toEqual(['Oats', '0']);
  });

  it('are no longer none known once a text is recorded, and stay when other fields change', async () => {
    const { id } = practice.animal;
    await update(id, { no_known_allergies: '1' });
    await update(id, { color: 'Tan' });
    expect(await recorded(id)).toEqual([null, '1']);
    await update(id, { allergies: 'Oats' });
    expect(await recorded(id)).toEqual(['Oats', '0']);
    await update(id, { allergies: null, no_known_allergies: '1' });
    expect(await recorded(id)).toEqual([null, '1']);
    await update(id, { no_known_allergies: '0' });
    expect(await recorded(id)).toEqual([null, '0']);
  });

  it('refuse none known together with a text, which it would replace unseen', async () => {
    const message = 'This animal has allergies recorded. Clear them before choosing “No known allergies”.';
    const both = await create({ allergies: 'Oats', no_known_allergies: '1' });
    expect([both.status, both.error.fields]).toEqual([400, { allergies: message }]);
    const { id } = await makeAnimal(db(), { client: practice.client, allergies: 'Oats' });
    for (const input of [{ no_known_allergies: '1' }, { no_known_allergies: '1', allergies: 'Chicken' }]) {
      const { status, error } = await update(id, input);
      expect([status, error.fields]).toEqual([400, { allergies: message }]);
    }
    expect(await recorded(id)).toEqual(['Oats', '0']);
  });

  it('record in the audit log that none known was changed', async () => {
    await update(practice.animal.id, { no_known_allergies: '1' });
    const { body } = await api.call('audit_log', { limit: 1 }, practice.adminKey);
    expect(body[0]?.details).toBe('{"changed": ["no_known_allergies"]}');
  });
});

describe('an import', () => {
  const owner = '07700900111,Ann Miller,Dog';
  const bring = async (...rows: string[]) =>
    importFile(api, practice, `Phone,Name,Species,Pet Name,Allergies\n${rows.join('\n')}\n`, {
      run: { duplicates: 'fill' },
    });
  const animals = async () => {
    const { body } = await api.call('animals', {}, practice.adminKey);
    const others = body.filter(({ id }) => id !== practice.animal.id);
    return Object.fromEntries(
      others.map(({ animal_name, allergies, no_known_allergies: none }) => [animal_name, [allergies, none]]),
    );
  };

  it.each(['none', 'None known', 'NKA', 'nka.', 'No known  allergies'])(
    'reads %j as none known',
    async (cell) => {
      await bring(`${owner},Rex,${cell}`, `${owner},Misty,Oats`, `${owner},Mog,`);
      expect(await animals()).toEqual({ Rex: [null, '1'], Misty: ['Oats', '0'], Mog: [null, '0'] });
    },
  );

  it('joins the values of several columns unless each of them says none', async () => {
    const file = `Pet Name,Species,Phone,Name,Allergies,Allergies
Rex,Dog,07700900111,Ann,none,NKA
Misty,Dog,07700900111,Ann,none,Oats
Mog,Dog,07700900111,Ann,none,
`;
    await importFile(api, practice, file);
    expect(await animals()).toEqual({
      Rex: [null, '1'],
      Misty: ['Allergies: none\nAllergies: Oats', '0'],
      Mog: ['Allergies: none', '0'],
    });
  });

  it('fills in none known if nothing is recorded, never over an answer, and can be undone', async () => {
    await bring(`${owner},Rex,Oats`, `${owner},Misty,none`, `${owner},Mog,`);
    const { id } = await bring(`${owner},Rex,none`, `${owner},Misty,Chicken`, `${owner},Mog,none`);
    expect(await animals()).toEqual({ Rex: ['Oats', '0'], Misty: [null, '1'], Mog: [null, '1'] });
    await api.call('import/undo', { import_id: id }, practice.adminKey);
    await api.runJobs();
    expect(await animals()).toEqual({ Rex: ['Oats', '0'], Misty: [null, '1'], Mog: [null, '0'] });
  });
});

it('are deleted when the client is erased, none known included', async () => {
  const { client, animal } = practice;
  await desk.update(animal.id, { no_known_allergies: '1' });
  await api.call('client_archive', { client_id: client.id }, practice.adminKey);
  const erased = await api.call(
    'client_erase',
    { client_id: client.id, name: client.name },
    practice.adminKey,
  );
  expect(erased.status).toBe(200);
  const { rows } = await db().query('select no_known_allergies from animals where id = $1', [animal.id]);
  expect(rows).toEqual([{ no_known_allergies: false }]);
});
