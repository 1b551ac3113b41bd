import { AppError } from '../app-error.ts';
import { MailUnavailable } from './mail.ts';
import { PaymentsUnavailable } from './payments.ts';
import { SmsUnavailable } from './sms.ts';

/** Codes that are safe to store and show: no address, no name of a file, no user data. */
const codeShape = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Why a provider failed: its own code, or the network's. Null for an error with
 * another cause, such as an invalid number or a declined card.
 */
export function providerFailure(error: unknown): string | null {
  const code = codeOf(error);
  if (code === null) return null;
  return codeShape.test(code) ? code : 'unknown';
}

function codeOf(error: unknown): string | null {
  if (error instanceof SmsUnavailable || error instanceof MailUnavailable) {
    return error.isFinal ? null : error.providerCode;
  }
  if (error instanceof PaymentsUnavailable) {
    return error.concernsPayment || error.lacksCustomer ? null : error.providerCode;
  }
  if (error instanceof AppError) {
    return error.code === 'storage_unavailable' ? storageCode(error.cause) : null;
  }
  return null;
}

interface StorageFailure {
  /** Of the file system and the network. */
  code?: unknown;
  /** What an S3 store calls it. */
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

const unnamed = new Set<unknown>(['Error', 'UnknownError', undefined]);

function storageCode(cause: unknown): string {
  const { code, name, $metadata } = (cause ?? {}) as StorageFailure;
  if (typeof code === 'string') return code;
  if (!unnamed.has(name)) return String(name);
  return $metadata?.httpStatusCode ? `HTTP_${$metadata.httpStatusCode}` : 'unknown';
}
