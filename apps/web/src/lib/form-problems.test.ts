import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { incompleteFields, problemsIn, problemsOf, withRequired } from './form-problems.ts';

const rules = { name: { required: true, blank: 'Enter a name.' }, note: { maxLength: 200 } };
const values = { name: 'Ann', note: '', scopes: ['clients:read'], type: '' };

describe('the values of a form', () => {
  it('are invalid if a required field is blank or has no entry', () => {
    expect(problemsIn(values, rules)).toEqual({});
    expect(problemsIn({ ...values, name: ' ' }, rules)).toEqual({ name: 'Enter a name.' });
    const all = withRequired(rules, { scopes: true, name: false });
    expect(problemsIn({ ...values, name: '', scopes: [] }, all)).toEqual({ scopes: 'This is required.' });
  });

  it('are invalid if a text is too long', () => {
    expect(problemsIn({ ...values, note: `${'x'.repeat(200)} ` }, rules)).toEqual({});
    expect(problemsIn({ ...values, note: 'x'.repeat(201) }, rules)).toEqual({
      note: 'Use at most 200 characters.',
    });
  });

  it('are invalid by the form’s own check, with its messages', () => {
    const own = { name: 'Enter your name.', note: undefined };
    expect(problemsIn({ ...values, name: '' }, rules, own)).toEqual({ name: 'Enter your name.' });
  });
});

it('names the fields that are half typed, and no control that is none of them', () => {
  expect(incompleteFields(['note', '', 'other'], values)).toEqual({ note: 'Please complete this.' });
});

describe('an error from the server', () => {
  const refusal = (fields: Record<string, string>) =>
    new ApiError(400, 'Wrong', { code: 'invalid_input', fields });

  it('is shown at the fields it names, and for a list item at the list', () => {
    expect(
      problemsOf(refusal({ name: 'Too long.', 'scopes.2': 'Unknown.', client_id: 'No' }), values),
    ).toEqual({
      name: 'Too long.',
      scopes: 'Unknown.',
    });
  });

  it('is shown at the field for its code', () => {
    const taken = new ApiError(409, 'Taken.', { code: 'phone_taken' });
    expect(problemsOf(taken, { ...values, phone: '1' }, { phone_taken: 'phone' })).toEqual({
      phone: 'Taken.',
    });
  });

  it('is shown at no field if none fits', () => {
    expect(problemsOf(refusal({ client_id: 'No' }), values)).toEqual({});
    expect(problemsOf(new ApiError(409, 'Taken.', { code: 'phone_taken' }), values)).toEqual({});
    expect(problemsOf(new ApiError(500, 'Broken.'), values, { phone_taken: 'name' })).toEqual({});
    expect(problemsOf(new Error('Broken'), values)).toEqual({});
  });
});
