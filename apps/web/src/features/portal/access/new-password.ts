interface NewPassword {
  password: string;
  confirm: string;
  /** The practice's minimum length. */
  minimum: number;
  /** The message for an empty password. */
  missing: string;
}

/** Errors in a new password and its confirmation, by the field to correct. */
export function newPasswordProblems({ password, confirm, minimum, missing }: NewPassword): {
  password?: string;
  confirm?: string;
} {
  if (password === '') return { password: missing };
  if (password.length < minimum) {
    return { password: `Password must be at least ${minimum} characters long` };
  }
  return password === confirm ? {} : { confirm: 'Passwords do not match' };
}

/** The field that shows an error without a field. */
export const newPasswordBlames = { weak_password: 'password' } as const;
