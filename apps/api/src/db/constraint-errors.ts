import type { ErrorCode } from '@burrow/contracts/errors';
import { AppError } from '../lib/app-error.ts';

/** The database's own refusals, by the name of the constraint or unique index, as codes of the contract. */
export const errorByConstraint: Record<string, ErrorCode> = {
  bookings_staff_overlap: 'staff_busy',
  services_offered_name: 'name_taken',
  species_tenant_id_name_key: 'name_taken',
  tenants_subdomain_key: 'subdomain_taken',
  tenants_custom_host_key: 'host_taken',
  clients_phone_unique: 'phone_taken',
  webhook_endpoints_url: 'webhook_exists',
  users_tenant_id_account_id_key: 'already_member',
};

/** Refusals of our own triggers, by their SQLSTATE. */
const errorByState: Record<string, ErrorCode> = { BW001: 'client_erased' };

const foreignKeyViolation = '23503';

/** SQLSTATEs that mean: nobody is wrong, the database is away, full or too busy. */
const unavailableStates = /^(08|53|57P0|58|55P03|57014)/;

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const poolErrors =
  /timeout exceeded when trying to connect|^timeout expired$|Query read timeout|Connection terminated|not queryable/;

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
  const refused = (constraint && errorByConstraint[constraint]) || (code && errorByState[code]);
  if (refused) return new AppError(refused, {}, { cause: error });
  // What a row was to refer to has gone since it was looked at.
  if (code === foreignKeyViolation) return new AppError('conflict', {}, { cause: error });
  if (code && (unavailableStates.test(code) || networkErrors.has(code))) {
    return new AppError('unavailable', {}, { cause: error });
  }
  if (poolErrors.test(message)) return new AppError('unavailable', {}, { cause: error });
  return error;
}

/** PostgreSQL's word for a statement that took too long, and the driver's. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as DatabaseError).code === '57014' || error.message.includes('Query read timeout'));

/** Whether doing the whole transaction again may succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && ['40001', '40P01'].includes((error as DatabaseError).code ?? '');
