import { expect, it } from 'vitest';
import { newPasswordProblem } from './new-password.ts';

it.each([
  ['', '', 'Both password fields are required'],
  ['long enough', '', 'Both password fields are required'],
  ['short', 'short', 'Password must be at least 8 characters long'],
  ['12345678', '12345679', 'Passwords do not match'],
  ['12345678', '12345678', null],
])('%j repeated as %j: %s', (password, repeated, problem) => {
  expect(newPasswordProblem(password, repeated)).toBe(problem);
});
