import type { ActionName, InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCareDue, makeCareType, makeRecall } from '../../../../../packages/dev/src/factory-care.ts';
import { makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type {
  AnimalRow,
  BookingRow,
  CareDueRow,
  CareTypeRow,
  Columns,
} from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi({}, '2026-01-14T10:30:00Z');
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

/** Calls a command, which must succeed. */
async function command<Name extends ActionName>(name: Name, input: InputOf<Name>): Promise<void> {
  expect((await api.call(name, input, practice.staffKey)).status).toBe(200);
}

const careOf = async (animal_id: number) =>
  (await api.call('animal_care', { animal_id }, practice.staffKey)).body;

const shortly = async (animal_id: number) =>
  (await careOf(animal_id)).map(({ care_type, due_on, state }) => [care_type, due_on, state]);

describe('care that a completed appointment counted as', () => {
  const day = '2026-01-14';
  const before = [['Booster', '2026-02-20', 'due']];
  const booked = [['Booster', '2026-02-20', 'booked']];
  const given = [
    ['Booster', '2027-01-14', 'due'],
    ['Booster', '2026-02-20', 'done'],
  ];

  let type: CareTypeRow;
  let animal_id: number;
  beforeEach(async () => {
    const { tenant, animal, vaccination } = practice;
    type = await makeCareType(db(), {
      tenant,
      name: 'Booster',
      every_count: 12,
      every_unit: 'months',
      service_id: vaccination.id,
    });
    animal_id = animal.id;
    await makeCareDue(db(), { animal, type, due_on: '2026-02-20' });
  });

  const appointment = (columns: Columns<BookingRow> = {}) =>
    makeBooking(db(), {
      animal: practice.animal,
      service: practice.vaccination,
      status: 'confirmed',
      booking_date: day,
      ...columns,
    });
  const complete = ({ id: booking_id }: BookingRow) =>
    command('booking_status_update', { booking_id, status: 'completed' });
  const markUnpaid = ({ id: booking_id }: BookingRow) =>
    command('booking_status_update', { booking_id, status: 'confirmed' });

  it('is due again once the appointment is not completed any more, and given once when it is again', async () => {
    const booking = await appointment();
    for (const _time of [1, 2]) {
      await complete(booking);
      expect(await shortly(animal_id)).toEqual(given);
      await markUnpaid(booking);
      expect(await shortly(animal_id)).toEqual(booked);
    }
    await command('booking_status_update', { booking_id: booking.id, status: 'cancelled' });
    expect(await shortly(animal_id)).toEqual(before);
  });

  it('counts again after its next date was dismissed', async () => {
    const booking = await appointment();
    await complete(booking);
    const [next] = await careOf(animal_id);
    await command('animal_care_dismiss', { care_due_id: next?.care_due_id ?? 0, reason: 'Moving away' });
    await markUnpaid(booking);
    expect((await shortly(animal_id))[0]).toEqual(booked[0]);
    await complete(booking);
    expect((await shortly(animal_id)).filter(([, , state]) => state !== 'dismissed')).toEqual(given);
  });

  it.each([
    ['the same day', day, '2027-01-14'],
    ['the next day', '2026-01-15', '2027-01-15'],
  ])('stays given where an entry of %s says so', async (_which, date, next) => {
    const { id } = await makeMedicine(db(), { tenant: practice.tenant, care_type_id: type.id });
    const booking = await appointment();
    await complete(booking);
    api.clock.set('2026-01-15T10:30:00Z');
    await command('vaccination_add', { animal_id, medicine_id: id, date });
    await markUnpaid(booking);
    const [live, ...ended] = await shortly(animal_id);
    expect(live).toEqual(['Booster', next, 'due']);
    expect(ended.map(([, , state]) => state)).toEqual(ended.map(() => 'done'));
    await complete(booking);
    expect((await shortly(animal_id))[0]).toEqual(live);
  });

  it('stays given where an entry of the next day says so, and nothing follows from it', async () => {
    await db().query('update care_types set every_count = null, every_unit = null where id = $1', [type.id]);
    const medicine = { care_type_id: type.id, interval_count: null, interval_unit: null };
    const { id } = await makeMedicine(db(), { tenant: practice.tenant, ...medicine });
    const booking = await appointment();
    await complete(booking);
    api.clock.set('2026-01-15T10:30:00Z');
    await command('vaccination_add', { animal_id, medicine_id: id });
    await markUnpaid(booking);
    expect(await shortly(animal_id)).toEqual([['Booster', '2026-02-20', 'done']]);
  });

  it('stays given as long as another completed appointment of the day says so', async () => {
    const [first, second] = [await appointment(), await appointment({ booking_time: '15:00' })];
    await complete(first);
    await complete(second);
    await markUnpaid(first);
    expect((await shortly(animal_id)).map(([, due_on, state]) => [due_on, state])).toEqual([
      ['2027-01-14', 'due'],
      ['2026-02-20', 'done'],
    ]);
    await markUnpaid(second);
    expect(await shortly(animal_id)).toEqual(booked);
  });

  it('stays given with the next date that staff recorded', async () => {
    const booking = await appointment();
    await complete(booking);
    const byHand = { animal_id, care_type_id: type.id, given_on: day, next_due_on: '2026-07-01' };
    await command('animal_care_given', byHand);
    await markUnpaid(booking);
    expect(await shortly(animal_id)).toEqual([
      ['Booster', '2026-07-01', 'due'],
      ['Booster', '2026-02-20', 'done'],
    ]);
  });

  it('stays given where staff recorded it before, or again since', async () => {
    const byHand = { animal_id, care_type_id: type.id, given_on: day };
    await command('animal_care_given', byHand);
    const booking = await appointment();
    await complete(booking);
    await markUnpaid(booking);
    expect(await shortly(animal_id)).toEqual(given);

    const { animal } = practice;
    await db().query('delete from care_due where animal_id = $1', [animal_id]);
    await makeCareDue(db(), { animal, type, due_on: '2026-02-20' });
    await complete(booking);
    api.clock.set('2026-01-15T10:30:00Z');
    await command('animal_care_given', { ...byHand, given_on: '2026-01-15' });
    await markUnpaid(booking);
    expect((await shortly(animal_id))[0]).toEqual(['Booster', '2027-01-15', 'due']);
  });

  it.each([
    ['another day', { booking_date: '2026-01-16' }, '2027-01-16'],
    ['an earlier day', { booking_date: '2026-01-12' }, '2027-01-12'],
  ])('moves with the appointment to %s', async (_which, change, next) => {
    const booking = await appointment();
    await complete(booking);
    await command('booking_update', { booking_id: booking.id, allow_outside: '1', ...change });
    expect(await shortly(animal_id)).toEqual([
      ['Booster', next, 'due'],
      ['Booster', '2026-02-20', 'done'],
    ]);
  });

  it('is due again where the appointment was for another service', async () => {
    const booking = await appointment();
    await complete(booking);
    await command('booking_update', { booking_id: booking.id, service_id: practice.checkUp.id });
    expect(await shortly(animal_id)).toEqual(before);
  });
});

describe('what was planned from an animal’s age and species', () => {
  const dob = '2025-12-01';
  const addType = (name: string, columns: Columns<CareTypeRow> = {}) =>
    makeCareType(db(), { tenant: practice.tenant, name, first_count: 3, first_unit: 'months', ...columns });
  const addAnimal = (columns: Columns<AnimalRow> = {}) =>
    makeAnimal(db(), {
      client: practice.client,
      species_id: practice.dog.id,
      dob,
      updated_at: api.clock.now(),
      ...columns,
    });
  const correct = (animal: AnimalRow, change: Omit<InputOf<'animal_update'>, 'animal_id'>) =>
    command('animal_update', { animal_id: animal.id, ...change });

  it('moves with a corrected date of birth, and is planned from the right species', async () => {
    await addType('Dog course', { species_id: practice.dog.id, care_group: 'Vaccination' });
    await addType('Cat course', { species_id: practice.cat.id, care_group: 'Vaccination' });
    await addType('Neutering', { first_count: 6 });
    const animal = await addAnimal();
    expect(await shortly(animal.id)).toEqual([
      ['Dog course', '2026-03-01', 'due'],
      ['Neutering', '2026-06-01', 'due'],
    ]);
    await correct(animal, { dob: '2026-01-01' });
    expect(await shortly(animal.id)).toEqual([
      ['Dog course', '2026-04-01', 'due'],
      ['Neutering', '2026-07-01', 'due'],
    ]);
    await correct(animal, { type: practice.cat.id });
    expect(await shortly(animal.id)).toEqual([
      ['Cat course', '2026-04-01', 'due'],
      ['Neutering', '2026-07-01', 'due'],
    ]);
    await correct(animal, { dob: null });
    expect(await shortly(animal.id)).toEqual([]);
  });

  it('is what the species needs first once it is known', async () => {
    const group = { care_group: 'Vaccination' };
    await addType('Booster', { first_count: 15, ...group });
    await addType('Dog course', { species_id: practice.dog.id, ...group });
    const animal = await addAnimal({ species_id: null });
    expect(await shortly(animal.id)).toEqual([['Booster', '2027-03-01', 'due']]);
    await correct(animal, { type: practice.dog.id });
    expect(await shortly(animal.id)).toEqual([['Dog course', '2026-03-01', 'due']]);
  });

  it('goes where the right age is far beyond it', async () => {
    await addType('Dog course');
    const animal = await addAnimal();
    await correct(animal, { dob: '2024-12-01' });
    expect(await shortly(animal.id)).toEqual([]);
  });

  it('is dismissed where the client was told of it, and told again of the right date', async () => {
    const types = [
      await addType('Dog course', { species_id: practice.dog.id }),
      await addType('Neutering', { first_count: 6 }),
      await addType('Microchip', { first_count: 2 }),
    ];
    const animal = await addAnimal();
    for (const [index, { id }] of types.entries()) {
      const told = await db().query<CareDueRow>(
        `update care_due set state = 'told', told = 1, told_for = due_on - 30 where animal_id = $1 and care_type_id = $2
         returning *`,
        [animal.id, id],
      );
      await makeRecall(db(), { animal, due: told.rows[0], day: `2026-01-0${index + 1}` });
    }
    await correct(animal, { type: practice.cat.id });
    expect(await careOf(animal.id)).toMatchObject([
      { care_type: 'Microchip', due_on: '2026-02-01', state: 'told', told: 1 },
      { care_type: 'Neutering', due_on: '2026-06-01', state: 'told', told: 1 },
      { care_type: 'Dog course', state: 'dismissed' },
    ]);
    await correct(animal, { dob: '2026-01-01' });
    expect(await careOf(animal.id)).toMatchObject([
      { care_type: 'Microchip', due_on: '2026-03-01', state: 'due', told: 0 },
      { care_type: 'Neutering', due_on: '2026-07-01', state: 'due', told: 0 },
      { care_type: 'Dog course', state: 'dismissed' },
    ]);
  });

  it('stays where it was set by hand, given, or is right', async () => {
    const course = await addType('Dog course', { every_count: 12, every_unit: 'months' });
    const neutering = await addType('Neutering', { first_count: 6 });
    await addType('Microchip', { first_count: 2 });
    const animal = await addAnimal();
    const animal_id = animal.id;
    await command('animal_care_given', { animal_id, care_type_id: course.id, given_on: '2026-01-14' });
    await command('animal_care_set', { animal_id, care_type_id: neutering.id, due_on: '2026-05-05' });
    const stays = [
      ['Neutering', '2026-05-05', 'due'],
      ['Dog course', '2027-01-14', 'due'],
      ['Dog course', '2026-03-01', 'done'],
    ];
    const ids = async () => (await careOf(animal_id)).map(({ care_due_id: id }) => id);
    const known = await ids();
    await correct(animal, { type: practice.cat.id });
    expect(await ids()).toEqual(known);
    await correct(animal, { dob: '2026-01-01' });
    expect(await shortly(animal_id)).toEqual([['Microchip', '2026-03-01', 'due'], ...stays]);
  });

  it('stays in the list of what is overdue when only the species is corrected', async () => {
    await addType('Microchip', { first_count: 2, cancel_after: 30 });
    const animal = await addAnimal();
    api.clock.set('2026-06-01T10:30:00Z');
    await correct(animal, { type: practice.cat.id });
    expect(await shortly(animal.id)).toEqual([['Microchip', '2026-02-01', 'due']]);
  });

  it('is found by its appointment again', async () => {
    await addType('Dog course', { service_id: practice.vaccination.id });
    const animal = await addAnimal();
    const booking = await makeBooking(db(), {
      animal,
      service: practice.vaccination,
      status: 'confirmed',
      booking_date: '2026-02-25',
    });
    await correct(animal, { dob: '2025-12-05' });
    expect(await careOf(animal.id)).toMatchObject([
      { due_on: '2026-03-05', state: 'booked', booking_id: booking.id },
    ]);
    await correct(animal, { dob: '2026-01-10' });
    expect(await careOf(animal.id)).toMatchObject([
      { due_on: '2026-04-10', state: 'booked', booking_id: booking.id },
    ]);
  });

  it('is right when an animal that was corrected while it was archived is restored', async () => {
    await addType('Dog course', { species_id: practice.dog.id });
    await addType('Neutering', { first_count: 6 });
    const animal = await addAnimal();
    await command('animal_archive', { animal_id: animal.id, reason: 'other' });
    await correct(animal, { dob: '2026-01-01', type: practice.cat.id });
    expect(await shortly(animal.id)).toEqual([['Neutering', '2026-07-01', 'stopped']]);
    await command('animal_restore', { animal_id: animal.id });
    expect(await shortly(animal.id)).toEqual([['Neutering', '2026-07-01', 'due']]);
  });
});

describe('a typed next date of care that was recorded for the day already', () => {
  const day = '2026-01-14';
  const next_due_on = '2027-06-01';
  let animal_id: number;
  let medicine_id: number;

  /** A recall type, of which an appointment of today is completed. */
  const completeVisit = async (columns: Columns<CareTypeRow> = {}) => {
    const { tenant, animal, vaccination } = practice;
    const type = await makeCareType(db(), {
      tenant,
      name: 'Booster',
      service_id: vaccination.id,
      every_count: null,
      every_unit: null,
      ...columns,
    });
    const medicine = { care_type_id: type.id, interval_count: null, interval_unit: null };
    medicine_id = (await makeMedicine(db(), { tenant, ...medicine })).id;
    animal_id = animal.id;
    await makeCareDue(db(), { animal, type, due_on: '2026-02-20' });
    const { id: booking_id } = await makeBooking(db(), {
      animal,
      service: vaccination,
      status: 'confirmed',
      booking_date: day,
    });
    await command('booking_status_update', { booking_id, status: 'completed' });
    return type;
  };
  const vaccinate = async () =>
    (await api.call('vaccination_add', { animal_id, medicine_id, next_due_on }, practice.staffKey)).body;
  const done = ['Booster', '2026-02-20', 'done'];
  const typed = ['Booster', next_due_on, 'due'];

  it('is kept where nothing followed yet, corrected and removed', async () => {
    await completeVisit();
    expect(await shortly(animal_id)).toEqual([done]);
    const { entry_id } = await vaccinate();
    expect(await shortly(animal_id)).toEqual([typed, done]);
    await command('entry_amend', { entry_id, version: 1, next_due_on: '2027-07-01' });
    expect(await shortly(animal_id)).toEqual([['Booster', '2027-07-01', 'due'], done]);
    await command('entry_amend', { entry_id, version: 2, next_due_on: null });
    expect(await shortly(animal_id)).toEqual([done]);
    await command('entry_amend', { entry_id, version: 3, next_due_on });
    expect(await shortly(animal_id)).toEqual([typed, done]);
    await command('entry_discard', { entry_id });
    expect(await shortly(animal_id)).toEqual([done]);
  });

  it('gives way to the interval of its type, or to the date of another entry, when it is removed', async () => {
    await completeVisit({ every_count: 12, every_unit: 'months' });
    const first = await vaccinate();
    await command('vaccination_add', { animal_id, medicine_id, next_due_on: '2027-05-01' });
    const { entry_id } = await vaccinate();
    await command('entry_discard', { entry_id });
    expect(await shortly(animal_id)).toEqual([typed, done]);
    await command('entry_amend', { entry_id: first.entry_id, version: 1, next_due_on: null });
    expect((await shortly(animal_id))[0]).toEqual(['Booster', '2027-05-01', 'due']);
    await db().query('delete from entries where animal_id = $1 and next_due_on is not null', [animal_id]);
    const last = await vaccinate();
    await command('entry_amend', { entry_id: last.entry_id, version: 1, next_due_on: null });
    expect(await shortly(animal_id)).toEqual([['Booster', '2027-01-14', 'due'], done]);
  });

  it('goes where nothing else records the care, and is dismissed where the client was told of it', async () => {
    const type = await completeVisit();
    await db().query('delete from care_due where animal_id = $1', [animal_id]);
    await db().query("update bookings set status = 'cancelled' where animal_id = $1", [animal_id]);
    const { entry_id } = await vaccinate();
    await command('entry_amend', { entry_id, version: 1, next_due_on: null });
    expect(await shortly(animal_id)).toEqual([]);
    await command('entry_amend', { entry_id, version: 2, next_due_on });
    const { rows } = await db().query<CareDueRow>(
      `update care_due set state = 'told', told = 1, told_for = due_on - 30 where animal_id = $1 and care_type_id = $2
       returning *`,
      [animal_id, type.id],
    );
    await makeRecall(db(), { animal: practice.animal, due: rows[0], day });
    await command('entry_amend', { entry_id, version: 3, next_due_on: null });
    expect(await shortly(animal_id)).toEqual([['Booster', next_due_on, 'dismissed']]);
    await command('entry_amend', { entry_id, version: 4, next_due_on });
    expect((await shortly(animal_id))[0]).toEqual(typed);
  });

  it('does not replace a date that was set by hand', async () => {
    const type = await completeVisit();
    await command('animal_care_set', { animal_id, care_type_id: type.id, due_on: '2026-12-01' });
    await vaccinate();
    expect((await shortly(animal_id))[0]).toEqual(['Booster', '2026-12-01', 'due']);
  });
});
