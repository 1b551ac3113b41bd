import { ApiError } from '../../../lib/api-error.ts';
import { formText } from '../../../lib/form-text.ts';
import { newPasswordProblems } from './new-password.ts';

/** What somebody enters who registers. */
export interface Registration {
  name: string;
  password: string;
  confirm: string;
  email: string;
  address: string;
}

export type RegistrationProblems = Partial<Record<keyof Registration, string>>;

/** Reads the form of the last step. */
export const registrationIn = (data: FormData): Registration => ({
  name: formText(data, 'name').trim(),
  password: formText(data, 'password'),
  confirm: formText(data, 'confirm'),
  email: formText(data, 'email').trim(),
  address: formText(data, 'address').trim(),
});

/** What is wrong with it, by field; null when nothing is. */
export function registrationProblems(
  { name, password, confirm }: Registration,
  minimum: number,
): RegistrationProblems | null {
  const problems: RegistrationProblems = {
    ...(name === '' ? { name: 'Please enter your name' } : {}),
    ...newPasswordProblems({ password, confirm, minimum, missing: 'Please enter a password' }),
  };
  return Object.keys(problems).length === 0 ? null : problems;
}

/** What the server found wrong with fields of the form; null when it is about none of them. */
export function refusedFields(error: unknown): RegistrationProblems | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'weak_password') return { password: error.message };
  const found = (['name', 'password', 'email', 'address'] as const).flatMap((field) => {
    const text = error.fields[field] ?? (field === 'password' ? error.fields['new_password'] : undefined);
    return text === undefined ? [] : [[field, text] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
