import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PublicContext } from '../../context/context.ts';
import {
  countAttempts,
  countInARow,
  forgetAttempts,
  takeBackAttempt,
  takeBackAttempts,
  type AttemptLimit,
} from '../../db/attempt-count.ts';
import type { Queryable } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { wideNetwork } from '../../lib/caller-network.ts';
import type { HashCaller } from '../../lib/password-hasher.ts';
import { rateLimited } from '../../lib/rate-limited.ts';

/** The sign-ins whose wrong passwords are counted; also the beginning of the counts' keys. */
type SignInKind = 'sign-in' | 'portal-sign-in';

/**
 * Wrong passwords for a person from one network, or from one device that they signed in on before: the wait grows. Pet
 * owners may have passwords of six characters.
 */
const ofPerson: Readonly<Record<SignInKind, readonly Omit<AttemptLimit, 'place'>[]>> = {
  'sign-in': [
    { most: 10, seconds: 60 },
    { most: 30, seconds: 3600 },
    { most: 60, seconds: 86_400 },
  ],
  'portal-sign-in': [
    { most: 10, seconds: 300 },
    { most: 30, seconds: 3600 },
    { most: 60, seconds: 86_400 },
  ],
};
/** Wrong passwords from a network, for all people: those at one practice, or in its waiting room, share it. */
const ofNetwork = { most: 100, seconds: 900 };
/** Wrong passwords from an IPv6 /48, which one subscriber may have. */
const ofWideNetwork = { most: 300, seconds: 900 };
/**
 * Wrong passwords in a row for a person from all unknown devices; above it, those need a link by email, or in the portal
 * a code by text. Also from one known device; above it, the device counts as unknown. NIST SP 800-63B allows 100.
 */
export const maxInARow = 100;
const beyondRow = { 'sign-in': 'sign_in_link_required', 'portal-sign-in': 'sign_in_code_required' } as const;
/** After this many in a row, answers to unknown networks are delayed, longer each time. */
const promptAnswers = 10;
const maxDelayMs = 3000;

/** Hashed, because the table of counts contains no emails, numbers and networks. */
export const hashed = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('base64url');

/** Whose password is tried, and on which device. */
export interface Guess {
  kind: SignInKind;
  /** The person; the same for every spelling of an email or number. */
  subject: string;
  /** Null for a device that the person never signed in on. */
  deviceId: string | null;
  /** Whether the person signed in from this network before. */
  knowsNetwork: boolean;
}

/** Why a guess was refused before its password was compared. */
export type GuessRefusal = 'account_limit' | 'network_limit' | 'link_required';

/** A counted guess, which {@link settleGuess} or {@link takeBackGuess} ends. */
export interface CountedGuess {
  caller: HashCaller;
  /** The places that count it within a time window. */
  places: string[];
  /** The place that counts it until the next success. */
  row: string;
}

/**
 * Counts a guess before its comparison, so that concurrent guesses count each other, and delays it if the person has had
 * many wrong ones.
 * @param refuse takes note of a refusal
 * @throws AppError `rate_limited`, `sign_in_link_required`, `sign_in_code_required`
 */
export async function countGuess(
  { control, network }: Pick<PublicContext, 'control' | 'network'>,
  guess: Guess,
  refuse: (reason: GuessRefusal) => void,
): Promise<CountedGuess> {
  const { kind, subject, deviceId } = guess;
  const limits = limitsOf(network, guess);
  // One after another: what its network refuses neither uses up a person's attempts nor stores a count of their name.
  for (const together of limits) {
    const exceeded = await countAttempts(control, together);
    if (!exceeded) continue;
    refuse(exceeded.reason);
    throw rateLimited(exceeded.waitSeconds);
  }
  const places = limits.flat().map(({ place }) => place);
  if (deviceId !== null) {
    const row = `${kind}-device-row:${deviceId}`;
    if ((await countInARow(control, row, maxInARow)) <= maxInARow)
      return { caller: { turn: `device ${deviceId}`, isKnown: true }, places, row };
  }
  const row = strangersPlace(kind, subject);
  const count = await countInARow(control, row, maxInARow);
  if (count > maxInARow) {
    refuse('link_required');
    throw new AppError(beyondRow[kind]);
  }
  if (!guess.knowsNetwork) await wait(delayMs(count));
  return { caller: { turn: network, isKnown: false }, places, row };
}

/** Takes a correct password off the counts. */
export async function settleGuess(control: Queryable, { places, row }: CountedGuess): Promise<void> {
  await Promise.all([takeBackAttempts(control, places), forgetAttempts(control, row)]);
}

/** Takes a guess that was not compared off the counts. */
export async function takeBackGuess(control: Queryable, { places, row }: CountedGuess): Promise<void> {
  await Promise.all([takeBackAttempts(control, places), takeBackAttempt(control, row)]);
}

/** Lets unknown devices try again, after a link or code was used or a new password set. */
export const forgetWrongInARow = (control: Queryable, kind: SignInKind, subject: string): Promise<void> =>
  forgetAttempts(control, strangersPlace(kind, subject));

/** Lets a network try a person's passwords again, after a new one was set there. */
export async function forgetNetwork(
  control: Queryable,
  kind: SignInKind,
  subject: string,
  network: string,
): Promise<void> {
  for (const { seconds } of ofPerson[kind])
    await forgetAttempts(control, personPlace(kind, seconds, subject, network));
}

/** The place of the wrong passwords in a row of a person, from devices that they never signed in on. */
const strangersPlace = (kind: SignInKind, subject: string): string => `${kind}-row:${hashed(subject)}`;

/** The place of a person's wrong passwords within a time, from a network or a known device. */
const personPlace = (kind: SignInKind, seconds: number, subject: string, from: string): string =>
  `${kind}:${seconds}:${hashed(subject, from)}`;

/** The limits of a guess within a time, in the order of counting, each with the reason of its refusal. */
function limitsOf(
  network: string,
  { kind, subject, deviceId }: Guess,
): (AttemptLimit & { reason: GuessRefusal })[][] {
  const from = deviceId === null ? network : `device ${deviceId}`;
  const byPerson = ofPerson[kind].map((limit) => ({
    ...limit,
    place: personPlace(kind, limit.seconds, subject, from),
    reason: 'account_limit' as const,
  }));
  // A known device is not limited by others in its network.
  if (deviceId !== null) return [byPerson];
  const wide = wideNetwork(network);
  const ofPlace = (limit: Omit<AttemptLimit, 'place'>, where: string) => [
    { ...limit, place: `${kind}-network:${hashed(where)}`, reason: 'network_limit' as const },
  ];
  return [
    ofPlace(ofNetwork, network),
    ...(wide === undefined ? [] : [ofPlace(ofWideNetwork, wide)]),
    byPerson,
  ];
}

/** 100 ms from the eleventh attempt, doubled every twelve attempts. */
const delayMs = (count: number): number =>
  count <= promptAnswers ? 0 : Math.min(maxDelayMs, 100 * 2 ** ((count - promptAnswers - 1) / 12));
