import { writtenWait } from '@burrow/contracts/wait-text';
import { ApiError } from '../../../lib/api-error.ts';
import { cooldown } from './countdown.ts';

/** The calls before the sign-in that can fail in several ways. */
export type AccessStep =
  | 'reset-start'
  | 'reset-resend'
  | 'reset-complete'
  | 'signup-start'
  | 'signup-verify'
  | 'signup-complete'
  | 'code-complete';

const justSent = 'Please wait before requesting another SMS code.';
const notMobile = 'Please enter a valid UK mobile number.';

/** The sentence for each status; `other` for every other one, and for no answer at all. */
const texts: Record<AccessStep, Partial<Record<number, string>> & { other: string }> = {
  'reset-start': {
    400: notMobile,
    404: 'No account found with this mobile number.',
    429: justSent,
    other: 'Failed to send reset code. Please try again.',
  },
  'reset-resend': { 429: justSent, other: 'Failed to resend verification code.' },
  'reset-complete': {
    400: 'Invalid or expired verification code.',
    404: 'Account not found.',
    other: 'Failed to reset password. Please try again.',
  },
  'signup-start': {
    400: notMobile,
    409: 'An account with this mobile number already exists. Please try logging in instead.',
    429: justSent,
    other: 'Failed to send verification code. Please try again.',
  },
  'signup-verify': {
    400: 'Invalid or expired verification code. Please try again.',
    other: 'Failed to verify code. Please try again.',
  },
  'signup-complete': {
    400: 'Phone number not verified or registration data invalid.',
    409: 'An account with this mobile number already exists.',
    other: 'Failed to create account. Please try again.',
  },
  'code-complete': {
    400: 'This took too long. Please request another code.',
    other: 'Sign-in failed. Please try again.',
  },
};

/** Refusals that say more than their status does. */
const saysMore = new Set<unknown>([
  'client_archived',
  'weak_password',
  'sms_unavailable',
  'rate_limited',
  'phone_unsuitable',
]);

/** When to request another code, if that takes longer than the usual minute. */
const whenAnother = ({ retryAfter }: ApiError): string =>
  retryAfter === null || retryAfter <= cooldown
    ? ''
    : ` You can request another in ${writtenWait(retryAfter)}.`;

/** The message for a failed call. `british` is false where a mobile number may have another form. */
export function accessFailure(step: AccessStep, error: unknown, british = true): string {
  if (!(error instanceof ApiError)) return texts[step].other;
  const sentence = texts[step][error.status] ?? texts[step].other;
  // Limits of the network or the practice have a text of their own: this reader may not have asked for a code.
  if (saysMore.has(error.code)) return error.message;
  if (sentence === justSent) return justSent + whenAnother(error);
  return sentence === notMobile && !british ? (error.fields['phone'] ?? error.message) : sentence;
}

/** How long the server asked to wait before another code, in seconds: a minute at least; null when it did not. */
export const secondsToWait = (error: unknown): number | null =>
  error instanceof ApiError && error.status === 429 ? Math.max(cooldown, error.retryAfter ?? 0) : null;

/** Whether a code that still counts went to the number a moment ago, though not from here. */
export const justGotCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'code_just_sent' && (error.retryAfter ?? 0) <= cooldown;
