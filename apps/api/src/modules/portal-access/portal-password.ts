import { errors } from '@burrow/contracts/errors';
import type { PortalPractice } from '../../context/context.ts';
import { invalidField } from '../../lib/app-error.ts';
import { normalisedPhone } from '../../lib/phone-number.ts';
import { refuseCommonPassword, weakPassword } from '../session/public.ts';

interface NewPassword {
  /** Of the form. */
  field: 'password' | 'new_password';
  /** The number that it will sign in with, in the format of clients.phone. */
  phone: string;
}

/**
 * Refuses a new password that is shorter than the practice requires, or too common: including the number it belongs to,
 * in any spelling.
 * @throws AppError `invalid_input`, `weak_password`
 */
export function checkPortalPassword(
  password: string,
  { portal_password_minimum: minimum, locale }: PortalPractice,
  { field, phone }: NewPassword,
): void {
  if (password.length < minimum) {
    throw invalidField(field, `Password must be at least ${minimum} characters long`);
  }
  refuseCommonPassword(password, field);
  if (normalisedPhone(password, locale) === phone) throw weakPassword(errors.weak_password.message, field);
}
