import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { profileChanges, profileProblems, profileRefused, valuesOf } from './profile-values.ts';

const client = {
  id: 7,
  name: 'Ann Lee',
  email: 'ann@farm.test',
  phone: '07700900001',
  address: '1 Mill Lane',
  likes_sms: '1',
  likes_email: '0',
  created_at: '2026-01-01T10:00:00.000Z',
} as const;
const before = valuesOf(client);

test('a form that was not touched changes nothing', () => {
  expect(before).toEqual({
    name: 'Ann Lee',
    email: 'ann@farm.test',
    phone: '07700 900001',
    address: '1 Mill Lane',
    likes_sms: true,
    likes_email: false,
  });
  expect(profileChanges(before, { ...before, name: ' Ann Lee ' })).toBeNull();
});

test('only what was changed is sent, and null for what was emptied', () => {
  expect(
    profileChanges(before, { ...before, name: 'Ann Lee-Roy ', email: '', address: '  ', likes_email: true }),
  ).toEqual({ name: 'Ann Lee-Roy', email: null, address: null, likes_email: '1' });
  expect(profileChanges(before, { ...before, phone: '07700 900002' })).toEqual({ phone: '07700 900002' });
});

test('a name and a known phone number can not be emptied', () => {
  expect(profileProblems(before, before)).toEqual({});
  expect(profileProblems(before, { ...before, name: ' ', phone: '' })).toEqual({
    name: 'Please enter your name',
    phone: 'Please enter your mobile number',
  });
  expect(profileProblems({ ...before, phone: '' }, { ...before, phone: '' })).toEqual({});
});

test('a refusal goes to the field that it is about', () => {
  const invalid = new ApiError(400, 'No.', {
    code: 'invalid_input',
    fields: { email: 'Not an address.', other: 'x' },
  });
  expect(profileRefused(invalid)).toEqual({ email: 'Not an address.' });
  expect(profileRefused(new ApiError(409, 'Taken.', { code: 'phone_taken' }))).toEqual({ phone: 'Taken.' });
  expect(profileRefused(new ApiError(500, 'Broken.'))).toBeNull();
  expect(profileRefused(new Error('x'))).toBeNull();
});
