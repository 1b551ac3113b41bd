import { isRetryable } from './constraint-errors.ts';

/** How often a transaction that lost a race is done again. */
const attempts = 3;

/** Does a transaction, and again when it lost a race (a deadlock, a serialization failure): three times at most. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
  }
}
