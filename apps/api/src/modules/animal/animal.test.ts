import type { InputOf } from '@burrow/contracts/actions';
import type { Scope } from '@burrow/contracts/scopes';
import { describe, expect, it } from 'vitest';
import { makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeClient,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeWeight } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('animals', () => {
  it('are found by name, breed, colour or owner, and counted', async () => {
    const practice = await makePractice(db());
    const { tenant, cat } = practice;
    const owner = await makeClient(db(), { tenant, name: 'Priya Shah' });
    const make = (name: string, breed: string | null, color: string | null) =>
      makeAnimal(db(), { client: owner, species_id: cat.id, name, breed, color });
    await make('Mog', 'Maine Coon', 'Silver');
    await make('Tiger', 'Maine Coon', 'Ginger');
    await make('Luna', 'Ragdoll', 'Cream');
    await make('Smudge', null, null);
    const find = async (q: string) =>
      (await api.call('animals', { q }, practice.staffKey)).body.map(({ animal_name }) => animal_name);
    expect(await find('mog')).toEqual(['Mog']);
    expect(await find('MAINE')).toEqual(['Mog', 'Tiger']);
    expect(await find('ginger')).toEqual(['Tiger']);
    expect(await find('shah')).toEqual(['Luna', 'Mog', 'Smudge', 'Tiger']);
    expect(await find('nothing')).toEqual([]);
    const { body } = await api.call('animals/count', { q: 'maine' }, practice.staffKey);
    expect(body.matching).toBe(2);
    expect(body.top_breeds[0]).toEqual({ breed: 'Maine Coon', count: 2 });
  });

  it('are found by words of the animal and its owner in any order, and by phone number', async () => {
    const practice = await makePractice(db());
    const { tenant, dog } = practice;
    const jack = await makeClient(db(), {
      tenant,
      name: 'Jack Haworth',
      phone: '07700900777',
      email: 'tilly@x.test',
    });
    const make = (client: typeof jack, name: string, breed: string) =>
      makeAnimal(db(), { client, species_id: dog.id, name, breed });
    await make(jack, 'Tilly', 'Border Collie');
    await make(jack, 'Bo', 'Whippet');
    const other = await makeClient(db(), { tenant, name: 'Anna Haworth', phone: '07700900888' });
    await make(other, 'Tilly', 'Border Terrier');
    const found = async (q: string) => {
      const { body } = await api.call('animals', { q }, practice.staffKey);
      const { body: count } = await api.call('animals/count', { q }, practice.staffKey);
      expect([q, count.matching]).toEqual([q, body.length]);
      return body.map(({ animal_name, client_name }) => `${animal_name} ${client_name}`).toSorted();
    };
    for (const q of ['Haworth Jack', 'jack', '07700 900777', '+447700900777', '447700900777', '900777'])
      expect([q, ...(await found(q))]).toEqual([q, 'Bo Jack Haworth', 'Tilly Jack Haworth']);
    for (const q of [
      'collie til',
      'tilly jack',
      'Ja Tilly',
      '900777 tilly',
      'haworth collie',
      'jack til border haworth',
    ])
      expect([q, ...(await found(q))]).toEqual([q, 'Tilly Jack Haworth']);
    expect(await found('bo haworth')).toEqual([
      'Bo Jack Haworth',
      'Tilly Anna Haworth',
      'Tilly Jack Haworth',
    ]);
    expect(await found('haworth tilly')).toEqual(['Tilly Anna Haworth', 'Tilly Jack Haworth']);
    for (const q of ['tilly whippet', 'x.test', 'jack terrier'])
      expect([q, ...(await found(q))]).toEqual([q]);
  });

  it('show an API key only what its scopes allow: no animals of clients, no search by phone number', async () => {
    const { tenant, admin: user, dog } = await makePractice(db());
    const client = await makeClient(db(), { tenant, name: 'Jack Haworth', phone: '07700900777' });
    await makeAnimal(db(), { client, name: 'Tizzy', species_id: dog.id });
    const keyWith = (...scopes: Scope[]) => makeSessionKey(db(), { user, kind: 'integration', scopes });
    const clients = async (key: SessionKey) =>
      (await api.call('clients', { q: 'haworth' }, key)).body.map(({ animal_names: names }) => names);
    expect(await clients(await keyWith('clients:read'))).toEqual([[]]);
    expect(await clients(await keyWith('clients:read', 'animals:read'))).toEqual([['Tizzy']]);
    const byPet = async (key: SessionKey, q: string) => [
      (await api.call('clients', { q }, key)).body.length,
      (await api.call('clients', { q, limit: 5 }, key)).body.length,
      (await api.call('clients/count', { q }, key)).body.matching,
    ];
    for (const q of ['tizzy', 'zz', 'tizzy haworth', 'haworth zz']) {
      expect([q, await byPet(await keyWith('clients:read'), q)]).toEqual([q, [0, 0, 0]]);
      expect([q, await byPet(await keyWith('clients:read', 'animals:read'), q)]).toEqual([q, [1, 1, 1]]);
    }
    const animals = async (key: SessionKey, q: string) => [
      (await api.call('animals', { q }, key)).body.length,
      (await api.call('animals/count', { q }, key)).body.matching,
    ];
    const animalsOnly = await keyWith('animals:read');
    for (const q of ['900777', '07700 900777', 'tizzy 900777', 'tizzy 77', 'tizzy 7']) {
      expect([q, await animals(animalsOnly, q)]).toEqual([q, [0, 0]]);
      expect([q, await animals(await keyWith('animals:read', 'clients:read'), q)]).toEqual([q, [1, 1]]);
    }
    expect(await animals(animalsOnly, 'tizzy')).toEqual([1, 1]);
  });

  it('are listed, searched, paged and counted by archived or active', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), { tenant: practice.tenant, name: 'Priya Shah' });
    const make = (name: string, active: boolean) =>
      makeAnimal(db(), { client, name, breed: active ? 'Ragdoll' : 'Siamese', active });
    for (const [name, active] of [
      ['Ada', true],
      ['Bo', false],
      ['Cleo', true],
      ['Dot', false],
      ['Eve', true],
    ] as const)
      await make(name, active);
    const find = async (input: InputOf<'animals'>) =>
      (await api.call('animals', input, practice.staffKey)).body.map(({ animal_name }) => animal_name);
    expect(await find({ status: 'archived' })).toEqual(['Bo', 'Dot']);
    expect(await find({ status: 'active', q: 'shah' })).toEqual(['Ada', 'Cleo', 'Eve']);
    expect(await find({ status: 'archived', q: 'o' })).toEqual(['Bo', 'Dot']);
    expect(await find({ q: 'shah' })).toEqual(['Ada', 'Bo', 'Cleo', 'Dot', 'Eve']);
    const { body: first } = await api.call(
      'animals',
      { status: 'archived', limit: 1, q: 'shah' },
      practice.staffKey,
    );
    expect(await find({ status: 'archived', limit: 1, cursor: String(first[0]?.id) })).toEqual(['Dot']);
    await db().query("update animals set name = 'Zed' where id = $1", [first[0]?.id]);
    expect(await find({ status: 'archived', limit: 1, cursor: `${first[0]?.id}:Bo` })).toEqual(['Dot']);
    await db().query("update animals set name = 'Bo' where id = $1", [first[0]?.id]);
    for (const q of ['', 'shah']) {
      const { status, error } = await api.call('animals', { cursor: '999999999', q }, practice.staffKey);
      expect([status, error.fields]).toEqual([400, { cursor: 'Enter the id of the last row.' }]);
    }
    const count = async (input: InputOf<'animals/count'>) =>
      (await api.call('animals/count', input, practice.staffKey)).body;
    // The practice has a Border Terrier as well.
    expect(await count({})).toMatchObject({ total: 6, matching: 6 });
    expect(await count({ status: 'active', q: 'siamese' })).toMatchObject({ total: 4, matching: 0 });
    expect(await count({ status: 'archived', q: 'bo' })).toMatchObject({ total: 2, matching: 1 });
    expect((await count({ status: 'archived' })).top_breeds).toEqual([{ breed: 'Siamese', count: 2 }]);
  });

  it('can be booked while both they and their client are active', async () => {
    const { tenant, animal, staffKey } = await makePractice(db());
    const gone = await makeClient(db(), { tenant, archived_at: new Date() });
    const theirs = await makeAnimal(db(), { client: gone });
    const retired = await makeAnimal(db(), { tenant, active: false });
    const bookable = async (animal_id: number) => {
      const { body } = await api.call('animal', { animal_id }, staffKey);
      return [body.active, body.bookable];
    };
    expect(await bookable(animal.id)).toEqual(['1', '1']);
    expect(await bookable(theirs.id)).toEqual(['1', '0']);
    expect(await bookable(retired.id)).toEqual(['0', '0']);
  });

  it('show which file is their picture', async () => {
    const practice = await makePractice(db());
    const { animal } = practice;
    await makeFile(db(), { animal, filename: 'x-ray.png', mime_type: 'image/png' });
    const picture = await makeFile(db(), { animal, file_type: 'profile_picture', mime_type: 'image/png' });
    const { body } = await api.call('animals', {}, practice.staffKey);
    expect(body).toMatchObject([{ id: animal.id, picture_file_id: picture.id }]);
  });

  it('show their latest weight and the field names that other screens use', async () => {
    const practice = await makePractice(db());
    const animal = await makeAnimal(db(), {
      client: practice.client,
      species_id: practice.dog.id,
      breed: 'Whippet',
    });
    await makeWeight(db(), { animal, measured_on: '2025-01-01', weight_grams: 11_000 });
    await makeWeight(db(), { animal, measured_on: '2025-12-01', weight_grams: 12_450 });
    const { body } = await api.call('animal', { animal_id: animal.id }, practice.staffKey);
    expect(body).toMatchObject({
      id: animal.id,
      animal_id: animal.id,
      breed: 'Whippet',
      animal_breed: 'Whippet',
      species: 'Dog',
      type_name: 'Dog',
      type_id: practice.dog.id,
      weight: '12.45',
      client_name: practice.client.name,
    });
    const { body: theirs } = await api.call(
      'animals_by_client',
      { client_id: practice.client.id },
      practice.staffKey,
    );
    expect(theirs.map(({ id }) => id)).toContain(animal.id);
  });
});

describe('animals/breeds', () => {
  it("are the practice's own that contain the typed text, the most common first and each once", async () => {
    const { client, staffKey } = await makePractice(db());
    const other = await makePractice(db());
    const breeds = ['Whippet', 'whippet', 'Whippet', 'Border Collie', 'Border Collie', null, 'Pit_bull'];
    for (const breed of breeds) await makeAnimal(db(), { client, breed });
    await makeAnimal(db(), { client: other.client, breed: 'Borzoi' });
    const find = async (q?: string) => (await api.call('animals/breeds', q ? { q } : {}, staffKey)).body;
    // The practice has a Border Terrier as well.
    expect(await find('bor')).toEqual(['Border Collie', 'Border Terrier']);
    expect(await find('WHIP')).toEqual(['Whippet']);
    expect(await find('t_b')).toEqual(['Pit_bull']);
    expect(await find('unicorn')).toEqual([]);
    expect(await find()).toEqual(['Whippet', 'Border Collie', 'Border Terrier', 'Pit_bull']);
  });

  it('are limited to ten', async () => {
    const { client, staffKey } = await makePractice(db());
    for (let number = 10; number < 22; number += 1)
      await makeAnimal(db(), { client, breed: `Breed ${number}` });
    const { body } = await api.call('animals/breeds', { q: 'breed' }, staffKey);
    expect(body).toHaveLength(10);
  });
});

describe('files', () => {
  it('are listed with their record and downloaded byte for byte', async () => {
    const practice = await makePractice(db());
    const content = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256));
    const file = await makeFile(db(), { animal: practice.animal, filename: 'x-ray.pdf', content });
    const where = { entity_type: 'animal', entity_id: practice.animal.id } as const;
    const { body: list } = await api.call('files/by_entity', where, practice.staffKey);
    expect(list).toMatchObject([{ id: file.id, filename: 'x-ray.pdf', file_size: 1000, ...where }]);
    expect(list[0]?.created_at).toMatch(/Z$/);
    const { body } = await api.call('file/get', { file_id: file.id }, practice.staffKey);
    expect(Buffer.from(body.file_data, 'base64').equals(content)).toBe(true);
    const empty = await api.call(
      'files/by_entity',
      { entity_type: 'client', entity_id: practice.client.id },
      practice.staffKey,
    );
    expect(empty.body).toEqual([]);
  });
});
