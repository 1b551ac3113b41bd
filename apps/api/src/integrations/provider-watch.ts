import type { ProviderName } from '@burrow/contracts/installation';
import { AppError } from '../lib/app-error.ts';
import { MailUnavailable, type MailSender } from './mail/mail.ts';
import { PaymentsUnavailable, type Payments } from './payments/payments.ts';
import { SmsUnavailable, type SmsSender } from './sms/sms.ts';
import type { FileStorage } from './storage/storage.ts';

/** Wraps each call to a provider. It returns, and throws, the result of the call. */
export type AroundCall = <T>(provider: ProviderName, call: string, work: () => Promise<T>) => Promise<T>;

export interface Providers {
  sms: SmsSender;
  mail: MailSender;
  payments: Payments;
  storage: FileStorage;
}

/** The same providers, with `around` wrapping every call that leaves the process. */
export const watchProviders = (
  { sms, mail, payments, storage }: Providers,
  around: AroundCall,
): Providers => ({
  sms: sms.isConfigured ? watched('sms', sms, around) : sms,
  mail: mail.isConfigured ? watched('mail', mail, around) : mail,
  // Parsing a webhook's body calls no provider.
  payments: payments.isConfigured
    ? {
        ...watched('payments', payments, around),
        readEvent: (body, signature) => payments.readEvent(body, signature),
      }
    : payments,
  storage: watched('storage', storage, around),
});

function watched<Provider extends object>(
  name: ProviderName,
  provider: Provider,
  around: AroundCall,
): Provider {
  const members = Object.entries(provider).map(([member, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [member, value];
    const call = (...given: unknown[]): Promise<unknown> =>
      around(name, member, () => Reflect.apply(value, provider, given) as Promise<unknown>);
    return [member, call];
  });
  return Object.fromEntries(members) as Provider;
}

/** Codes that are safe to store and show: no address, no name of a file, no user data. */
const codeShape = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Why a provider failed: its own code, or the network's. Null for an error that is not its fault, such as an
 * impossible number or a declined card.
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
