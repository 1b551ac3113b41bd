import type { PublicContext } from '../../context/context.ts';
import { countAttempts, countInARow, forgetAttempts } from '../../db/attempt-count.ts';
import { AppError } from '../../lib/app-error.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { recordRefusal, traceEvent, type TraceContext } from '../security-log/public.ts';
import { knownCaller } from '../sign-in-proof/public.ts';
import {
  countGuess,
  forgetWrongInARow,
  hashed,
  maxInARow,
  settleGuess,
  takeBackGuess,
  type CountedGuess,
  type GuessRefusal,
} from './guess-limits.ts';
import { accountByEmail, type Account } from './repository.ts';

const subjectOfAccount = (accountId: number): string => `account ${accountId}`;

/** Lets unknown devices try again, after a link by email was used or a new password set. */
export const forgetStrangers = (control: PublicContext['control'], accountId: number): Promise<void> =>
  forgetWrongInARow(control, 'sign-in', subjectOfAccount(accountId));

/** Why a sign-in was refused. */
type Refusal = GuessRefusal | 'wrong_password' | 'unknown_email';

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

/**
 * The account whose email and password these are. An unknown email takes the same steps, with the same limits and
 * the same duration.
 * @throws AppError `invalid_credentials`, the same for an unknown email and a wrong password; `rate_limited`,
 * `sign_in_link_required`
 */
export async function provePassword(ctx: PublicContext, email: string, password: string): Promise<Account> {
  const account = await accountByEmail(ctx.control, email);
  const guess = await beginGuess(ctx, account, email);
  const matches = await ctx.deps.passwords
    .matches(password, account?.password_hash ?? null, guess.caller)
    .catch(async (error: unknown) => {
      await takeBackGuess(ctx.control, guess);
      traceEvent(ctx, { event: 'sign_in_limited', reason: 'too_busy', identity: email });
      throw error;
    });
  if (!account || !matches) {
    refuseSignIn(ctx, account ? 'wrong_password' : 'unknown_email', email, account?.account_id ?? null);
    throw new AppError('invalid_credentials');
  }
  await settleGuess(ctx.control, guess);
  return account;
}

/** An account is counted by its id, because its email can be written in several ways; an unknown email as written. */
async function beginGuess(
  ctx: PublicContext,
  account: Account | undefined,
  email: string,
): Promise<CountedGuess> {
  const accountId = account?.account_id ?? null;
  const { deviceId, knowsNetwork } = await knownCaller(ctx, accountId);
  return countGuess(
    ctx,
    {
      kind: 'sign-in',
      subject: accountId === null ? `email ${email}` : subjectOfAccount(accountId),
      deviceId: deviceId === null ? null : String(deviceId),
      knowsNetwork,
    },
    (reason) => refuseSignIn(ctx, reason, email, accountId),
  );
}

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
  if ((await countInARow(database.control, row, maxInARow)) > maxInARow) {
    refuse('link_required');
    throw new AppError('sign_in_link_required');
  }
  const matches = await passwords.matches(password, hash);
  if (matches) await forgetAttempts(database.control, row);
  else refuse('wrong_password');
  return matches;
}
