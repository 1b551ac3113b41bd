import { AppError } from '../lib/app-error.ts';
import { isRetryable } from './constraint-errors.ts';
import type { Database } from './database.ts';

/** How often a transaction that lost a race runs at most. */
const attempts = 3;

/**
 * Runs a transaction, and retries it when it lost a race (a deadlock, a serialization failure): three times at most.
 * @throws AppError `unavailable` when it lost each time
 */
export async function withRetries<T>(
  { noteRetry }: Pick<Database, 'noteRetry'>,
  transaction: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === attempts) throw new AppError('unavailable', {}, { cause: error });
      noteRetry();
    }
  }
}
