interface NewPassword {
  password: string;
  confirm: string;
  /** How many characters the practice asks for. */
  minimum: number;
  /** What to say when there is none. */
  missing: string;
}

/** Problems with a new password and its repetition, at the field to correct. */
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

/** The field to blame for an error that names none. */
export const newPasswordBlames = { weak_password: 'password' } as const;
