/** The valid part of a typed code: at most six digits. */
export const codeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6);

/** The problem with a code; null without one. */
export function codeProblem(code: string): string | null {
  if (code === '') return 'Please enter the verification code';
  return /^\d{6}$/.test(code) ? null : 'Please enter a valid 6-digit code';
}
