import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeEntry } from '../../../../../packages/dev/src/factory-health.ts';
import { makeAnimal, makeSpecies, makeWeight } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const formFor = ({ client, dog }: Practice) => ({ client_id: client.id, name: 'Biscuit', type: dog.id });

const animalOf = async (practice: Practice, animalId: number) =>
  (await api.call('animal', { animal_id: animalId }, practice.staffKey)).body;

const auditOf = async (practice: Practice, action: string) => {
  const { rows } = await db().query<{ entity_id: number; details: { changed?: string[] } }>(
    'select entity_id::int, details from audit_log where tenant_id = $1 and action = $2 order by id',
    [practice.tenant.id, action],
  );
  return rows;
};

describe('animal_create', () => {
  it('adds an animal with every field', async () => {
    const practice = await makePractice(db());
    const known = {
      dob: '2024-02-29',
      gender: 'female neutered',
      breed: 'Cockapoo',
      color: 'Apricot',
      allergies: 'Chicken',
      behaviour_notes: 'Shy with men',
      notes: 'Likes to be carried in',
    } as const;
    const { status, body } = await api.call(
      'animal_create',
      { ...formFor(practice), ...known, weight: '7.45' },
      practice.staffKey,
    );
    expect(status).toBe(200);
    expect(await animalOf(practice, body.animal_id)).toMatchObject({
      ...known,
      animal_name: 'Biscuit',
      client_id: practice.client.id,
      type_id: practice.dog.id,
      weight: '7.45',
      active: '1',
      archived_reason: null,
      picture_file_id: null,
      created_at: '2026-01-14T09:00:00.000Z',
    });
    const { body: weights } = await api.call(
      'animal_weights',
      { animal_id: body.animal_id },
      practice.staffKey,
    );
    expect(weights).toMatchObject([{ measured_on: '2026-01-14', weight: '7.45' }]);
    expect(await auditOf(practice, 'animal_create')).toMatchObject([{ entity_id: body.animal_id }]);
  });

  it('takes a form in which all but the name, the client and the species is empty', async () => {
    const practice = await makePractice(db());
    const form = new URLSearchParams({
      client_id: String(practice.client.id),
      name: ' Rex ',
      dob: '',
      type: String(practice.dog.id),
      breed: '',
      color: '',
      allergies: '',
      active: '0',
    });
    const response = await api.post('/api/animal_create', form, {
      Authorization: `Bearer ${practice.staffKey.apiKey}`,
    });
    const { animal_id: animalId } = (await response.json()) as { animal_id: number };
    expect(await animalOf(practice, animalId)).toMatchObject({
      animal_name: 'Rex',
      breed: null,
      active: '0',
      archived_reason: null,
    });
  });

  it.each([
    ['client_id', undefined, 'Please select a client'],
    ['name', ' ', 'Animal name is required'],
    ['type', undefined, 'Please select a species'],
    ['dob', '2026-01-15', 'Date of birth cannot be in the future.'],
    ['dob', '2025-02-29', 'This date doesn’t exist.'],
    ['gender', 'boy', 'Choose one of: female, male, female neutered, male neutered.'],
    ['weight', 'heavy', 'Enter a weight in kilograms, such as 12.4.'],
    ['weight', '0', 'Enter a weight above 0.'],
    ['weight', '2001', 'Enter 2,000 kg or less.'],
  ])('refuses %s = %s', async (field, value, message) => {
    const practice = await makePractice(db());
    const { status, error } = await api.call(
      'animal_create',
      { ...formFor(practice), [field]: value },
      practice.staffKey,
    );
    expect(status).toBe(400);
    expect(error.fields?.[field]).toBe(message);
  });

  it('counts days on the clock of the practice', async () => {
    const practice = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
    api.clock.set('2026-01-14T12:00:00Z');
    const bornToday = { ...formFor(practice), dob: '2026-01-15' };
    expect((await api.call('animal_create', bornToday, practice.staffKey)).status).toBe(200);
  });

  it('refuses an archived client, an archived species, and records of another practice', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { tenant } = practice;
    const archived = await makeClient(db(), { tenant, archived_at: testNow });
    const retired = await makeSpecies(db(), { tenant, active: false });
    for (const change of [
      { client_id: archived.id },
      { client_id: other.client.id },
      { type: retired.id },
      { type: other.dog.id },
    ]) {
      const form = { ...formFor(practice), ...change };
      const { status, error } = await api.call('animal_create', form, practice.staffKey);
      expect(status).toBe(404);
      expect(Object.keys(error.fields ?? {})).toEqual(Object.keys(change));
    }
  });
});

describe('animal_update', () => {
  it('changes the sent fields, clears null ones, keeps the rest, and names the changes', async () => {
    const practice = await makePractice(db());
    const animal = await makeAnimal(db(), {
      client: practice.client,
      species: practice.dog,
      breed: 'Whippet',
      color: 'Fawn',
      allergies: 'Oats',
    });
    api.clock.set('2026-01-15T10:00:00Z');
    const change = { name: 'Dash', breed: 'Whippet', allergies: null, type: practice.cat.id };
    await api.call('animal_update', { animal_id: animal.id, ...change }, practice.staffKey);
    expect(await animalOf(practice, animal.id)).toMatchObject({
      animal_name: 'Dash',
      breed: 'Whippet',
      color: 'Fawn',
      allergies: null,
      species: 'Cat',
      updated_at: '2026-01-15T10:00:00.000Z',
    });
    const [entry] = await auditOf(practice, 'animal_update');
    expect(entry).toEqual({
      entity_id: animal.id,
      details: { changed: expect.arrayContaining(['name', 'allergies', 'species']) as unknown },
    });
    expect(entry?.details.changed).toHaveLength(3);
  });

  it('takes the notes alone', async () => {
    const practice = await makePractice(db());
    const { animal } = practice;
    await api.call('animal_update', { animal_id: animal.id, notes: 'Ring the back bell' }, practice.staffKey);
    expect(await animalOf(practice, animal.id)).toMatchObject({
      animal_name: animal.name,
      breed: animal.breed,
      notes: 'Ring the back bell',
    });
  });

  it('keeps an archived species, and refuses to choose it', async () => {
    const practice = await makePractice(db());
    const ferret = await makeSpecies(db(), { tenant: practice.tenant, active: false });
    const animal = await makeAnimal(db(), { client: practice.client, species: ferret });
    const kept = { animal_id: animal.id, type: ferret.id, color: 'Sable' };
    expect((await api.call('animal_update', kept, practice.staffKey)).status).toBe(200);
    const chosen = { animal_id: practice.animal.id, type: ferret.id };
    const { status, error } = await api.call('animal_update', chosen, practice.staffKey);
    expect(status).toBe(404);
    expect(error.fields).toHaveProperty('type');
  });

  it('archives without a reason through active = 0, and keeps no reason after active = 1', async () => {
    const practice = await makePractice(db());
    const { animal } = practice;
    const update = (active: '0' | '1') =>
      api.call('animal_update', { animal_id: animal.id, active }, practice.staffKey);
    await update('0');
    expect(await animalOf(practice, animal.id)).toMatchObject({ active: '0', archived_reason: null });
    await api.call('animal_archive', { animal_id: animal.id, reason: 'moved' }, practice.staffKey);
    await update('0');
    expect(await animalOf(practice, animal.id)).toMatchObject({ active: '0', archived_reason: 'moved' });
    await update('1');
    expect(await animalOf(practice, animal.id)).toMatchObject({ active: '1', archived_reason: null });
  });

  it('refuses a blank name and a birthday in the future', async () => {
    const practice = await makePractice(db());
    const animal_id = practice.animal.id;
    const blank = await api.call('animal_update', { animal_id, name: ' ' }, practice.staffKey);
    expect(blank.error.fields).toEqual({ name: 'Animal name is required' });
    const unborn = await api.call('animal_update', { animal_id, dob: '2027-01-01' }, practice.staffKey);
    expect(unborn.error.fields).toEqual({ dob: 'Date of birth cannot be in the future.' });
  });
});

describe('archiving an animal', () => {
  it('keeps its appointments unless asked, and allows no new one', async () => {
    const practice = await makePractice(db());
    const { animal } = practice;
    const booking = await makeBooking(db(), { animal, service: practice.checkUp });
    const { body } = await api.call(
      'animal_archive',
      { animal_id: animal.id, reason: 'moved' },
      practice.staffKey,
    );
    expect(body).toEqual({ success: true, cancelled_bookings: [] });
    expect(await animalOf(practice, animal.id)).toMatchObject({ active: '0', archived_reason: 'moved' });
    const kept = await api.call('booking', { booking_id: booking.id }, practice.staffKey);
    expect(kept.body.status).toBe(booking.status);
    const { status, error } = await api.call(
      'booking_create',
      {
        client_id: practice.client.id,
        animal_id: animal.id,
        service_id: practice.checkUp.id,
        booking_date: '2026-01-20',
        booking_time: '10:00',
      },
      practice.staffKey,
    );
    const inactive = 'This animal is inactive. Restore it, or choose another.';
    expect([status, error.code, error.fields]).toEqual([409, 'animal_inactive', { animal_id: inactive }]);
    await api.call('animal_restore', { animal_id: animal.id }, practice.staffKey);
    expect(await animalOf(practice, animal.id)).toMatchObject({ active: '1', archived_reason: null });
  });

  it('cancels upcoming appointments when asked, of this animal only', async () => {
    const practice = await makePractice(db());
    const { animal, client } = practice;
    const sibling = await makeAnimal(db(), { client });
    const past = await makeBooking(db(), { animal, booking_date: '2026-01-12', status: 'completed' });
    const next = await makeBooking(db(), { animal, booking_date: '2026-01-20', status: 'confirmed' });
    const theirs = await makeBooking(db(), { animal: sibling, booking_date: '2026-01-21' });
    const { body } = await api.call(
      'animal_archive',
      { animal_id: animal.id, reason: 'deceased', cancel_bookings: '1' },
      practice.staffKey,
    );
    expect(body.cancelled_bookings).toEqual([next.id]);
    const statusOf = async (id: number) =>
      (await api.call('booking', { booking_id: id }, practice.staffKey)).body.status;
    expect(await statusOf(next.id)).toBe('cancelled');
    expect(await statusOf(past.id)).toBe('completed');
    expect(await statusOf(theirs.id)).toBe(theirs.status);
    expect(await auditOf(practice, 'animal_archive')).toMatchObject([
      { entity_id: animal.id, details: { reason: 'deceased', cancelled_bookings: [next.id] } },
    ]);
  });

  it('requires one of three reasons', async () => {
    const practice = await makePractice(db());
    const { error } = await api.call(
      'animal_archive',
      { animal_id: practice.animal.id, reason: 'naughty' as 'other' },
      practice.staffKey,
    );
    expect(error.fields).toEqual({ reason: 'Choose one of: deceased, moved, other.' });
  });
});

describe('weights', () => {
  it('are listed oldest first, and the last entry of the last day is the weight', async () => {
    const practice = await makePractice(db());
    const animal_id = practice.animal.id;
    const add = (weight: string | number, measured_on?: string) =>
      api.call(
        'animal_weight_add',
        { animal_id, weight, ...(measured_on ? { measured_on } : {}) },
        practice.staffKey,
      );
    await add('12.4');
    await add(12.65);
    await add('9', '2025-03-01');
    const { body } = await api.call('animal_weights', { animal_id }, practice.staffKey);
    expect(body.map(({ measured_on, weight }) => [measured_on, weight])).toEqual([
      ['2025-03-01', '9'],
      ['2026-01-14', '12.4'],
      ['2026-01-14', '12.65'],
    ]);
    expect((await animalOf(practice, animal_id)).weight).toBe('12.65');
    const last = body.at(-1)?.id ?? 0;
    await api.call('animal_weight_delete', { animal_id, weight_id: last }, practice.staffKey);
    expect((await animalOf(practice, animal_id)).weight).toBe('12.4');
    expect(await auditOf(practice, 'animal_weight_delete')).toEqual([
      { entity_id: animal_id, details: { measured_on: '2026-01-14' } },
    ]);
  });

  it('say whether they are of a visit note', async () => {
    const { animal, staffKey } = await makePractice(db());
    const noted = await makeWeight(db(), { animal });
    await makeWeight(db(), { animal });
    await makeEntry(db(), { animal, weight_id: noted.id });
    const { body } = await api.call('animal_weights', { animal_id: animal.id }, staffKey);
    expect(body.map(({ in_visit_note: isNoted }) => isNoted)).toEqual([true, false]);
  });

  it('are of a day from birth to today', async () => {
    const practice = await makePractice(db());
    const animal_id = practice.animal.id;
    for (const [measured_on, message] of [
      ['2026-01-15', 'Choose today or an earlier day.'],
      ['2021-03-03', 'This is before the animal was born. Choose a later day.'],
    ] as const) {
      const { status, error } = await api.call(
        'animal_weight_add',
        { animal_id, weight: '4', measured_on },
        practice.staffKey,
      );
      expect([status, error.fields]).toEqual([400, { measured_on: message }]);
    }
  });

  it('of another animal cannot be deleted', async () => {
    const practice = await makePractice(db());
    const sibling = await makeAnimal(db(), { client: practice.client });
    const weight = await makeWeight(db(), { animal: sibling });
    const { status } = await api.call(
      'animal_weight_delete',
      { animal_id: practice.animal.id, weight_id: weight.id },
      practice.staffKey,
    );
    expect(status).toBe(404);
    const { body } = await api.call('animal_weights', { animal_id: sibling.id }, practice.staffKey);
    expect(body).toHaveLength(1);
  });
});
