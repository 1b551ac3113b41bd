import { actionNamed } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { fieldRules } from '../../../../contract.ts';
import { problemsIn, withRequired } from '../../../lib/form-problems.ts';
import { emptyPet, newPet, petChanges, petErrors, requiredOfPet, type PetValues } from './pet-form.ts';

const filled = { ...emptyPet, name: 'Biscuit', type: '4' };
const today = '2026-01-14';

const rules = fieldRules(actionNamed('cp/animal_create'));
const problems = (values: PetValues) => problemsIn(values, rules, petErrors(values, today));

describe('the form of a pet', () => {
  it('requires a name, a species, and a date of birth in the past', () => {
    expect(problems({ ...emptyPet, name: '  ' })).toEqual({
      name: 'Pet name is required',
      type: 'Please select a species',
    });
    expect(problems({ ...filled, dob: '2026-01-15' })).toHaveProperty('dob');
    expect(problems({ ...filled, dob: today })).toEqual({});
  });

  it('accepts an old record without a species', () => {
    const before = { ...filled, type: '' };
    const forOne = withRequired(rules, requiredOfPet(before));
    expect(problemsIn(before, forOne, petErrors(before, today))).toEqual({});
  });

  it('sends a new pet as active, with trimmed texts', () => {
    expect(newPet({ ...filled, name: ' Biscuit ', breed: ' Whippet' })).toEqual({
      name: 'Biscuit',
      type: 4,
      breed: 'Whippet',
      color: '',
      dob: '',
      allergies: '',
      microchip: '',
      insurer: '',
      policy: '',
      active: '1',
    });
  });

  it('sends ‘no known allergies’ if ticked, but not together with a text', () => {
    const none = { ...filled, no_known_allergies: true };
    expect(newPet(none)).toMatchObject({ allergies: '', no_known_allergies: '1' });
    expect(newPet({ ...none, allergies: 'Oats' })).not.toHaveProperty('no_known_allergies');
    expect(petChanges(filled, none)).toEqual({ no_known_allergies: '1' });
    expect(petChanges(none, filled)).toEqual({ no_known_allergies: '0' });
  });

  it('sends only changed fields, and null for cleared ones', () => {
    const before = { ...filled, breed: 'Whippet', dob: '2024-01-01', allergies: 'Oats' };
    expect(petChanges(before, { ...before, name: 'Biscuit ' })).toBeNull();
    expect(petChanges(before, { ...before, allergies: ' ', dob: '', type: '5', active: false })).toEqual({
      allergies: null,
      dob: null,
      type: 5,
      active: '0',
    });
  });
});
