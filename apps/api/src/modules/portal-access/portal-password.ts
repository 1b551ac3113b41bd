import { invalidField } from '../../lib/app-error.ts';
import type { PortalPractice } from '../../lib/context.ts';
import { refuseCommonPassword } from '../session/service.ts';

/**
 * Refuses a new password that is shorter than the practice asks for, or that is guessed first.
 * @param field of the form
 * @throws AppError `invalid_input`, `weak_password`
 */
export function checkPortalPassword(
  password: string,
  { portal_password_minimum: minimum }: PortalPractice,
  field: 'password' | 'new_password',
): void {
  if (password.length < minimum) {
    throw invalidField(field, `Password must be at least ${minimum} characters long`);
  }
  refuseCommonPassword(password, field);
}
