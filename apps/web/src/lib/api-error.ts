import type { ErrorBody, ErrorCode } from '@burrow/contracts/errors';
import type { SecondStep } from '@burrow/contracts/factor';

const subscriptionMessage = 'Your trial period has expired. Please subscribe to continue using the service.';
const unreachableMessage = 'Couldn’t reach the server. Check your internet connection and try again.';

/** The challenge of a sign-in after the password. */
export interface SecondStepAsked {
  challenge: string;
  factors: readonly SecondStep[];
  /** For the browser; null if the person has no passkey here. */
  passkeyOptions: Readonly<Record<string, unknown>> | null;
}

const secondStepIn = ({
  challenge,
  factors = [],
  passkey_options: passkeyOptions,
}: Partial<ErrorBody>): SecondStepAsked | null =>
  challenge === undefined ? null : { challenge, factors, passkeyOptions: passkeyOptions ?? null };

/** Details of a failed call that are not in the response body. */
interface AnswerDetails {
  unreachable?: boolean;
  retryAfter?: number | null;
  isWorded?: boolean;
}

/** A failed call. `message` is for people; `code` is for programs. */
export class ApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ErrorCode | 'unreachable' | null;
  /** Errors by field name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly subscriptionRequired: boolean;
  /** With status 402, the message to show. */
  readonly userMessage: string;
  readonly requestId: string | null;
  /** With `staff_busy`, the conflicting appointments. */
  readonly conflicts: NonNullable<ErrorBody['conflicts']>;
  /** With `phone_taken`, the client who has the number. */
  readonly existingId: number | null;
  /** With `second_factor_required`, the challenge. */
  readonly secondStep: SecondStepAsked | null;
  /** With status 429, the seconds until a retry makes sense; null if the server did not say. */
  readonly retryAfter: number | null;
  /** Whether `message` is a sentence for people; false for a response that only a program can read. */
  readonly isWorded: boolean;

  constructor(status: number, message: string, details: Partial<ErrorBody> & AnswerDetails = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = details.unreachable ? 'unreachable' : (details.code ?? null);
    this.fields = details.fields ?? {};
    this.subscriptionRequired = status === 402;
    this.userMessage = message;
    this.requestId = details.request_id ?? null;
    this.conflicts = details.conflicts ?? [];
    this.existingId = details.existing_id ?? null;
    this.secondStep = secondStepIn(details);
    this.retryAfter = details.retryAfter ?? null;
    this.isWorded = details.isWorded ?? true;
  }

  /** Whether the server itself answered, and not a proxy or the sign-in page of a network before it. */
  get isFromServer(): boolean {
    return this.code !== null && this.requestId !== null;
  }

  /** The older name of {@link ApiError.status}. */
  get statusCode(): number {
    return this.status;
  }
}

function readBody(body: string): Partial<ErrorBody> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    // The response of a proxy, or none: the caller words the error from the status.
    return null;
  }
}

/** Whole seconds in a `Retry-After` header; null for none, and for a date. */
const secondsIn = (header: string | null): number | null =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;

/** The error of an unsuccessful response, from its status, the text of its body and its `Retry-After`. */
export function errorFromAnswer(status: number, body: string, retryAfter: string | null = null): ApiError {
  const details = readBody(body);
  const message = typeof details?.message === 'string' && details.message !== '' ? details.message : null;
  if (status === 402) {
    return new ApiError(
      status,
      message ?? (details === null ? 'Payment Required' : subscriptionMessage),
      details ?? {},
    );
  }
  // A proxy's HTML page is not a message for people.
  const unworded = details === null ? `API Error: ${status}` : `API Error: ${status} - ${body}`;
  return new ApiError(status, message ?? unworded, {
    ...details,
    retryAfter: secondsIn(retryAfter),
    isWorded: message !== null,
  });
}

/** The error of a call without a response. */
export const unreachable = (): ApiError => new ApiError(0, unreachableMessage, { unreachable: true });

/**
 * The message to show: the server's own sentence, or `fallback` if the error is not from a call or the response has no
 * sentence, such as from a broken server or a proxy.
 */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.isWorded && error.message !== '' ? error.message : fallback;
}
