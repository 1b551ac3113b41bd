import { actionNamed } from '@burrow/contracts/actions';
import { describe, expect, it, test } from 'vitest';
import { fieldRules } from '../../../contract.ts';
import { problemsIn, withRequired } from '../../lib/form-problems.ts';
import {
  animalChanges,
  animalErrors,
  emptyAnimal,
  newAnimal,
  requiredOfAnimal,
  weightError,
  type AnimalValues,
} from './animal-form.ts';

const filled = { ...emptyAnimal, name: 'Biscuit', type: '4' };
const today = '2026-01-14';

const rules = fieldRules(actionNamed('animal_create'));
const problems = (values: AnimalValues) => problemsIn(values, rules, animalErrors(values, today));

describe('the form of an animal', () => {
  it('requires a name, a species, and a date of birth in the past', () => {
    expect(problems(emptyAnimal)).toEqual({
      name: 'Animal name is required',
      type: 'Please select a species',
    });
    expect(problems({ ...filled, dob: '2026-01-15' })).toHaveProperty('dob');
    expect(problems({ ...filled, dob: today })).toEqual({});
  });

  it('accepts a microchip in any spelling, and refuses another length', () => {
    expect(problems({ ...filled, microchip: '985-112 001 234 567' })).toEqual({});
    expect(problems({ ...filled, microchip: '98511200123456' })).toHaveProperty('microchip');
  });

  it('accepts an old record without a species', () => {
    const before = { ...filled, type: '' };
    const forOne = withRequired(rules, requiredOfAnimal(before));
    expect(problemsIn(before, forOne, animalErrors(before, today))).toEqual({});
  });

  it('omits empty fields of a new animal', () => {
    expect(newAnimal(7, { ...filled, name: ' Biscuit ', weight: ' 12,4' })).toEqual({
      client_id: 7,
      name: 'Biscuit',
      type: 4,
      dob: '',
      breed: '',
      color: '',
      allergies: '',
      microchip: '',
      insurer: '',
      policy: '',
      usual_vet: '',
      behaviour_notes: '',
      active: '1',
      weight: '12.4',
    });
  });

  it('sends ‘no known allergies’ if ticked, but not together with a text', () => {
    const none = { ...filled, no_known_allergies: true };
    expect(newAnimal(7, none)).toMatchObject({ allergies: '', no_known_allergies: '1' });
    expect(newAnimal(7, { ...none, allergies: 'Oats' })).not.toHaveProperty('no_known_allergies');
    expect(animalChanges({ ...filled, allergies: 'Oats' }, none)).toEqual({
      allergies: null,
      no_known_allergies: '1',
    });
    expect(animalChanges(none, { ...none, allergies: 'Oats' })).toEqual({
      allergies: 'Oats',
      no_known_allergies: '0',
    });
    expect(animalChanges(none, none)).toBeNull();
  });

  it('sends only changed fields, and null for cleared ones', () => {
    const before = { ...filled, breed: 'Whippet', allergies: 'Oats', gender: 'male' as const };
    expect(animalChanges(before, { ...before, name: 'Biscuit ' })).toBeNull();
    expect(
      animalChanges(before, { ...before, allergies: ' ', gender: '', dob: '2024-01-01', active: false }),
    ).toEqual({ allergies: null, gender: null, dob: '2024-01-01', active: '0' });
  });
});

test.each([
  ['12.4', null],
  ['12,45', null],
  ['0.035', null],
  ['', 'Enter a weight in kilograms, such as 12.4.'],
  ['12.4567', 'Enter a weight in kilograms, such as 12.4.'],
  ['-3', 'Enter a weight in kilograms, such as 12.4.'],
  ['0.0', 'Enter a weight above 0.'],
  ['2000.5', 'Enter 2,000 kg or less.'],
])('the weight %j: %s', (text, error) => {
  expect(weightError(text)).toBe(error);
});
