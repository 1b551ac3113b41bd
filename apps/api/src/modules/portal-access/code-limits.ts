import { createHash } from 'node:crypto';
import type { Env } from '../../config/env.ts';
import type { PublicContext } from '../../context/context.ts';
import {
  codesOfInstallation,
  countAttempt,
  countAttempts,
  isOneUsedUp,
  takeBackAttempts,
  type AttemptLimit,
} from '../../db/attempt-count.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import type { CodePlace } from './code-repository.ts';

// Codes cost money and make phones ring, so they are counted by number, network, practice and installation. Each limit has
// its own message.

const hour = 3600;
const day = 86_400;

/** A limit, and the message beyond it. */
type Limit = AttemptLimit & { message: string };

const hashed = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(':')).digest('base64url');

/** The error for a number that has to wait for its next code. */
export const justSent = (seconds: number): AppError =>
  new AppError('code_just_sent', { retryAfterSeconds: Math.max(1, seconds) });

/** The daily count of a number at a practice, which also tells whether it gets its first code. */
const ofDay = ({ tenantId, phone }: CodePlace): string => `code:${day}:${hashed(tenantId, phone)}`;

/** How many codes a number gets for all purposes: from one practice, and from all practices together. */
const limitsOfNumber = (to: CodePlace): AttemptLimit[] => [
  { place: `code:${hour}:${hashed(to.tenantId, to.phone)}`, most: 5, seconds: hour },
  { place: ofDay(to), most: 10, seconds: day },
  { place: `code:anywhere:${hashed(to.phone)}`, most: 20, seconds: day },
];

/**
 * Counts a code for its number.
 * @returns whether it is the number's first one from this practice within a day
 * @throws AppError `code_just_sent`
 */
export async function countForNumber(tx: TenantTransaction, to: CodePlace): Promise<boolean> {
  const isFirst = !(await isOneUsedUp(tx, [{ place: ofDay(to), most: 1, seconds: day }]));
  const exceeded = await countAttempts(tx, limitsOfNumber(to));
  if (exceeded) throw justSent(exceeded.waitSeconds);
  return isFirst;
}

/** Takes a code that was not sent off the counts of its number. */
export const uncountForNumber = (tx: TenantTransaction, to: CodePlace): Promise<void> =>
  takeBackAttempts(
    tx,
    limitsOfNumber(to).map(({ place }) => place),
  );

/** How many repeated and refused requests a network has within an hour. */
const repeatsOfNetwork = 20;

/** A request of a network, as it was counted. */
export interface NetworkTurn {
  /** Null within the limit; otherwise the error for a number that has had a code. */
  refusal: AppError | null;
  /** Takes the request off the count: a first code that was sent. */
  forgive(): Promise<void>;
}

/** Counts a request for a code for its network, whatever becomes of it. */
export async function countForNetwork({ control, network }: PublicContext): Promise<NetworkTurn> {
  const place = `codes-from:${hashed(network)}`;
  const { count, waitSeconds } = await countAttempt(control, place, hour);
  const message =
    'Too many codes have been requested from this network. Try again in {wait}, or call the practice.';
  return {
    refusal: count > repeatsOfNetwork ? rateLimited(waitSeconds, message) : null,
    forgive: () => takeBackAttempts(control, [place]),
  };
}

const perDay = (place: string, most: number, message: string): Limit => ({
  place,
  most,
  seconds: day,
  message,
});

/** All codes of a practice and of the installation. */
const limitsOfAll = (env: Env, tenantId: number): Limit[] => [
  perDay(
    `codes-of-practice:${tenantId}`,
    env.PORTAL_SMS_PER_DAY,
    'We can’t send any more codes today. Try again in {wait}, or call the practice.',
  ),
  perDay(
    codesOfInstallation,
    env.PORTAL_SMS_PER_DAY_TOTAL,
    'This service can’t send any more codes today. Try again in {wait}, or call the practice.',
  ),
];

/** The smallest limit of an hour. */
const leastOfHour = 10;

/**
 * Codes to numbers that are not the practice's clients: half of each daily limit, and a quarter of that in an hour, so
 * that a burst of requests does not use up the day.
 */
const limitsOfNew = (env: Env, tenantId: number): Limit[] =>
  limitsOfAll(env, tenantId).flatMap((limit) => {
    const most = Math.ceil(limit.most / 2);
    return [
      { ...limit, place: `${limit.place}:new`, most },
      {
        place: `${limit.place}:new:hour`,
        most: Math.max(leastOfHour, Math.ceil(most / 4)),
        seconds: hour,
        message:
          limit.place === codesOfInstallation
            ? 'This service has just sent a lot of codes. Try again in {wait}, or call the practice.'
            : 'Many people have just asked this practice for a code. Try again in {wait}, or call the practice.',
      },
    ];
  });

/** Whom a code is counted for. */
interface Counted {
  tenantId: number;
  /** Whether the half of the codes that is kept for clients may be used. */
  isClient: boolean;
  /** Whether the answer must be the same for clients and for others. */
  isDiscreet: boolean;
}

/** How a code was counted for the practice and the installation. */
export interface CodeCount {
  /** Only clients get codes at the moment. */
  clientsOnly: boolean;
  /** The code is not sent, because of that. */
  isWithheld: boolean;
  /** Where it was counted. */
  places: string[];
}

const placesOf = (limits: readonly Limit[]): string[] => limits.map(({ place }) => place);

/**
 * Counts a code for the practice and the installation. A discreet request of a stranger takes the same steps as a client's
 * when new numbers have used up their codes.
 * @throws AppError `rate_limited`
 */
export async function countForPractice(
  { deps, log }: PublicContext,
  tx: TenantTransaction,
  { tenantId, isClient, isDiscreet }: Counted,
): Promise<CodeCount> {
  const refuse = (limit: Limit & { waitSeconds: number }): never => {
    log.warn({ tenant_id: tenantId, limit: limit.place }, 'verification codes are paused at a limit');
    throw rateLimited(limit.waitSeconds, limit.message);
  };
  const ofNew = limitsOfNew(deps.env, tenantId);
  const ofAll = limitsOfAll(deps.env, tenantId);
  let clientsOnly = isDiscreet && (await isOneUsedUp(tx, ofNew));
  const countsAsNew = !isClient && !clientsOnly;
  const exceeded = countsAsNew ? await countAttempts(tx, ofNew) : undefined;
  if (exceeded && !isDiscreet) refuse(exceeded);
  if (exceeded) {
    await takeBackAttempts(tx, placesOf(ofNew));
    clientsOnly = true;
  }
  const exceededByAll = await countAttempts(tx, ofAll);
  if (exceededByAll) refuse(exceededByAll);
  const isWithheld = clientsOnly && !isClient;
  if (isWithheld) {
    log.warn({ tenant_id: tenantId }, 'verification codes are limited to existing clients');
    await takeBackAttempts(tx, placesOf(ofAll));
  }
  const places = isWithheld ? [] : placesOf(countsAsNew ? [...ofNew, ...ofAll] : ofAll);
  return { clientsOnly, isWithheld, places };
}
