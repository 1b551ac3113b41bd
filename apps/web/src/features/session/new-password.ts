export const minimumPasswordLength = 8;

/** What is wrong with a new password and its repetition; null when nothing is. */
export function newPasswordProblem(password: string, repeated: string): string | null {
  if (password === '' || repeated === '') return 'Both password fields are required';
  if (password.length < minimumPasswordLength) return 'Password must be at least 8 characters long';
  if (password !== repeated) return 'Passwords do not match';
  return null;
}

/** At which of the two fields {@link newPasswordProblem} is to be shown, and mended. */
export const placeOfProblem = (password: string): 'password' | 'confirm' =>
  password.length < minimumPasswordLength ? 'password' : 'confirm';
