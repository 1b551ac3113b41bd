import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
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

const read = async (animal_id = practice.animal.id) =>
  (await api.call('animal', { animal_id }, practice.staffKey)).body;
const update = (input: Partial<InputOf<'animal_update'>>) =>
  api.call('animal_update', { animal_id: practice.animal.id, ...input }, practice.staffKey);
const chip = '985112001234567';

describe('the microchip of an animal', () => {
  it.each([
    ['985 112 001 234 567', chip],
    ['985-112-001-234-567', chip],
    ['123*456*789', '123456789'],
    ['00 0a4b-c1d2', '000A4BC1D2'],
  ])('is stored without what stands between its characters: %s', async (typed, stored) => {
    expect((await update({ microchip: typed })).status).toBe(200);
    expect((await read()).microchip).toBe(stored);
  });

  it.each(['98511200123456', '9851120012345678', '12345678', '98511200123456X', 'NOTCHIPPED', 'yes'])(
    'is refused if it has another length or other characters: %s',
    async (microchip) => {
      const { status, error } = await update({ microchip });
      expect([status, error.fields]).toEqual([
        400,
        {
          microchip: 'Enter the 15 digits of the microchip, or the 9 or 10 characters of an older one.',
        },
      ]);
    },
  );

  it('may be an unlikely number, or that of another animal, which a look-up finds', async () => {
    const { client } = practice;
    const other = await makeAnimal(db(), { client, name: 'Zoe', microchip: chip, active: false });
    await makeAnimal(db(), { microchip: chip });
    expect((await update({ microchip: '999000000000001' })).status).toBe(200);
    expect((await update({ microchip: chip, name: 'Ada' })).status).toBe(200);
    const { body } = await api.call(
      'animals/by_microchip',
      { microchip: '985 112 001 234 567' },
      practice.staffKey,
    );
    expect(body.map(({ id }) => id)).toEqual([practice.animal.id, other.id]);
    const none = await api.call('animals/by_microchip', { microchip: '123456789' }, practice.staffKey);
    expect(none.body).toEqual([]);
  });
});

describe('a search for a microchip', () => {
  const list = async (q: string) =>
    (await api.call('animals', { q, limit: 20 }, practice.staffKey)).body.map(({ id }) => id);
  const desk = async (q: string) =>
    (await api.call('search', { q }, practice.staffKey)).body.animals.map(({ id }) => id);
  const count = async (q: string) =>
    (await api.call('animals/count', { q }, practice.staffKey)).body.matching;

  it('finds the animal by the whole number in any spelling, by a part of it, and with its name', async () => {
    const { id, name } = await makeAnimal(db(), {
      client: practice.client,
      name: 'Pepper',
      microchip: chip,
    });
    await makeAnimal(db(), { client: practice.client, microchip: '985112007654321' });
    for (const q of [chip, '985 112 001 234 567', '985-112-001-234-567', '234567', `${name} ${chip}`])
      expect([q, await list(q), await desk(q), await count(q)]).toEqual([q, [id], [id], 1]);
    for (const q of ['985112001234568', 'pepper 985112007654321'])
      expect([q, await list(q), await desk(q), await count(q)]).toEqual([q, [], [], 0]);
  });

  it('finds an old chip with letters, and each animal once', async () => {
    const owner = await makeClient(db(), { tenant: practice.tenant, phone: '07700900777' });
    const { id } = await makeAnimal(db(), { client: owner, name: '0900777', microchip: '0A09007777' });
    const old = await makeAnimal(db(), { client: owner, microchip: '00A4BC1D2F' });
    expect([await list('00a4bc1d2f'), await desk('00a4bc1d2f')]).toEqual([[old.id], [old.id]]);
    for (const q of ['0900777', '900777'])
      expect([await list(q), await desk(q)].map((ids) => ids.filter((one) => one === id))).toEqual([
        [id],
        [id],
      ]);
  });

  it('finds no animal of another practice', async () => {
    await makeAnimal(db(), { microchip: chip });
    expect([await list(chip), await desk(chip)]).toEqual([[], []]);
  });
});

describe('insurance and usual vet', () => {
  it('are recorded with a new animal, changed and cleared, and named in the audit log', async () => {
    const details = { microchip: chip, insurer: 'Petplan', policy: 'PP 123/4', usual_vet: 'Oak Vets' };
    const { body } = await api.call(
      'animal_create',
      { client_id: practice.client.id, name: 'Rex', type: practice.dog.id, ...details },
      practice.staffKey,
    );
    expect(await read(body.animal_id)).toMatchObject(details);
    await update({ ...details, insurer: ' Agria ' });
    await update({ policy: null, usual_vet: null });
    expect(await read()).toMatchObject({ microchip: chip, insurer: 'Agria', policy: null, usual_vet: null });
    const { body: log } = await api.call('audit_log', { limit: 2 }, practice.adminKey);
    expect(log.map(({ details: said }) => said)).toEqual([
      '{"changed": ["policy", "usual_vet"]}',
      '{"changed": ["microchip", "insurer", "policy", "usual_vet"]}',
    ]);
  });

  it('are recorded by the pet owner, except for the usual vet', async () => {
    const { animal, clientKey } = practice;
    const input = { microchip: '985 112 001 234 567', insurer: 'Petplan', policy: 'PP1' };
    await update({ usual_vet: 'Oak Vets' });
    expect((await api.call('cp/animal_update', { animal_id: animal.id, ...input }, clientKey)).status).toBe(
      200,
    );
    const { body } = await api.call('cp/animal', { animal_id: animal.id }, clientKey);
    expect(body).toMatchObject({ ...input, microchip: chip });
    expect(body).not.toHaveProperty('usual_vet');
    expect(await read()).toMatchObject({ insurer: 'Petplan', usual_vet: 'Oak Vets' });
    const added = await api.call(
      'cp/animal_create',
      { name: 'Rex', type: practice.dog.id, ...input },
      clientKey,
    );
    expect(await read(added.body.animal_id)).toMatchObject({ microchip: chip, policy: 'PP1' });
    const refused = await api.call('cp/animal_update', { animal_id: animal.id, microchip: '12' }, clientKey);
    expect(refused.error.fields).toHaveProperty('microchip');
  });

  it('are erased with the client', async () => {
    const { client, animal, adminKey, staffKey } = practice;
    await update({ microchip: chip, insurer: 'Petplan', policy: 'PP1', usual_vet: 'Oak Vets' });
    await api.call('animal_archive', { animal_id: animal.id, reason: 'deceased' }, staffKey);
    const erased = await api.call('client_erase', { client_id: client.id, name: client.name }, adminKey);
    expect(erased.status).toBe(200);
    const { rows } = await db().query(
      'select microchip, insurer, policy, usual_vet, deceased_on from animals where id = $1',
      [animal.id],
    );
    expect(rows).toEqual([
      { microchip: null, insurer: null, policy: null, usual_vet: null, deceased_on: null },
    ]);
  });
});

describe('the day of death', () => {
  const archive = (input: Partial<InputOf<'animal_archive'>>) =>
    api.call(
      'animal_archive',
      { animal_id: practice.animal.id, reason: 'deceased', ...input },
      practice.staffKey,
    );

  it('is today unless given, and ends when the animal is restored', async () => {
    await archive({});
    expect((await read()).deceased_on).toBe('2026-01-14');
    await api.call('animal_restore', { animal_id: practice.animal.id }, practice.staffKey);
    expect((await read()).deceased_on).toBeNull();
    await archive({ deceased_on: '2026-01-02' });
    expect((await read()).deceased_on).toBe('2026-01-02');
    await update({ active: '1' });
    expect((await read()).deceased_on).toBeNull();
  });

  it('ends when a server of the previous release restores the animal', async () => {
    await archive({});
    await db().query('update animals set active = true, archived_reason = null where id = $1', [
      practice.animal.id,
    ]);
    expect((await read()).deceased_on).toBeNull();
  });

  it.each([
    [{ deceased_on: '2026-01-15' }, 'Choose today or an earlier day.'],
    [{ deceased_on: '2021-03-03' }, 'This is before the animal was born. Choose a later day.'],
    [
      { deceased_on: '2026-01-02', reason: 'moved' as const },
      'Leave the date out, or choose the reason “Deceased”.',
    ],
  ])('is refused: %j', async (input, message) => {
    const { status, error } = await archive(input);
    expect([status, error.fields]).toEqual([400, { deceased_on: message }]);
    expect((await read()).active).toBe('1');
  });
});

describe('an import', () => {
  const bring = (rows: string, duplicates: 'skip' | 'fill' = 'skip') =>
    importFile(
      api,
      practice,
      `Phone,Name,Species,Pet Name,Chip No,Insurance Company,Policy No,Vet\n${rows}\n`,
      { run: { duplicates } },
    );
  const animals = async () => {
    const { body } = await api.call('animals', {}, practice.adminKey);
    return body
      .filter(({ id }) => id !== practice.animal.id)
      .map(({ animal_name, microchip, insurer, policy, usual_vet, notes }) =>
        [animal_name, microchip, insurer, policy, usual_vet, notes].join('|'),
      );
  };
  const ann = '07700900111,Ann,Dog';

  it('brings microchip, insurance and usual vet, and keeps a text that is no number in the notes', async () => {
    await bring(`${ann},Rex,985 112 001 234 567,Petplan,PP1,Oak Vets\n${ann},Max,ask the owner,,,`);
    expect(await animals()).toEqual([
      'Max|||||Microchip: ask the owner',
      `Rex|${chip}|Petplan|PP1|Oak Vets|`,
    ]);
  });

  it('fills them into animals without them, also where an earlier import wrote the number into the notes', async () => {
    const { id: client_id } = await makeClient(db(), {
      tenant: practice.tenant,
      name: 'Ann',
      phone: '07700900111',
    });
    await makeAnimal(db(), {
      tenant: practice.tenant,
      client_id,
      name: 'Rex',
      notes: `Microchip: ${chip}`,
      insurer: 'Agria',
    });
    const { id } = await bring(`${ann},Rexy,985-112-001-234-567,Petplan,PP1,`, 'fill');
    expect(await animals()).toEqual([`Rex|${chip}|Agria|PP1||Microchip: ${chip}`]);
    await api.call('import/undo', { import_id: id }, practice.adminKey);
    await api.runJobs();
    expect(await animals()).toEqual([`Rex||Agria|||Microchip: ${chip}`]);
  });

  it('is not undone for a client who owned an animal that stays', async () => {
    const { id } = await bring(`${ann},Rex,${chip},,,`);
    const { body } = await api.call('animals/by_microchip', { microchip: chip }, practice.adminKey);
    const animal = body[0];
    api.clock.set('2026-01-14T10:00:00Z');
    const moved = await api.call(
      'animal_transfer',
      { animal_id: animal?.id ?? 0, client_id: practice.client.id },
      practice.staffKey,
    );
    expect(moved.status).toBe(200);
    await api.call('import/undo', { import_id: id }, practice.adminKey);
    await api.runJobs();
    const { rows } = await db().query(
      'select kind, kept from import_records where tenant_id = $1 order by kind',
      [practice.tenant.id],
    );
    expect(rows).toEqual([
      { kind: 'animal', kept: 'changed' },
      { kind: 'client', kept: 'animal' },
    ]);
  });
});

it('shows owners over time only to a key that may read clients', async () => {
  const { admin: user, animal } = practice;
  const key = await makeSessionKey(db(), { user, kind: 'integration', scopes: ['animals:read'] });
  const { status, error } = await api.call('animal_owners', { animal_id: animal.id }, key);
  expect([status, error.message]).toEqual([403, 'This API key needs the scope clients:read for that.']);
});
