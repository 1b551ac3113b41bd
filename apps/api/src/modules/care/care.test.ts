import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { AnimalRow, CareDueRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { makeCareDue, makeCareType, makeRecall } from '../../../../../packages/dev/src/factory-care.ts';

import { useTestApi } from '../../testing/harness.ts';
import { planRecalls } from '../recall/public.ts';

const api = useTestApi({}, '2026-01-14T10:30:00Z');
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const createType = async (input: Partial<InputOf<'care_type_create'>> = {}) =>
  (await api.call('care_type_create', { name: 'Booster', ...input }, practice.adminKey)).body.care_type_id;

const careOf = async (animalId = practice.animal.id) =>
  (await api.call('animal_care', { animal_id: animalId }, practice.staffKey)).body;

const shortly = async (animalId = practice.animal.id) =>
  (await careOf(animalId)).map(({ care_type, due_on, origin, state }) => [care_type, due_on, origin, state]);

const set = (care_type_id: number, due_on: string) =>
  api.call('animal_care_set', { animal_id: practice.animal.id, care_type_id, due_on }, practice.staffKey);

const give = (care_type_id: number, given_on: string, next_due_on?: string) =>
  api.call(
    'animal_care_given',
    { animal_id: practice.animal.id, care_type_id, given_on, ...(next_due_on ? { next_due_on } : {}) },
    practice.staffKey,
  );

/** Another animal of the client's. */
const makeAnother = (columns: Columns<AnimalRow>) =>
  makeAnimal(db(), { client: practice.client, updated_at: api.clock.now(), ...columns });

describe('recall types', () => {
  it('are added with the usual messages, changed, archived and restored', async () => {
    const care_type_id = await createType({
      species_id: practice.dog.id,
      every_count: 12,
      every_unit: 'months',
      group: 'Vaccination',
      service_id: practice.vaccination.id,
    });
    const listed = async () => (await api.call('care_types', {}, practice.staffKey)).body;
    expect(await listed()).toEqual([
      {
        care_type_id,
        name: 'Booster',
        species_id: practice.dog.id,
        species: 'Dog',
        every_count: 12,
        every_unit: 'months',
        first_count: null,
        first_unit: null,
        group: 'Vaccination',
        service_id: practice.vaccination.id,
        service: 'Vaccination',
        visit_counts: '1',
        steps: [-30, -7, 0, 30],
        cancel_after: 90,
        archived: '0',
        due: 0,
      },
    ]);
    const change = { care_type_id, steps: '0,-14, 0', group: null, visit_counts: '0' as const };
    expect((await api.call('care_type_update', change, practice.adminKey)).status).toBe(200);
    await api.call('care_type_archive', { care_type_id, archived: '1' }, practice.adminKey);
    expect(await listed()).toMatchObject([
      { name: 'Booster', steps: [-14, 0], group: null, visit_counts: '0', archived: '1' },
    ]);
    await api.call('care_type_archive', { care_type_id, archived: '0' }, practice.adminKey);
    expect(await listed()).toMatchObject([{ archived: '0' }]);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Enter a name.'],
    [{ steps: '1,2,3,4,5' }, 'steps', 'Enter at most 4 messages.'],
    [{ steps: 'soon' }, 'steps.0', 'Enter whole days.'],
    [{ every_count: 3 }, 'every_count', 'Enter a number and choose days, weeks or months, or neither.'],
    [{ species_id: 1_000_000 }, 'species_id', 'Species not found. Choose another.'],
    [{ service_id: 1_000_000 }, 'service_id', 'Service not found. Choose another.'],
  ])('are refused with %o', async (input, field, message) => {
    const { error } = await api.call('care_type_create', { name: 'Booster', ...input }, practice.adminKey);
    expect(error.fields).toEqual({ [field]: message });
  });

  it('are changed by admins only', async () => {
    const { status } = await api.call('care_type_create', { name: 'Booster' }, practice.staffKey);
    expect(status).toBe(403);
  });
});

describe('a due date', () => {
  it('follows from giving the care, by the calendar', async () => {
    const monthly = await createType({ name: 'Nail trim', every_count: 1, every_unit: 'months' });
    await give(monthly, '2025-12-31');
    expect(await shortly()).toEqual([['Nail trim', '2026-01-31', 'given', 'due']]);
    api.clock.set('2026-01-31T12:00:00Z');
    await give(monthly, '2026-01-31');
    expect(await shortly()).toEqual([
      ['Nail trim', '2026-02-28', 'given', 'due'],
      ['Nail trim', '2026-01-31', 'given', 'done'],
    ]);
    const yearly = await createType({ name: 'Booster', every_count: 12, every_unit: 'months' });
    api.clock.set('2028-02-29T12:00:00Z');
    await give(yearly, '2028-02-29');
    expect((await shortly()).find(([name]) => name === 'Booster')).toEqual([
      'Booster',
      '2029-02-28',
      'given',
      'due',
    ]);
  });

  it('is planned by age, also of an animal born on a leap day', async () => {
    api.clock.set('2025-02-01T11:00:00Z');
    const leap = await makeAnother({ dob: '2024-02-29', species_id: practice.dog.id });
    const cat = await makeAnother({ dob: '2024-08-31', species_id: practice.cat.id });
    await createType({ name: 'Neutering', first_count: 6, first_unit: 'months' });
    await createType({
      name: 'First year',
      first_count: 12,
      first_unit: 'months',
      species_id: practice.dog.id,
    });
    expect(await shortly(leap.id)).toEqual([]);
    await planRecalls(api.deps);
    // Six months ago nothing was known of it: only what is not long overdue is planned.
    expect(await shortly(leap.id)).toEqual([['First year', '2025-02-28', 'plan', 'due']]);
    expect(await shortly(cat.id)).toEqual([['Neutering', '2025-02-28', 'plan', 'due']]);
  });

  it('of a group is planned one after the other, and the newer completes the older', async () => {
    const group = 'Vaccination';
    const puppy = await createType({ name: 'Puppy course', first_count: 8, first_unit: 'weeks', group });
    const booster = await createType({
      name: 'Booster',
      first_count: 15,
      first_unit: 'months',
      every_count: 12,
      every_unit: 'months',
      group,
    });
    const { id } = await makeAnother({ dob: '2025-12-01', species_id: practice.dog.id });
    const other = await makeAnother({ dob: '2025-12-01', species_id: practice.dog.id });
    await planRecalls(api.deps);
    expect(await shortly(id)).toEqual([['Puppy course', '2026-01-26', 'plan', 'due']]);
    const given = { animal_id: id, given_on: '2026-01-14' };
    await api.call('animal_care_given', { ...given, care_type_id: puppy }, practice.staffKey);
    api.clock.set('2026-01-15T10:30:00Z');
    await planRecalls(api.deps);
    expect(await shortly(id)).toEqual([
      ['Booster', '2027-03-01', 'plan', 'due'],
      ['Puppy course', '2026-01-26', 'plan', 'done'],
    ]);
    const both = { animal_id: other.id, given_on: '2026-01-14', care_type_id: booster };
    await api.call('animal_care_given', both, practice.staffKey);
    expect(await shortly(other.id)).toEqual([
      ['Booster', '2027-01-14', 'given', 'due'],
      ['Puppy course', '2026-01-26', 'plan', 'done'],
    ]);
  });

  it('is moved by an entry of the same day, and not by an older one', async () => {
    const type = await createType({ every_count: 12, every_unit: 'months' });
    await give(type, '2026-01-13');
    await give(type, '2026-01-13', '2026-12-01');
    await give(type, '2025-01-13');
    expect(await shortly()).toEqual([['Booster', '2026-12-01', 'given', 'due']]);
  });

  it('is set by hand in place of the one it has, and dismissed with a reason', async () => {
    const type = await createType({ every_count: 12, every_unit: 'months' });
    await set(type, '2026-03-01');
    const { care_due_id } = (await set(type, '2026-04-01')).body;
    expect(await shortly()).toEqual([['Booster', '2026-04-01', 'hand', 'due']]);
    const dismiss = { care_due_id, reason: 'Done elsewhere' };
    expect((await api.call('animal_care_dismiss', dismiss, practice.staffKey)).status).toBe(200);
    expect(await careOf()).toMatchObject([{ state: 'dismissed', reason: 'Done elsewhere' }]);
    const again = await api.call('animal_care_dismiss', dismiss, practice.staffKey);
    expect([again.status, again.error.code]).toEqual([409, 'care_ended']);
    await set(type, '2026-05-01');
    expect((await shortly())[0]).toEqual(['Booster', '2026-05-01', 'hand', 'due']);
  });

  it('is booked by an appointment of its service, due again when that is cancelled, and done when it takes place', async () => {
    const service = practice.vaccination;
    const type = await createType({ every_count: 12, every_unit: 'months', service_id: service.id });
    await set(type, '2026-02-20');
    const booking = await makeBooking(db(), {
      animal: practice.animal,
      service,
      status: 'confirmed',
      booking_date: '2026-01-20',
    });
    expect(await careOf()).toMatchObject([
      { state: 'booked', booking_id: booking.id, booking_date: '2026-01-20' },
    ]);
    const status = (to: string) =>
      db().query('update bookings set status = $2 where id = $1', [booking.id, to]);
    await status('cancelled');
    expect(await careOf()).toMatchObject([{ state: 'due', booking_id: null }]);
    const second = await makeBooking(db(), {
      animal: practice.animal,
      service,
      status: 'confirmed',
      booking_date: '2026-01-21',
    });
    await db().query("update bookings set status = 'completed' where id = $1", [second.id]);
    expect(await shortly()).toEqual([
      ['Booster', '2027-01-21', 'given', 'due'],
      ['Booster', '2026-02-20', 'hand', 'done'],
    ]);
  });

  it('stays due after an appointment where the care must be recorded', async () => {
    const service = practice.vaccination;
    const type = await createType({ service_id: service.id, visit_counts: '0' });
    await set(type, '2026-02-20');
    const columns = {
      animal: practice.animal,
      service,
      status: 'confirmed',
      booking_date: '2026-01-20',
    } as const;
    const booking = await makeBooking(db(), columns);
    await db().query("update bookings set status = 'completed' where id = $1", [booking.id]);
    expect(await careOf()).toMatchObject([{ state: 'due', booking_id: null }]);
  });

  it('is not met by an appointment long before it', async () => {
    const service = practice.vaccination;
    const type = await createType({ service_id: service.id });
    await set(type, '2026-06-20');
    await makeBooking(db(), {
      animal: practice.animal,
      service,
      status: 'confirmed',
      booking_date: '2026-04-20',
    });
    expect(await careOf()).toMatchObject([{ state: 'due' }]);
  });

  it('stops with the animal or its client, and starts again with them', async () => {
    await set(await createType(), '2026-02-20');
    const animal_id = practice.animal.id;
    await api.call('animal_archive', { animal_id, reason: 'deceased' }, practice.staffKey);
    expect(await careOf()).toMatchObject([{ state: 'stopped' }]);
    await api.call('animal_restore', { animal_id }, practice.staffKey);
    expect(await careOf()).toMatchObject([{ state: 'due' }]);
    const client_id = practice.client.id;
    await api.call('client_archive', { client_id }, practice.adminKey);
    expect(await careOf()).toMatchObject([{ state: 'stopped' }]);
    await api.call('client_restore', { client_id }, practice.adminKey);
    expect(await careOf()).toMatchObject([{ state: 'due' }]);
  });

  it('starts again with the new owner of an animal whose former one was archived', async () => {
    await set(await createType(), '2026-02-20');
    await api.call('client_archive', { client_id: practice.client.id }, practice.adminKey);
    const next = await makeClient(db(), { tenant: practice.tenant });
    const transfer = { animal_id: practice.animal.id, client_id: next.id };
    expect((await api.call('animal_transfer', transfer, practice.adminKey)).status).toBe(200);
    expect(await careOf()).toMatchObject([{ state: 'due', told: 0 }]);
  });

  it('starts again once neither the animal nor its client is archived, in any order', async () => {
    await set(await createType(), '2026-02-20');
    const animal_id = practice.animal.id;
    const client_id = practice.client.id;
    await api.call('client_archive', { client_id }, practice.adminKey);
    await api.call('animal_archive', { animal_id, reason: 'other' }, practice.staffKey);
    await api.call('client_restore', { client_id }, practice.adminKey);
    expect(await careOf()).toMatchObject([{ state: 'stopped' }]);
    await api.call('animal_restore', { animal_id }, practice.staffKey);
    expect(await careOf()).toMatchObject([{ state: 'due' }]);
  });

  it('gives way to a newer one when it starts again', async () => {
    const type = await createType();
    const { animal } = practice;
    await makeCareDue(db(), {
      animal,
      care_type_id: type,
      due_on: '2026-03-01',
      state: 'stopped',
      stopped_by: 'client',
    });
    await set(type, '2026-02-20');
    await api.call('animal_archive', { animal_id: animal.id, reason: 'other' }, practice.staffKey);
    expect((await api.call('animal_restore', { animal_id: animal.id }, practice.staffKey)).status).toBe(200);
    expect((await careOf()).map(({ due_on, state }) => [due_on, state])).toEqual([
      ['2026-03-01', 'due'],
      ['2026-02-20', 'stopped'],
    ]);
  });

  it('of an animal with another owner begins its messages again', async () => {
    const due = await makeCareDue(db(), {
      animal: practice.animal,
      due_on: '2026-02-20',
      state: 'told',
      told: 1,
      told_for: '2026-01-21',
    });
    const next = await makeClient(db(), { tenant: practice.tenant });
    await db().query('update animals set client_id = $2 where id = $1', [practice.animal.id, next.id]);
    expect(await careOf()).toMatchObject([{ care_due_id: due.id, state: 'due', told: 0 }]);
  });

  it('shows as a badge from 30 days before, until it is booked', async () => {
    const type = await makeCareType(db(), { tenant: practice.tenant, name: 'Booster' });
    const other = await makeAnother({});
    await makeCareDue(db(), { animal: practice.animal, type, due_on: '2026-01-13' });
    await makeCareDue(db(), { animal: other, type, due_on: '2026-02-14' });
    const animal_ids = [practice.animal.id, other.id];
    expect((await api.call('care_badges', { animal_ids }, practice.staffKey)).body).toEqual([
      { animal_id: practice.animal.id, care_type: 'Booster', due_on: '2026-01-13', overdue: '1' },
    ]);
    const listed = async (input: InputOf<'animals'>) =>
      (await api.call('animals', input, practice.staffKey)).body.map(({ id, due }) => ({ id, due }));
    const expected = [
      { id: practice.animal.id, due: [{ care_type: 'Booster', due_on: '2026-01-13', overdue: '1' }] },
      { id: other.id, due: [] },
    ];
    const byId = (rows: Awaited<ReturnType<typeof listed>>) => rows.toSorted((one, two) => one.id - two.id);
    expect(byId(await listed({}))).toEqual(expected);
    expect(byId(await listed({ limit: 50, status: 'active' }))).toEqual(expected);
    expect(await listed({ q: practice.animal.name, limit: 1 })).toEqual(expected.slice(0, 1));
    const soon = await makeCareDue(db(), { animal: practice.animal, due_on: '2026-02-13' });
    const [of] = byId(await listed({}));
    expect(of?.due.map(({ due_on, overdue }) => [due_on, overdue])).toEqual([
      ['2026-01-13', '1'],
      ['2026-02-13', '0'],
    ]);
    await api.call('animal_care_dismiss', { care_due_id: soon.id, reason: 'Not needed' }, practice.staffKey);
    expect(byId(await listed({}))).toEqual(expected);
  });
});

describe('a due date that an entry set', () => {
  const dates = async () =>
    (await careOf()).map(({ due_on, state, given_on, done_on }) => [due_on, state, given_on, done_on]);

  /** A type with a vaccine of it, an animal that is due, and an entry of today that it was given. */
  const vaccinate = async () => {
    const type = await createType({ every_count: 12, every_unit: 'months' });
    const medicine = await makeMedicine(db(), { tenant: practice.tenant, care_type_id: type });
    await set(type, '2026-02-20');
    const given = { animal_id: practice.animal.id, medicine_id: medicine.id };
    const { entry_id } = (await api.call('vaccination_add', given, practice.staffKey)).body;
    expect(await dates()).toEqual([
      ['2027-01-14', 'due', '2026-01-14', null],
      ['2026-02-20', 'done', null, '2026-01-14'],
    ]);
    return { type, medicine, entry_id };
  };

  it.each([
    ['earlier', '2025-03-01', '2026-03-01'],
    ['much earlier', '2024-12-24', '2025-12-24'],
  ])('moves with the entry to an %s day', async (_how, date, next_due_on) => {
    const { entry_id } = await vaccinate();
    const amend = { entry_id, version: 1, date, next_due_on };
    expect((await api.call('entry_amend', amend, practice.staffKey)).status).toBe(200);
    expect(await dates()).toEqual([
      [next_due_on, 'due', date, null],
      ['2026-02-20', 'done', null, date],
    ]);
  });

  it('goes with an entry that is deleted, and what it completed is due again', async () => {
    const { entry_id } = await vaccinate();
    expect((await api.call('entry_discard', { entry_id }, practice.staffKey)).status).toBe(200);
    expect(await dates()).toEqual([['2026-02-20', 'due', null, null]]);
  });

  it('goes with an entry that names another medicine', async () => {
    const { entry_id } = await vaccinate();
    const other = await makeMedicine(db(), { tenant: practice.tenant });
    const amend = { entry_id, version: 1, medicine_id: other.id };
    expect((await api.call('entry_amend', amend, practice.staffKey)).status).toBe(200);
    expect(await dates()).toEqual([['2026-02-20', 'due', null, null]]);
  });

  it('stays where another entry of the day says the same', async () => {
    const { entry_id, medicine } = await vaccinate();
    const again = { animal_id: practice.animal.id, medicine_id: medicine.id };
    expect((await api.call('vaccination_add', again, practice.staffKey)).status).toBe(200);
    await api.call('entry_discard', { entry_id }, practice.staffKey);
    expect((await dates())[0]).toEqual(['2027-01-14', 'due', '2026-01-14', null]);
  });

  it('stays a date of its own once it was set by hand', async () => {
    const { entry_id, type } = await vaccinate();
    await set(type, '2026-07-01');
    await api.call('entry_discard', { entry_id }, practice.staffKey);
    expect((await dates())[0]).toEqual(['2026-07-01', 'due', null, null]);
  });

  it('is dismissed where the client was told of it, and starts again with an animal that was archived meanwhile', async () => {
    const { entry_id } = await vaccinate();
    const [due] = await careOf();
    const told = { id: due?.care_due_id, due_on: due?.due_on } as CareDueRow;
    await makeRecall(db(), { animal: practice.animal, due: told, day: '2026-01-14' });
    const animal_id = practice.animal.id;
    await api.call('animal_archive', { animal_id, reason: 'other' }, practice.staffKey);
    expect((await api.call('entry_discard', { entry_id }, practice.staffKey)).status).toBe(200);
    expect((await careOf()).map(({ due_on, state }) => [due_on, state])).toEqual([
      ['2027-01-14', 'dismissed'],
      ['2026-02-20', 'stopped'],
    ]);
    await api.call('animal_restore', { animal_id }, practice.staffKey);
    expect((await dates())[0]).toEqual(['2026-02-20', 'due', null, null]);
  });
});
