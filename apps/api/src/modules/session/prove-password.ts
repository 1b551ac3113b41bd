import type { PublicContext } from '../../context/context.ts';
import { countAttempts, countInARow, forgetAttempts } from '../../db/attempt-count.ts';
import { AppError } from '../../lib/app-error.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { knownCaller } from './devices.ts';
import {
  countGuess,
  forgetWrongInARow,
  hashed,
  mostInARow,
  settleGuess,
  takeBackGuess,
  type CountedGuess,
} from './guess-limits.ts';
import { accountByEmail, type Account } from './repository.ts';
import { recordRefusal, traceEvent } from './security-log.ts';

const subjectOfAccount = (accountId: number): string => `account ${accountId}`;

/** Lets unknown devices try again, after a link by email was used or a new password set. */
export const forgetStrangers = (control: PublicContext['control'], accountId: number): Promise<void> =>
  forgetWrongInARow(control, 'sign-in', subjectOfAccount(accountId));

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
    recordRefusal(ctx, account ? 'wrong_password' : 'unknown_email', email, account?.account_id ?? null);
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
    (reason) => recordRefusal(ctx, reason, email, accountId),
  );
}

/** A comparison with an account's password outside sign-in: in a session, or through a link. */
interface OtherAttempt {
  accountId: number;
  hash: string | null;
  password: string;
  /** Where it is made: wrong ones in a row are counted for each. */
  place: 'session' | 'link';
  /** The link's practice, so that practices do not use up each other's attempts. */
  practiceId?: number | null;
}

/** Comparisons within a time window, including correct ones. */
const ofPlace = { most: 10, seconds: 300 };

/**
 * Whether a password is correct for an account. Allows ten in five minutes and 100 wrong in a row: in all sessions
 * together, and through the links of each practice.
 * @throws AppError `rate_limited`, `sign_in_link_required`
 */
export async function comparePassword(
  { deps }: Pick<PublicContext, 'deps'>,
  { accountId, hash, password, place, practiceId }: OtherAttempt,
): Promise<boolean> {
  const { control } = deps.database;
  const whose = typeof practiceId === 'number' ? `${accountId}:${practiceId}` : `${accountId}`;
  const exceeded = await countAttempts(control, [{ ...ofPlace, place: `password:${whose}` }]);
  if (exceeded) throw rateLimited(exceeded.waitSeconds);
  // Counted by the password, so that a new one begins at nothing.
  const row = `password-row:${place}:${hashed(whose, hash ?? '')}`;
  if ((await countInARow(control, row, mostInARow)) > mostInARow) throw new AppError('sign_in_link_required');
  const matches = await deps.passwords.matches(password, hash);
  if (matches) await forgetAttempts(control, row);
  return matches;
}
