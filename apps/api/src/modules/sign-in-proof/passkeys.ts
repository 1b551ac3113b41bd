import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Env } from '../../config/env.ts';
import { AppError } from '../../lib/app-error.ts';
import type { PasskeyProof } from './repository.ts';

// Loaded when the first passkey is used, to start the server faster.
const library = () => import('@simplewebauthn/server');

/** The host of passkeys, and the origins of pages that may ask for them. */
interface RelyingParty {
  id: string;
  isOwn: (origin: URL) => boolean;
}

/** A practice whose portal may have hosts of its own. */
export interface HostedPractice {
  custom_host: string | null;
  subdomain: string | null;
}

/**
 * Passkeys belong to a host. It is the one of PUBLIC_URL, or in a portal its practice's own, because the host of a
 * request is unverified; without PUBLIC_URL it is the requested one, over TLS. On localhost it is always that. Null at
 * other addresses. (At a numeric one browsers offer no passkeys.)
 */
export function relyingParty(
  { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>,
  host: string,
  practice: HostedPractice | null = null,
): RelyingParty | null {
  if (host === 'localhost') return { id: host, isOwn: ({ hostname }) => hostname === host };
  if (PUBLIC_URL === undefined)
    return { id: host, isOwn: ({ protocol, hostname }) => protocol === 'https:' && hostname === host };
  const own = new URL(PUBLIC_URL);
  if (own.hostname === host) return { id: host, isOwn: ({ origin }) => origin === own.origin };
  const hosts = [practice?.custom_host, practice?.subdomain && `${practice.subdomain}.${own.hostname}`];
  if (!hosts.some((one) => one?.toLowerCase() === host)) return null;
  return {
    id: host,
    isOwn: ({ protocol, hostname, port }) =>
      protocol === own.protocol && hostname === host && (port === '' || port === own.port),
  };
}

const notValid = (cause?: unknown): AppError => new AppError('passkey_not_valid', {}, { cause });

/** The origin that a browser signed, if it is allowed. */
async function ownOrigin(party: RelyingParty, clientDataJSON: string): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const origin = URL.parse(decodeClientDataJSON(clientDataJSON).origin);
  if (origin === null || !party.isOwn(origin)) throw notValid();
  return origin.origin;
}

/** Turns the plain errors that the library and the decoding throw into a refusal. */
async function refusingWrong<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : notValid(error);
  }
}

const transportsOf = (transports: readonly string[]) => transports as AuthenticatorTransport[];

/** What a passkey must sign: one of `passkeys`, or any of this host if null. */
export const requestOptions = async (
  party: RelyingParty,
  passkeys: readonly Pick<PasskeyProof, 'credential_id' | 'transports'>[] | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await library()).generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    ...(passkeys && {
      allowCredentials: passkeys.map(({ credential_id, transports }) => ({
        id: credential_id,
        transports: transportsOf(transports),
      })),
    }),
  });

/** The person a passkey is made for, as devices list them. */
interface PasskeyOwner {
  /** Unique for a person: a device keeps one passkey for each at a host. */
  handle: string;
  userName: string;
  displayName: string;
  /** Whom the person signs in to. */
  partyName: string;
}

/** Options for a passkey that signs in alone. A device with one of `existing` creates no second one. */
export const creationOptions = async (
  party: RelyingParty,
  { handle, userName, displayName, partyName }: PasskeyOwner,
  existing: readonly { id: string; transports: string[] }[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await library()).generateRegistrationOptions({
    rpName: partyName,
    rpID: party.id,
    userID: new TextEncoder().encode(handle),
    userName,
    userDisplayName: displayName,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [...existing],
  });

/**
 * Checks a new passkey.
 * @throws AppError `passkey_not_valid` for another origin, host or challenge, or without verification of the person
 */
export const verifyNewPasskey = (
  party: RelyingParty,
  answer: unknown,
  expectedChallenge: string,
): Promise<WebAuthnCredential> =>
  refusingWrong(async () => {
    const response = answer as RegistrationResponseJSON;
    const { registrationInfo } = await (
      await library()
    ).verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: await ownOrigin(party, response.response.clientDataJSON),
      expectedRPID: party.id,
    });
    if (!registrationInfo) throw notValid();
    return registrationInfo.credential;
  });

/**
 * Checks what a passkey signed. Its counter is checked again when it is stored.
 * @returns the new counter
 * @throws AppError `passkey_not_valid` for another origin, host or challenge, a wrong signature or an older counter
 */
export const verifyPasskey = (
  party: RelyingParty,
  answer: unknown,
  expectedChallenge: string,
  passkey: Pick<PasskeyProof, 'credential_id' | 'public_key' | 'counter' | 'transports'>,
): Promise<number> =>
  refusingWrong(async () => {
    const response = answer as AuthenticationResponseJSON;
    const { verified, authenticationInfo } = await (
      await library()
    ).verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: await ownOrigin(party, response.response.clientDataJSON),
      expectedRPID: party.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: transportsOf(passkey.transports),
      },
    });
    if (!verified) throw notValid();
    return authenticationInfo.newCounter;
  });
