import { actionNamed } from '@burrow/contracts/actions';
import { expect, test } from 'vitest';
import { fieldRules } from '../../../../contract.ts';
import { problemsIn, withRequired } from '../../../lib/form-problems.ts';
import {
  messageWays,
  profileChanges,
  profileProblems,
  valuesOf,
  type ProfileValues,
} from './profile-values.ts';

const client = {
  id: 7,
  name: 'Ann Lee',
  email: 'ann@farm.test',
  phone: '07700900001',
  address: '1 Mill Lane',
  likes_sms: '1',
  likes_email: '0',
  likes_recall: '1',
  created_at: '2026-01-01T10:00:00.000Z',
} as const;
const before = valuesOf(client);

const rules = fieldRules(actionNamed('cp/client_update'));
const problems = (known: ProfileValues, values: ProfileValues, british: boolean) =>
  problemsIn(values, withRequired(rules, { name: true }), profileProblems(known, values, british));

test('a form that was not touched changes nothing', () => {
  expect(before).toEqual({
    name: 'Ann Lee',
    email: 'ann@farm.test',
    phone: '07700 900001',
    address: '1 Mill Lane',
    likes_sms: true,
    likes_email: false,
    likes_recall: true,
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
  expect(problems(before, before, true)).toEqual({});
  expect(problems(before, { ...before, name: ' ', phone: '' }, true)).toEqual({
    name: 'Please enter your name',
    phone: 'Please enter your mobile number',
  });
  expect(problems({ ...before, phone: '' }, { ...before, phone: '' }, true)).toEqual({});
});

test('everything that is wrong is said at once', () => {
  const wrong = { ...before, name: '', email: 'nobody', phone: '07700' };
  expect(problems(before, wrong, true)).toEqual({
    name: 'Please enter your name',
    email: 'Please enter an email address such as ann@example.com.',
    phone: 'Please enter a valid UK mobile number.',
  });
  expect(problems(before, { ...before, phone: '+33 6 12 34 56 78' }, false)).toEqual({});
});

test('a landline that was known may stay', () => {
  const landline = { ...before, phone: '020 7946 0001' };
  expect(problems(landline, { ...landline, phone: '02079460001' }, true)).toEqual({});
});

test.each(['ann@farm', 'ann farm@b.test', '@farm.test', 'ann@farm..test', 'ann@.test'])(
  '"%s" is no email address',
  (email) => expect(Object.keys(problems(before, { ...before, email }, true))).toEqual(['email']),
);

test('messages come by what there is an address for', () => {
  const both = { ...client, likes_email: '1' } as const;
  expect(messageWays(both)).toBe('Text message, Email');
  expect(messageWays({ ...both, email: null })).toBe('Text message');
  expect(messageWays({ ...both, email: null, likes_sms: '0' })).toBe('None');
});
