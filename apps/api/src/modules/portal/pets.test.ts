import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '@burrow/contracts/actions';
import { makeBooking, makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const list = async () => (await api.call('cp/animals', {}, practice.clientKey)).body;
const petOf = async (animal_id: number) =>
  (await api.call('cp/animal', { animal_id }, practice.clientKey)).body;
const create = (input: Partial<InputOf<'cp/animal_create'>> = {}) =>
  api.call('cp/animal_create', { name: 'Rex', type: practice.dog.id, ...input }, practice.clientKey);
const update = (input: Partial<InputOf<'cp/animal_update'>>) =>
  api.call('cp/animal_update', { animal_id: practice.animal.id, ...input }, practice.clientKey);

describe('the pets of a pet owner', () => {
  it("are listed by name, active ones first, without the practice's internal data", async () => {
    const { client, dog, animal } = practice;
    const columns = { notes: 'Bites', behaviour_notes: 'Growls', archived_reason: 'moved' as const };
    const gone = await makeAnimal(db(), { client, species: dog, name: 'Abel', active: false, ...columns });
    const picture = await makeFile(db(), { animal, file_type: 'profile_picture' });
    await makeAnimal(db(), { tenant: practice.tenant });
    const pets = await list();
    expect(pets.map(({ id, archived_by_practice: byPractice }) => [id, byPractice])).toEqual([
      [animal.id, false],
      [gone.id, true],
    ]);
    expect(await petOf(animal.id)).toEqual(pets[0]);
    expect(pets[0]).toEqual({
      id: animal.id,
      animal_id: animal.id,
      animal_name: animal.name,
      name: animal.name,
      type_id: dog.id,
      species: 'Dog',
      breed: 'Border Terrier',
      animal_breed: 'Border Terrier',
      color: null,
      dob: '2021-03-04',
      allergies: null,
      no_known_allergies: '0',
      microchip: null,
      insurer: null,
      policy: null,
      active: '1',
      archived_by_practice: false,
      picture_file_id: picture.id,
    });
  });

  it('of other clients are not found', async () => {
    const theirs = await makeAnimal(db(), { tenant: practice.tenant });
    for (const animal_id of [theirs.id, 7_000_000_000]) {
      const answers = [
        await api.call('cp/animal', { animal_id }, practice.clientKey),
        await update({ animal_id, name: 'Mine' }),
      ];
      expect(answers.map(({ status, error }) => [status, error.message])).toEqual([
        [404, 'Animal not found'],
        [404, 'Animal not found'],
      ]);
    }
  });
});

describe('cp/animal_create', () => {
  it('adds a pet that the desk sees too', async () => {
    const { status, body } = await create({
      name: ' Luna ',
      type: practice.cat.id,
      dob: '2024-05-06',
      color: 'Grey',
    });
    expect([status, body.animal_id]).toEqual([200, body.id]);
    const { body: seen } = await api.call('animal', { animal_id: body.id }, practice.staffKey);
    expect(seen).toMatchObject({
      client_id: practice.client.id,
      animal_name: 'Luna',
      species: 'Cat',
      dob: '2024-05-06',
      color: 'Grey',
      active: '1',
      notes: null,
    });
  });

  it.each([
    [{ name: ' ' }, 400, { name: 'Pet name is required' }],
    [{ type: '' as never }, 400, { type: 'Please select a species' }],
    [{ dob: '2026-01-15' }, 400, { dob: 'Date of birth cannot be in the future.' }],
    [{ type: 7_000_000_000 }, 404, { type: 'Species not found' }],
  ])('refuses %j', async (input, status, fields) => {
    const answer = await create(input);
    expect([answer.status, answer.error.fields]).toEqual([status, fields]);
  });

  it('refuses an archived species', async () => {
    await db().query('update species set active = false where id = $1', [practice.cat.id]);
    expect((await create({ type: practice.cat.id })).status).toBe(404);
  });

  it('is limited to fifty, also when several are added at once', async () => {
    const { tenant, client } = practice;
    const rows = Array.from({ length: 47 }, (_, n) => ({
      tenant_id: tenant.id,
      client_id: client.id,
      name: `Pet ${n}`,
      active: n % 2 === 0,
    }));
    await insertRows(db(), 'animals', rows);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('too_many_pets');
    expect(await list()).toHaveLength(50);
  });
});

describe('cp/animal_update', () => {
  it('is in the audit log under the name of the pet owner', async () => {
    await update({ name: 'Rex II' });
    const { body } = await api.call('audit_log', { limit: 1 }, practice.adminKey);
    expect(body[0]).toMatchObject({
      action: 'cp/animal_update',
      user_name: null,
      client_id: practice.client.id,
      client_name: practice.client.name,
      entity: 'animal',
      entity_id: practice.animal.id,
      entity_name: 'Rex II',
      details: '{"changed": ["name"]}',
    });
  });

  it('changes the sent fields, and clears null ones', async () => {
    const before = await petOf(practice.animal.id);
    expect((await update({ name: 'Rex II', breed: null, allergies: 'Penicillin' })).status).toBe(200);
    expect(await petOf(practice.animal.id)).toEqual({
      ...before,
      animal_name: 'Rex II',
      name: 'Rex II',
      breed: null,
      animal_breed: null,
      allergies: 'Penicillin',
    });
  });

  it('archives and restores a pet, and cancels nothing', async () => {
    const { id } = await makeBooking(db(), { animal: practice.animal });
    expect((await update({ active: '0' })).status).toBe(200);
    expect((await petOf(practice.animal.id)).active).toBe('0');
    expect((await api.call('cp/booking', { booking_id: id }, practice.clientKey)).body.status).toBe(
      'pending',
    );
    expect((await update({ active: '1' })).status).toBe(200);
    expect(await petOf(practice.animal.id)).toMatchObject({ active: '1', archived_by_practice: false });
  });

  it('does not restore a pet that the practice archived for a reason, and changes its other fields', async () => {
    const { id } = practice.animal;
    await api.call('animal_archive', { animal_id: id, reason: 'deceased' }, practice.staffKey);
    const { status, error } = await update({ active: '1', name: 'Ghost' });
    expect([status, error.code]).toEqual([409, 'archived_by_practice']);
    expect((await update({ active: '0', color: 'White' })).status).toBe(200);
    expect(await petOf(id)).toMatchObject({
      active: '0',
      archived_by_practice: true,
      color: 'White',
      animal_name: practice.animal.name,
    });
    const { body } = await api.call('animal', { animal_id: id }, practice.staffKey);
    expect(body.archived_reason).toBe('deceased');
  });

  it('keeps a species and a date of birth that could not be chosen today', async () => {
    await db().query("update animals set dob = '2030-01-01' where id = $1", [practice.animal.id]);
    await db().query('update species set active = false where id = $1', [practice.dog.id]);
    expect((await update({ type: practice.dog.id, dob: '2030-01-01', color: 'Tan' })).status).toBe(200);
    expect((await update({ dob: '2030-01-02' })).status).toBe(400);
    await db().query('update species set active = false where id = $1', [practice.cat.id]);
    expect((await update({ type: practice.cat.id })).status).toBe(404);
  });

  it('is limited to their own records when the pet has another owner now', async () => {
    const other = await makeClient(db(), { tenant: practice.tenant });
    await db().query('update animals set client_id = $1 where id = $2', [other.id, practice.animal.id]);
    expect((await update({ name: 'Mine' })).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});
