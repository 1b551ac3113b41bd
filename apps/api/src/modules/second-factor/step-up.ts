import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { freshProofSeconds } from '@burrow/contracts/action';
import type { Factor } from '@burrow/contracts/factor';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import {
  comparePassword,
  isPracticeOnly,
  ownPasswordHash,
  recordAccountChange,
  refusePracticeOnly,
  renewProof,
} from '../session/public.ts';
import { challengeSecondStep, proveSecondStep } from '../sign-in-proof/public.ts';

/** What a person has just proved. */
export interface Proof {
  factors: readonly Factor[];
  /** The password hash that their account had then. */
  comparedHash: string | null;
}

/** The caller's account. */
async function accountOf({ deps, session }: Pick<OutsideContext, 'deps' | 'session'>) {
  if (session.accountId === null) throw new Error('This staff session has no account.');
  const passwordHash = await ownPasswordHash(deps.database.control, session.keyHash);
  return { account_id: session.accountId, password_hash: passwordHash };
}

const proofContext = (ctx: OutsideContext) => ({ ...ctx, control: ctx.deps.database.control });

/** How the caller confirms who they are, and the challenge to answer. */
export async function startStepUp(ctx: OutsideContext): Promise<OutputOf<'auth/step_up/start'>> {
  const account = await accountOf(ctx);
  // A practice's provider must not use up the account's attempts.
  if (await isPracticeOnly(ctx.deps.database.control, ctx.session.keyHash)) {
    return { step_up_by: 'sign_in', challenge: null, factors: [], passkey_options: null };
  }
  const asked = await challengeSecondStep(proofContext(ctx), account, 'step_up');
  if (asked) return { step_up_by: 'second_factor', passkey_options: null, ...asked };
  const by = account.password_hash === null ? 'sign_in' : 'password';
  return { step_up_by: by, challenge: null, factors: [], passkey_options: null };
}

/**
 * Checks who the caller is, inside their session: by their second factor, or by their password if they have none. A
 * person with neither must sign in again.
 * @throws AppError `invalid_input` about the missing or wrong field; `challenge_expired`, `code_not_valid`,
 * `codes_blocked`, `passkey_not_valid`; `rate_limited`, `sign_in_link_required` after too many guesses
 */
export async function proveAgain(ctx: OutsideContext, input: ParsedInputOf<'auth/step_up'>): Promise<Proof> {
  const account = await accountOf(ctx);
  await refusePracticeOnly(ctx.deps.database.control, ctx.session.keyHash);
  if (input.challenge !== undefined) {
    const answer = { challenge: input.challenge, code: input.code, passkey: input.passkey };
    const proved = await proveSecondStep(proofContext(ctx), answer, 'step_up');
    if (proved.account.account_id !== account.account_id) throw new AppError('challenge_expired');
    if (proved.recoveryCodesLeft !== null) {
      await recordAccountChange(proofContext(ctx), account.account_id, 'recovery_code_used');
    }
    return { factors: proved.factors, comparedHash: account.password_hash };
  }
  const { step_up_by: by } = await startStepUp(ctx);
  if (by === 'second_factor')
    throw invalidField('challenge', 'Confirm with your second factor: begin with auth/step_up/start.');
  return provePassword(ctx, account, input.password);
}

async function provePassword(
  ctx: OutsideContext,
  {
    account_id: accountId,
    password_hash: comparedHash,
  }: { account_id: number; password_hash: string | null },
  password: string | undefined,
): Promise<Proof> {
  if (password === undefined) throw invalidField('password', 'Enter your password.');
  if (comparedHash === null)
    throw invalidField('password', 'You don’t have a password. Log out and sign in again to continue.');
  const attempt = {
    accountId,
    hash: comparedHash,
    password,
    place: 'session',
    event: 'step_up_failed',
  } as const;
  if (!(await comparePassword(ctx, attempt))) throw invalidField('password', 'Your password is incorrect.');
  return { factors: ['password'], comparedHash };
}

/**
 * Records the proof for the caller's session and the other keys of the same sign-in.
 * @throws AppError `unauthenticated` if the password was changed since, or the session has ended
 */
export async function stepUp(ctx: Ctx, { factors, comparedHash }: Proof): Promise<OutputOf<'auth/step_up'>> {
  if (!(await renewProof(ctx.tx, ctx.session.keyHash, ctx.now, comparedHash)))
    throw new AppError('unauthenticated');
  ctx.auditDetails({ factors });
  return { success: true, fresh_seconds_left: freshProofSeconds };
}
