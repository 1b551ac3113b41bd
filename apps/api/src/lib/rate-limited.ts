import { writtenWait } from '@burrow/contracts/wait-text';
import { AppError } from './app-error.ts';

/**
 * An error for a caller over a limit, which says how long to wait.
 * @param message with {wait} in place of 'about 12 minutes'
 */
export const rateLimited = (
  retryAfterSeconds: number,
  message = 'Too many attempts. Try again in {wait}.',
): AppError =>
  new AppError('rate_limited', {
    message: message.replace('{wait}', writtenWait(retryAfterSeconds)),
    retryAfterSeconds,
  });
