import type { ErrorCode } from '@burrow/contracts/errors';
import { AppError } from '../lib/app-error.ts';

/** The database's own refusals, by the name of the constraint or unique index, as codes of the contract. */
export const errorByConstraint: Record<string, ErrorCode> = {
  bookings_staff_overlap: 'staff_busy',
  booking_parts_resource_overlap: 'resource_busy',
  work_patterns_overlap: 'pattern_overlap',
  resources_name: 'name_taken',
  medicines_name: 'name_taken',
  note_templates_name: 'name_taken',
  reply_templates_name: 'name_taken',
  services_offered_name: 'name_taken',
  species_tenant_id_name_key: 'name_taken',
  tenants_subdomain_key: 'subdomain_taken',
  tenants_custom_host_key: 'host_taken',
  clients_phone_unique: 'phone_taken',
  webhook_endpoints_url: 'webhook_exists',
  users_tenant_id_account_id_key: 'already_member',
};

/** Errors raised by our own triggers, by SQLSTATE. */
const errorByState: Record<string, ErrorCode> = {
  BW001: 'client_erased',
  BW002: 'entry_locked',
  BW003: 'practice_moving',
  BW004: 'practice_moved',
};

const foreignKeyViolation = '23503';

/** SQLSTATEs of a database that is unavailable, full or too busy: no one's mistake. */
const unavailableStates = /^(08|53|57P0|58|55P03|57014)/;

/** Whether a read-only database refused a write, or a standby any use of an unlogged table. */
const isWriteRefusal = ({ code, message }: DatabaseError): boolean =>
  code === '25006' || (code === '0A000' && message.endsWith('during recovery'));

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
 * Maps a driver error to an error of the contract if there is one; any other is returned unchanged and ends as a 500.
 * Serialization failures and deadlocks keep their code: the runner retries those.
 * @param readOnly whether the transaction was begun read-only, where a write is a bug; in any other, a refused write means
 * that the database is read-only, because its disk is full or it has become a standby
 */
export function toAppError(error: unknown, { readOnly = false }: { readOnly?: boolean } = {}): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { code, constraint, message } = error as DatabaseError;
  const refused = (constraint && errorByConstraint[constraint]) || (code && errorByState[code]);
  if (refused) return new AppError(refused, {}, { cause: error });
  // The referenced row was deleted since it was checked.
  if (code === foreignKeyViolation) return new AppError('conflict', {}, { cause: error });
  if (code && (unavailableStates.test(code) || networkErrors.has(code))) {
    return new AppError('unavailable', {}, { cause: error });
  }
  if (isWriteRefusal(error) && !readOnly) return new AppError('unavailable', {}, { cause: error });
  if (poolErrors.test(message)) return new AppError('unavailable', {}, { cause: error });
  return error;
}

/** Whether a statement failed, as {@link toAppError} maps it, because of a reference: to a missing row, or to a deleted one. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof AppError && (error.cause as DatabaseError | undefined)?.code === foreignKeyViolation;

/** Whether a statement failed, as {@link toAppError} maps it, because the database accepts no writes. */
export const isReadOnlyDatabase = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof Error && isWriteRefusal(error.cause);

/** PostgreSQL's message for a statement timeout, and the driver's. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as DatabaseError).code === '57014' || error.message.includes('Query read timeout'));

/** Whether retrying the whole transaction may succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && ['40001', '40P01'].includes((error as DatabaseError).code ?? '');
