import type { OutputOf } from '@burrow/contracts/actions';
import { errors } from '@burrow/contracts/errors';
import type { Ctx } from '../../context/context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { freshSecondsLeft } from '../../lib/fresh-proof.ts';
import { mustSetUpSecondFactor } from '../../lib/session.ts';
import { isCommonPassword } from '../../lib/common-passwords.ts';
import type { TraceContext } from '../security-log/public.ts';
import { recordAccountChange } from './account-changes.ts';
import { comparePassword, forgetStrangers } from './prove-password.ts';
import {
  changeOwnPassword,
  endOwnSessions,
  endSession,
  ownEmail,
  ownPasswordHash,
  ownSessions,
  isPracticeOnly,
} from './repository.ts';

/** Ends the caller's session in every practice of the sign-in. */
export async function endOwnSession({ tx, session, now }: Ctx): Promise<void> {
  await endSession(tx, session.keyHash, now);
}

/**
 * Refuses a common password.
 * @param field of the form
 * @throws AppError `weak_password`
 */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw weakPassword(errors.weak_password.message, field);
}

/** The refusal of a new password that equals the current one. */
export const sameAsBefore = (): AppError =>
  weakPassword('This is your current password. Choose a different one.');

/** The refusal of a new password, at its field. */
export const weakPassword = (message: string, field = 'password'): AppError =>
  new AppError('weak_password', { message, fields: { [field]: message } });

/**
 * Refuses a new password that is common or equals the current one, and a change without the current one. Only after a
 * sign-in with a forced change is that not required.
 * @throws AppError `weak_password`; `invalid_input` about `current_password`; `rate_limited` after too many guesses
 */
export async function checkNewPassword(
  ctx: Pick<Ctx, 'session'> & TraceContext,
  password: string,
  currentPassword: string | undefined,
): Promise<void> {
  const { deps, session } = ctx;
  if (session.kind !== 'session' || session.accountId === null)
    throw invalidField('api_key', 'A password can only be changed in a session.');
  await refusePracticeOnly(deps.database.control, session.keyHash);
  refuseCommonPassword(password);
  if (session.mustChangePassword) {
    const current = await ownPasswordHash(deps.database.control, session.keyHash);
    if (current !== null && (await deps.passwords.matches(password, current))) throw sameAsBefore();
    return;
  }
  if (currentPassword === undefined) throw invalidField('current_password', 'Enter your current password.');
  const { accountId } = session;
  const hash = await ownPasswordHash(deps.database.control, session.keyHash);
  const event = 'password_change_failed';
  const attempt = { accountId, hash, password: currentPassword, place: 'session', event } as const;
  if (!(await comparePassword(ctx, attempt)))
    throw invalidField('current_password', 'Your current password is incorrect.');
  if (password === currentPassword) throw sameAsBefore();
}

/**
 * A practice's provider says who someone is in that practice; it must not change their account, or use up its attempts.
 * @throws AppError `forbidden` in a session that it opened
 */
export async function refusePracticeOnly(db: Queryable, keyHash: Buffer): Promise<void> {
  if (!(await isPracticeOnly(db, keyHash))) return;
  throw new AppError('forbidden', {
    message:
      'You signed in with your practice’s single sign-on, which covers that practice only. Sign in with your password to change this.',
  });
}

/** A checked new password, and the device that it was entered on. */
export interface NewPassword {
  hash: string;
  device: Buffer | null;
}

/**
 * Replaces the caller's password, clears the forced change, ends their other sessions and makes all devices but the
 * calling one strangers'.
 */
export async function replaceOwnPassword(ctx: Ctx, { hash, device }: NewPassword): Promise<void> {
  const { tx, session, now, deps } = ctx;
  await changeOwnPassword(tx, session.keyHash, hash, now, device);
  if (session.accountId === null) return;
  await recordAccountChange(ctx, session.accountId, 'password_changed');
  await forgetStrangers(deps.database.control, session.accountId);
}

/** The caller, their role and the end of their session. */
export async function describeSession({ tx, session, now, deps }: Ctx): Promise<OutputOf<'session'>> {
  const [email, practiceOnly] = await Promise.all([
    ownEmail(tx, session.keyHash),
    isPracticeOnly(tx, session.keyHash),
  ]);
  const userId = session.userId ?? session.accountId;
  // The session was ended a moment ago.
  if (email === null) throw new AppError('unauthenticated');
  if (userId === null) throw new Error('This staff session has no account.');
  return {
    name: session.name,
    email,
    role: session.role,
    user_id: userId,
    tenant_id: session.tenantId,
    must_change_password: session.mustChangePassword,
    practice_only: practiceOnly,
    support_until: session.supportUntil?.toISOString() ?? null,
    second_factor_due_at: session.secondFactorDueAt?.toISOString() ?? null,
    must_set_up_second_factor: mustSetUpSecondFactor(session, now),
    idle_seconds_left: Math.round(
      idleSecondsOf(deps) - (now.getTime() - session.lastUsedAt.getTime()) / 1000,
    ),
    fresh_seconds_left: freshSecondsLeft(session, now),
  };
}

/** The caller's open sign-ins in every practice, last used first. */
export const listOwnSessions = ({ tx, session, now, deps }: Ctx): Promise<OutputOf<'session/list'>> =>
  ownSessions(tx, session.keyHash, now, idleSecondsOf(deps));

export const idleSecondsOf = ({ env }: Ctx['deps']): number => env.SESSION_IDLE_HOURS * 3600;

/**
 * Ends one of the caller's own sign-ins, or all but the calling one.
 * @throws AppError `not_found` for a closed or another person's session
 */
export async function revokeOwnSessions(
  { tx, session, now }: Ctx,
  sessionId: number | undefined,
): Promise<void> {
  const ended = await endOwnSessions(tx, session.keyHash, sessionId ?? null, now);
  if (sessionId !== undefined && ended === 0) throw new AppError('not_found');
}
