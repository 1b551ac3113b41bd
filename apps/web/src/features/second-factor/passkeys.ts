import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { messageOf } from '../../lib/api-error.ts';
import { callAction, type OutputOf } from '../../lib/api.ts';

type Options = Readonly<Record<string, unknown>>;

// Loaded when a passkey is used for the first time.
const library = () => import('@simplewebauthn/browser');

/** Browsers offer passkeys over TLS and on localhost, and not at numeric addresses. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);

/**
 * Asks the browser to create a passkey.
 * @returns it in JSON, for the server
 */
export async function createPasskey(options: Options): Promise<unknown> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
}

/** Asks the browser for a passkey. @returns its answer in JSON, for the server */
export async function askPasskey(options: Options): Promise<unknown> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
}

const reasons: Partial<Record<string, string>> = {
  // Browsers report the same error if the person cancelled, took too long or has no passkey here.
  NotAllowedError: 'No passkey was used. Try again, or choose another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
};

/** Why a passkey was not made or used, from the browser or the server. */
export const passkeyProblem = (error: unknown): string =>
  (error instanceof Error ? reasons[error.name] : undefined) ??
  messageOf(error, 'The passkey couldn’t be used. Please try again.');

/** Signs in with a passkey alone. */
export async function passkeySignIn(): Promise<OutputOf<'auth/verify'>> {
  const { challenge, passkey_options: options } = await callAction('auth/challenge', {}, { as: null });
  const passkey = await askPasskey(options);
  return callAction('auth/verify', { challenge, passkey }, { as: null });
}
