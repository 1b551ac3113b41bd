import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('a common password', () => {
  it.each([
    'password',
    'Password1',
    'PASSWORD123',
    'passw0rd',
    'P@ssw0rd',
    'Pa$$word1',
    'qwerty12',
    'qwertyuiop',
    'iloveyou!',
    'letmein1!',
    'Sunshine1',
    'liverpool1',
    'football22',
    'welcome1',
    'Welcome2026',
    'changeme',
    'admin123',
    'administrator',
    '12345678',
    '123456789',
    '87654321',
    'abcdefgh',
    'aaaaaaaa',
    'abababab',
    '11111111',
    '12341234',
    '1q2w3e4r',
    '1qaz2wsx',
    'zxcvbnm1',
    'trustno1',
    '123456',
    '112233',
    'abc123',
    'QAZwsx',
    'hello1',
    'Buster',
    'max123',
    'fluffy1',
  ])('includes %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'correct-horse-7',
    'burrow-demo-1',
    'a-better-phrase',
    'Tr0ub4dor&3xy',
    'my dog eats passwords',
    'petlover-of-ambleton',
    'x7Kq2mPz',
    'éclair-à-la-mode',
  ])('does not include %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
