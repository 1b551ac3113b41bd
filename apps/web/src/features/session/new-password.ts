export const minimumPasswordLength = 8;

/** The error in a new password and its confirmation; null if valid. */
export function newPasswordProblem(password: string, repeated: string): string | null {
  if (password === '' || repeated === '') return 'Both password fields are required';
  if (password.length < minimumPasswordLength) return 'Password must be at least 8 characters long';
  if (password !== repeated) return 'Passwords do not match';
  return null;
}

/** The same, by the field to correct. */
export function newPasswordErrors({ password, confirm }: { password: string; confirm: string }) {
  const problem = newPasswordProblem(password, confirm);
  if (problem === null) return {};
  return password.length < minimumPasswordLength ? { password: problem } : { confirm: problem };
}
