import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { messageWays, profileChanges, profileProblems, profileRefused, valuesOf } from './profile-values.ts';

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
  expect(profileProblems(before, before, true)).toEqual({});
  expect(profileProblems(before, { ...before, name: ' ', phone: '' }, true)).toEqual({
    name: 'Please enter your name',
    phone: 'Please enter your mobile number',
  });
  expect(profileProblems({ ...before, phone: '' }, { ...before, phone: '' }, true)).toEqual({});
});

test('everything that is wrong is said at once', () => {
  const wrong = { ...before, name: '', email: 'nobody', phone: '07700' };
  expect(profileProblems(before, wrong, true)).toEqual({
    name: 'Please enter your name',
    email: 'Please enter an email address such as ann@example.com.',
    phone: 'Please enter a valid UK mobile number.',
  });
  expect(profileProblems(before, { ...before, phone: '+33 6 12 34 56 78' }, false)).toEqual({});
});

test('a landline that was known may stay', () => {
  const landline = { ...before, phone: '020 7946 0001' };
  expect(profileProblems(landline, { ...landline, phone: '02079460001' }, true)).toEqual({});
});

test.each(['ann@farm', 'ann farm@b.test', '@farm.test', 'ann@farm..test', 'ann@.test'])(
  '"%s" is no email address',
  (email) => expect(Object.keys(profileProblems(before, { ...before, email }, true))).toEqual(['email']),
);

test('messages come by what there is an address for', () => {
  const both = { ...client, likes_email: '1' } as const;
  expect(messageWays(both)).toBe('Text message, Email');
  expect(messageWays({ ...both, email: null })).toBe('Text message');
  expect(messageWays({ ...both, email: null, likes_sms: '0' })).toBe('None');
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
