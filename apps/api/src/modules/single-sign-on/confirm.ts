import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { freshSecondsLeft } from '../../lib/fresh-proof.ts';
import { startStepUp } from '../second-factor/public.ts';
import { isPracticeOnly, ownPasswordHash, renewProof } from '../session/public.ts';
import { installationProvider, practiceProvider, type Provider } from './providers.ts';
import { recordingRefusal, type SsoAttempt } from './refusals.ts';
import { accountOfIdentity, storeSignIn, takeOwnToken } from './repository.ts';
import { rowOf, signInAt, type OwnStart } from './start.ts';

/**
 * Asks the provider that opened the caller's session to sign them in again, before the transaction.
 * @throws AppError `conflict` for a person who confirms with a password or a second factor; `sso_not_set_up`,
 * `sso_unavailable`, `sso_failed`; `sso_not_confirmed` from a provider that can't ask again
 */
export async function prepareConfirm(ctx: OutsideContext): Promise<OwnStart> {
  // Otherwise a provider that is signed in at the same desk would replace what only the person has.
  if ((await startStepUp(ctx)).step_up_by !== 'sign_in')
    throw new AppError('conflict', {
      message: 'Confirm with your password or your second factor: begin with auth/step_up/start.',
    });
  const provider = await providerOfSession(ctx);
  if (!provider) throw new AppError('sso_not_set_up');
  const { accountId } = ctx.session;
  return { provider, ...(await signInAt(ctx, provider, { accountId, asksAgain: true })) };
}

async function providerOfSession(ctx: OutsideContext): Promise<Provider | undefined> {
  const { deps, session } = ctx;
  const { tenantId: practiceId, keyHash } = session;
  if (practiceId === null || !(await isPracticeOnly(deps.database.control, keyHash)))
    return installationProvider(deps);
  return ctx.inPractice((tx) => practiceProvider(tx, deps, practiceId));
}

/** Stores the start. It is bound to the caller's account, like connecting. */
export async function startConfirm(
  { tx, session, now }: Ctx,
  { provider, url, checks }: OwnStart,
): Promise<OutputOf<'sso/confirm_start'>> {
  const { accountId } = session;
  if (accountId === null) throw new AppError('forbidden');
  const started = { purpose: 'confirm', browserHash: null, accountId, returnPath: null } as const;
  await storeSignIn(tx, { ...rowOf(now, provider, checks), ...started }, now);
  return { url };
}

const notConfirmed = (message: string): AppError => new AppError('sso_not_confirmed', { message });

/**
 * Records the proof for the caller's session and the other keys of the same sign-in, as of the moment that the provider
 * asked for credentials.
 * @throws AppError `sso_expired`, also for a start by another account; `sso_not_confirmed` for another person, or after more
 * than five minutes; `unauthenticated` if the session has ended
 */
export async function finishConfirm(ctx: Ctx, token: string): Promise<OutputOf<'sso/confirm_finish'>> {
  const { tx, session, now } = ctx;
  const { accountId, keyHash } = session;
  if (accountId === null) throw new AppError('forbidden');
  const ofSession = (await isPracticeOnly(tx, keyHash)) ? session.tenantId : null;
  const attempt: SsoAttempt = { practiceId: ofSession, accountId };
  return recordingRefusal(ctx, attempt, async () => {
    const taken = await takeOwnToken(tx, 'confirm', hashKey(token), accountId, now);
    // The provider of one practice says nothing about a session in another.
    if (!taken || taken.practice_id !== ofSession) throw new AppError('sso_expired');
    const { issuer, claims } = taken;
    const identity = { practiceId: ofSession, issuer, subject: claims.subject };
    const signedIn = await accountOfIdentity(tx, identity, now);
    if (signedIn?.account_id !== accountId)
      throw notConfirmed(
        'You signed in as someone else at your sign-in provider. Try again with your own account.',
      );
    const verifiedAt = new Date(claims.provedAt ?? 0);
    const left = freshSecondsLeft({ verifiedAt }, now);
    if (left === 0) throw notConfirmed('This took too long. Try again.');
    if (!(await renewProof(tx, keyHash, verifiedAt, await ownPasswordHash(tx, keyHash))))
      throw new AppError('unauthenticated');
    ctx.auditDetails({ factors: ['sso'] });
    return { success: true, fresh_seconds_left: left };
  });
}
