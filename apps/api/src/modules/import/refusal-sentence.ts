import { AppError } from '../../lib/app-error.ts';

/** The message of a refusal; null for any other error. */
export function refusalSentence(error: unknown): string | null {
  if (error instanceof AppError && error.code === 'invalid_input') return error.message;
  return error instanceof Error && 'issues' in error
    ? ((error.issues as { message: string }[])[0]?.message ?? null)
    : null;
}
