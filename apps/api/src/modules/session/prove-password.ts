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
import { AppError } from '../../lib/app-error.ts';
import { wideNetwork } from '../../lib/caller-network.ts';
import type { HashCaller } from '../../lib/password-hasher.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { recordRefusal, traceEvent, type TraceContext } from '../security-log/public.ts';
import { knownCaller, type KnownCaller } from '../sign-in-proof/public.ts';
import { accountByEmail, type Account } from './repository.ts';

/** Wrong passwords for an account from one network, or from one device that it knows: the wait grows. */
const ofAccount = [
  { most: 10, seconds: 60 },
  { most: 30, seconds: 3600 },
  { most: 60, seconds: 86_400 },
];
/** Wrong passwords from a network, for all accounts: people at one practice share it. */
const ofNetwork = { most: 100, seconds: 900 };
/** Wrong passwords from an IPv6 /48, which one subscriber may have. */
const ofWideNetwork = { most: 300, seconds: 900 };
/**
 * Wrong passwords in a row for an account from all unknown devices; above it, those need a link by email. Also from
 * one known device; above it, the device counts as unknown. NIST SP 800-63B allows 100.
 */
const mostInARow = 100;
/** After this many in a row, answers to unknown networks are delayed, longer each time. */
const promptAnswers = 10;
const longestDelayMs = 3000;

const hashed = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('base64url');

/** An account is counted by its id, because its email can be written in several ways; an unknown email is counted as written. */
const subjectOf = (account: Account | undefined, email: string): string =>
  account ? `account ${account.account_id}` : `email ${email}`;

/** The place of the wrong passwords in a row of an account, from devices that it doesn't know. */
const strangersPlace = (subject: string): string => `sign-in-row:${hashed(subject)}`;

/** Lets unknown devices try again, after a link by email was used or a new password set. */
export const forgetStrangers = (control: PublicContext['control'], accountId: number): Promise<void> =>
  forgetAttempts(control, strangersPlace(`account ${accountId}`));

interface Attempt {
  account: Account | undefined;
  known: KnownCaller;
  /** The places that count it within a time window. */
  places: string[];
  /** The place that counts it until the next success. */
  row: string;
}

/**
 * The account whose email and password these are. An unknown email takes the same steps, with the same limits and
 * the same duration.
 * @throws AppError `invalid_credentials`, the same for an unknown email and a wrong password; `rate_limited`,
 * `sign_in_link_required`
 */
export async function provePassword(ctx: PublicContext, email: string, password: string): Promise<Account> {
  const attempt = await beginAttempt(ctx, email);
  const { account } = attempt;
  const caller = hashCaller(ctx, attempt);
  const matches = await ctx.deps.passwords
    .matches(password, account?.password_hash ?? null, caller)
    .catch(async (error: unknown) => {
      await takeBack(ctx, attempt);
      traceEvent(ctx, { event: 'sign_in_limited', reason: 'too_busy', identity: email });
      throw error;
    });
  if (!account || !matches) {
    refuseSignIn(ctx, account ? 'wrong_password' : 'unknown_email', email, account?.account_id ?? null);
    throw new AppError('invalid_credentials');
  }
  await Promise.all([
    takeBackAttempts(ctx.control, attempt.places),
    forgetAttempts(ctx.control, attempt.row),
  ]);
  return account;
}

/** Why a sign-in was refused. */
type Refusal = 'wrong_password' | 'unknown_email' | 'account_limit' | 'network_limit' | 'link_required';

/** How a refusal is recorded. Wrong passwords of an account are limited, so each network gets a row. */
const refusals = {
  wrong_password: { event: 'sign_in_failed', per: 'network' },
  unknown_email: { event: 'sign_in_failed', per: 'wide network' },
  account_limit: { event: 'sign_in_limited', per: 'wide network' },
  network_limit: { event: 'sign_in_limited', per: 'wide network of any account' },
  link_required: { event: 'sign_in_link_required', per: 'account' },
} as const satisfies Record<Refusal, object>;

const refuseSignIn = (ctx: TraceContext, reason: Refusal, identity: string, accountId: number | null): void =>
  recordRefusal(ctx, { reason, identity, accountId, ...refusals[reason] });

/** Counts an attempt before the comparison, so that concurrent attempts count each other. */
async function beginAttempt(ctx: PublicContext, email: string): Promise<Attempt> {
  const { control } = ctx;
  const account = await accountByEmail(control, email);
  const accountId = account?.account_id ?? null;
  const subject = subjectOf(account, email);
  const caller = await knownCaller(ctx, accountId);
  const limits = limitsOf(ctx, subject, caller);
  const refuse = (reason: Refusal): void => refuseSignIn(ctx, reason, email, accountId);
  // One after another: what its network refuses neither uses up an account's attempts nor stores a count of its email.
  for (const together of limits) {
    const exceeded = await countAttempts(control, together);
    if (!exceeded) continue;
    refuse(exceeded.reason);
    throw rateLimited(exceeded.waitSeconds);
  }
  const places = limits.flat().map(({ place }) => place);
  if (caller.deviceId !== null) {
    const row = `sign-in-device-row:${caller.deviceId}`;
    const attempt = { account, known: caller, places, row };
    if ((await countInARow(control, row, mostInARow)) <= mostInARow) return attempt;
  }
  const row = strangersPlace(subject);
  const count = await countInARow(control, row, mostInARow);
  if (count > mostInARow) {
    refuse('link_required');
    throw new AppError('sign_in_link_required');
  }
  if (!caller.knowsNetwork) await wait(delayMs(count));
  return { account, known: { ...caller, deviceId: null }, places, row };
}

/** The limits of an attempt within a time, in the order of counting, each with the reason of its refusal. */
function limitsOf(
  { network }: PublicContext,
  subject: string,
  { deviceId }: KnownCaller,
): (AttemptLimit & { reason: Refusal })[][] {
  const from = deviceId === null ? network : `device ${deviceId}`;
  const byAccount = ofAccount.map((limit) => ({
    ...limit,
    place: `sign-in:${limit.seconds}:${hashed(subject, from)}`,
    reason: 'account_limit' as const,
  }));
  // A known device is not limited by others in its network.
  if (deviceId !== null) return [byAccount];
  const wide = wideNetwork(network);
  const reason = 'network_limit';
  return [
    [{ ...ofNetwork, place: `sign-in-network:${hashed(network)}`, reason }],
    ...(wide === undefined
      ? []
      : [[{ ...ofWideNetwork, place: `sign-in-network:${hashed(wide)}`, reason } as const]]),
    byAccount,
  ];
}

/** 100 ms from the eleventh attempt, doubled every twelve attempts. */
const delayMs = (count: number): number =>
  count <= promptAnswers ? 0 : Math.min(longestDelayMs, 100 * 2 ** ((count - promptAnswers - 1) / 12));

const hashCaller = ({ network }: PublicContext, { known }: Attempt): HashCaller =>
  known.deviceId === null
    ? { turn: network, isKnown: false }
    : { turn: `device ${known.deviceId}`, isKnown: true };

const takeBack = async ({ control }: PublicContext, { places, row }: Attempt): Promise<void> => {
  await Promise.all([takeBackAttempts(control, places), takeBackAttempt(control, row)]);
};

/** A comparison with an account's password outside sign-in: in a session, or through a link. */
interface OtherAttempt {
  accountId: number;
  hash: string | null;
  password: string;
  /** Where it is made: wrong ones in a row are counted for each. */
  place: 'session' | 'link';
  /** The event to record if it is refused. */
  event: 'step_up_failed' | 'password_change_failed' | 'link_refused';
  /** The link's practice, so that practices do not use up each other's attempts. */
  practiceId?: number | null;
}

/** Comparisons within a time window, including correct ones. */
const ofPlace = { most: 10, seconds: 300 };

/**
 * Whether a password is correct for an account. Allows ten in five minutes and 100 wrong in a row: in all sessions
 * together, and through the links of each practice. Records what it refuses.
 * @throws AppError `rate_limited`, `sign_in_link_required`
 */
export async function comparePassword(
  ctx: TraceContext,
  { accountId, hash, password, place, event, practiceId }: OtherAttempt,
): Promise<boolean> {
  const { database, passwords } = ctx.deps;
  const refuse = (reason: 'wrong_password' | 'password_limit' | 'link_required'): void =>
    recordRefusal(ctx, { event, reason, accountId });
  const whose = typeof practiceId === 'number' ? `${accountId}:${practiceId}` : `${accountId}`;
  const exceeded = await countAttempts(database.control, [{ ...ofPlace, place: `password:${whose}` }]);
  if (exceeded) {
    refuse('password_limit');
    throw rateLimited(exceeded.waitSeconds);
  }
  // Counted by the password, so that a new one begins at nothing.
  const row = `password-row:${place}:${hashed(whose, hash ?? '')}`;
  if ((await countInARow(database.control, row, mostInARow)) > mostInARow) {
    refuse('link_required');
    throw new AppError('sign_in_link_required');
  }
  const matches = await passwords.matches(password, hash);
  if (matches) await forgetAttempts(database.control, row);
  else refuse('wrong_password');
  return matches;
}
