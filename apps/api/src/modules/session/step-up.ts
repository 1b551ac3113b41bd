import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { freshProofSeconds } from '@burrow/contracts/action';
import type { Factor } from '@burrow/contracts/factor';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { ownPasswordHash, renewProof } from './repository.ts';
import { limitPasswordAttempts } from './service.ts';

/** What a person has just proved. */
export interface Proof {
  factors: readonly Factor[];
  /** The password hash that their account had then. */
  comparedHash: string | null;
}

/**
 * Proves who the caller is, inside their session: by their password. A person who has none signs in again instead.
 * @throws AppError `invalid_input` about `password`; `rate_limited` after too many guesses
 */
export async function proveAgain(
  { deps, session }: OutsideContext,
  { password }: ParsedInputOf<'auth/step_up'>,
): Promise<Proof> {
  if (session.accountId === null) throw new Error('A session of staff has an account.');
  if (password === undefined) throw invalidField('password', 'Enter your password.');
  await limitPasswordAttempts(deps, session.accountId);
  const comparedHash = await ownPasswordHash(deps.database.control, session.keyHash);
  if (comparedHash === null)
    throw invalidField('password', 'You don’t have a password. Sign out, and sign in again to continue.');
  if (!(await deps.passwords.matches(password, comparedHash)))
    throw invalidField('password', 'Your password is incorrect.');
  return { factors: ['password'], comparedHash };
}

/**
 * Makes the proof count for the caller's session and the other keys of the same sign-in.
 * @throws AppError `unauthenticated` when the password was changed meanwhile, or the session has ended
 */
export async function stepUp(ctx: Ctx, { factors, comparedHash }: Proof): Promise<OutputOf<'auth/step_up'>> {
  if (!(await renewProof(ctx.tx, ctx.session.keyHash, ctx.now, comparedHash)))
    throw new AppError('unauthenticated');
  ctx.auditDetails({ factors });
  return { success: true, fresh_seconds_left: freshProofSeconds };
}
