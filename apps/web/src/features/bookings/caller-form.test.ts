import { actionNamed } from '@burrow/contracts/actions';
import { expect, it } from 'vitest';
import { fieldRules } from '../../../contract.ts';
import { problemsIn } from '../../lib/form-problems.ts';
import {
  callerAnimal,
  callerClient,
  callerErrors,
  callerFrom,
  callerRules,
  looksLikePhone,
  type CallerValues,
} from './caller-form.ts';

const rulesOf = (name: 'client_create' | 'animal_create') => fieldRules(actionNamed(name));
const problems = (values: CallerValues, withClient: boolean) =>
  problemsIn(
    values,
    callerRules(rulesOf('client_create'), rulesOf('animal_create'), withClient),
    callerErrors(values, '2026-11-22'),
  );

it.each(['07700 900001', '+44 7700 900001', '(0151) 496', '900001', '447700900'])(
  'reads %s as a phone number',
  (text) => {
    expect(looksLikePhone(text)).toBe(true);
    expect(callerFrom(text)).toMatchObject({ phone: text, client_name: '' });
  },
);

it.each(['Jane Smith', 'K9', '12', '07700 Jane', ''])('reads %s as a name', (text) => {
  expect(looksLikePhone(text)).toBe(false);
  expect(callerFrom(` ${text} `)).toMatchObject({ phone: '', client_name: text });
});

it('asks for the client’s name only when the client is new', () => {
  const values = callerFrom('07700 900001');
  expect(problems(values, true)).toEqual({
    client_name: 'Enter a name.',
    animal_name: 'Animal name is required',
    type: 'Please select a species',
  });
  expect(problems(values, false)).toEqual({
    animal_name: 'Animal name is required',
    type: 'Please select a species',
  });
  const known = { ...values, animal_name: 'Biscuit', type: '3', dob: '2026-11-23' };
  expect(problems(known, false)).toEqual({ dob: 'Date of birth cannot be in the future.' });
});

it('sends trimmed values', () => {
  const values = {
    ...callerFrom(' Jane Smith '),
    phone: '07700 900001 ',
    animal_name: ' Biscuit',
    type: '3',
  };
  expect(callerClient(values)).toMatchObject({ name: 'Jane Smith', phone: '07700 900001', likes_sms: '1' });
  expect(callerAnimal(9, values)).toMatchObject({ client_id: 9, name: 'Biscuit', type: 3, active: '1' });
});
