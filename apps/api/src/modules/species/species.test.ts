import { describe, expect, it } from 'vitest';
import { makeSpecies } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const speciesOf = async ({ staffKey }: Practice) => (await api.call('animal_species', {}, staffKey)).body;
const add = ({ adminKey }: Practice, species: string) =>
  api.call('animal_species_insert_multi', { species }, adminKey);

describe('animal_species_insert_multi', () => {
  it('adds new ones, trimmed and once, ignoring case', async () => {
    const practice = await makePractice(db());
    const { status, body } = await add(practice, ' Rabbit ,, guinea pig, RABBIT,dog , ');
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, added: 2 });
    const names = (await speciesOf(practice)).map(({ name }) => name);
    expect(names).toEqual(['Cat', 'Dog', 'guinea pig', 'Rabbit']);
    expect((await add(practice, 'Rabbit')).body.added).toBe(0);
  });

  it('restores an existing one, under its own name', async () => {
    const practice = await makePractice(db());
    const horse = await makeSpecies(db(), { tenant: practice.tenant, name: 'Horse', active: false });
    expect((await add(practice, 'horse')).body.added).toBe(1);
    expect(await speciesOf(practice)).toContainEqual({ id: horse.id, name: 'Horse', active: '1' });
  });

  it.each(['', ' , ,', undefined])('requires at least one when given %j', async (species) => {
    const practice = await makePractice(db());
    const answer = await add(practice, species as string);
    expect(answer.status).toBe(400);
    expect(answer.error.fields).toEqual({ species: 'Please select at least one species' });
  });

  it('refuses a name of more than 60 characters and adds none of the others', async () => {
    const practice = await makePractice(db());
    const { status } = await add(practice, `Rabbit,${'x'.repeat(61)}`);
    expect(status).toBe(400);
    expect(await speciesOf(practice)).toHaveLength(2);
    expect((await add(practice, 'x'.repeat(60))).status).toBe(200);
  });

  it('adds each once when many add the same at the same time', async () => {
    const practice = await makePractice(db());
    const answers = await Promise.all(
      ['Rabbit,Ferret', 'Ferret,Rabbit', 'ferret,Fish', 'Fish,rabbit'].map((species) =>
        add(practice, species),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(3);
  });

  it('is for admins only', async () => {
    const { staffKey } = await makePractice(db());
    expect((await api.call('animal_species_insert_multi', { species: 'Rabbit' }, staffKey)).status).toBe(403);
  });
});

describe('animal_species_update', () => {
  it('renames, and animals show the new name', async () => {
    const practice = await makePractice(db());
    const { adminKey, dog, animal } = practice;
    const renamed = { species_id: dog.id, name: 'Dogs and puppies' };
    expect((await api.call('animal_species_update', renamed, adminKey)).status).toBe(200);
    const { body } = await api.call('animal', { animal_id: animal.id }, adminKey);
    expect(body.species).toBe('Dogs and puppies');
  });

  it('archives without changing the animals, and restores', async () => {
    const practice = await makePractice(db());
    const { adminKey, dog, animal } = practice;
    await api.call('animal_species_update', { species_id: dog.id, active: '0' }, adminKey);
    expect(await speciesOf(practice)).toContainEqual({ id: dog.id, name: 'Dog', active: '0' });
    expect((await api.call('animal', { animal_id: animal.id }, adminKey)).body.species).toBe('Dog');
    await api.call('animal_species_update', { species_id: dog.id, active: '1' }, adminKey);
    expect(await speciesOf(practice)).toContainEqual({ id: dog.id, name: 'Dog', active: '1' });
  });

  it('refuses the name of another, and records of another practice', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { adminKey, dog } = practice;
    const taken = await api.call('animal_species_update', { species_id: dog.id, name: 'cAt' }, adminKey);
    expect(taken.error).toMatchObject({ code: 'name_taken' });
    const foreign = { species_id: other.dog.id, name: 'Wolf' };
    expect((await api.call('animal_species_update', foreign, adminKey)).status).toBe(404);
  });
});
