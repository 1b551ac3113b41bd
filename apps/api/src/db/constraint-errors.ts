import type { ErrorCode } from '@burrow/contracts/errors';
import { AppError } from '../lib/app-error.ts';

/** The database's own refusals, by constraint name, as codes of the contract. */
const byConstraint: Record<string, ErrorCode> = {
  bookings_staff_overlap: 'staff_busy',
};

/** SQLSTATEs that mean: nobody is wrong, the database is away, full or too busy. */
const unavailableStates = /^(08|53|57P0|58|55P03|57014)/;

const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const poolErrors =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/;

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/**
 * Turns what the driver throws into a refusal of the contract where it is one; anything else comes back as it is and
 * ends as a 500. Serialization failures and deadlocks keep their code: the runner tries those again.
 */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { code, constraint, message } = error as DatabaseError;
  const refused = constraint ? byConstraint[constraint] : undefined;
  if (refused) return new AppError(refused, {}, { cause: error });
  if (code && (unavailableStates.test(code) || networkErrors.has(code))) {
    return new AppError('unavailable', {}, { cause: error });
  }
  if (poolErrors.test(message)) return new AppError('unavailable', {}, { cause: error });
  return error;
}

/** Whether doing the whole transaction again may succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && ['40001', '40P01'].includes((error as DatabaseError).code ?? '');
