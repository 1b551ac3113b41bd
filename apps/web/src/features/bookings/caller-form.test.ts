import { expect, it } from 'vitest';
import { callerAnimal, callerClient, callerErrors, callerFrom, looksLikePhone } from './caller-form.ts';

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
  expect(callerErrors(values, true, '2026-11-22')).toEqual({
    client_name: 'Enter a name.',
    animal_name: 'Animal name is required',
    type: 'Please select a species',
  });
  expect(callerErrors({ ...values, type: null }, false, '2026-11-22').type).toBe('Please select a species');
  const known = { ...values, animal_name: 'Biscuit', type: '3', dob: '2026-11-23' };
  expect(callerErrors(known, false, '2026-11-22')).toEqual({ dob: 'Date of birth cannot be in the future.' });
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
