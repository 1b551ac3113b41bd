import type { Problems } from '../../../lib/form-problems.ts';
import { newPasswordProblems } from './new-password.ts';

/** What somebody enters who registers. */
export interface Registration {
  name: string;
  password: string;
  confirm: string;
  email: string;
  address: string;
}

/** What is wrong with it, by field. */
export const registrationProblems = (
  { name, password, confirm }: Registration,
  minimum: number,
): Problems<Registration> => ({
  name: name.trim() === '' ? 'Please enter your name' : undefined,
  ...newPasswordProblems({ password, confirm, minimum, missing: 'Please enter a password' }),
});

/** The field to blame for an error that names none. */
export const registrationBlames = { weak_password: 'password' } as const;
