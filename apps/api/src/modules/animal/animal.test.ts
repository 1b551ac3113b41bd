import { describe, expect, it } from 'vitest';
import { makeFile } from '../../testing/factory-bookings.ts';
import { makeClient } from '../../testing/factory-people.ts';
import { makeAnimal, makeWeight } from '../../testing/factory-records.ts';
import { makePractice } from '../../testing/factories.ts';
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

  it('show their latest weight and the names other screens read', async () => {
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

describe('files', () => {
  it('are listed with their record and come back byte for byte', async () => {
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
