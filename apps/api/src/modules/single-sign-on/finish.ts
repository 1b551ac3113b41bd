import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx, PublicContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { isPracticeOnly, openSessions, recordAccountChange, refusePracticeOnly } from '../session/public.ts';
import { memberOfPractice } from './membership.ts';
import { recordingRefusal, type SsoAttempt } from './refusals.ts';
import {
  accountOfIdentity,
  connectOwnIdentity,
  disconnectIdentity,
  ownIdentities,
  readProvider,
  takeOwnToken,
  takeSignInToken,
  type SignInAccount,
  type TakenToken,
} from './repository.ts';
import { installationProvider } from './providers.ts';
import { browserOf } from './start.ts';

/**
 * Finishes a sign-in: the installation's provider opens every practice of the account, a practice's provider only its own.
 * @throws AppError `sso_expired`, `sso_email_unverified`, `sso_connect_first`, `sso_not_invited`, `sso_no_group`,
 * `identity_taken`, `practice_unavailable`
 */
export function finishSignIn(ctx: PublicContext, token: string): Promise<OutputOf<'auth/sso_finish'>> {
  const attempt: SsoAttempt = { practiceId: null, accountId: null };
  return recordingRefusal(ctx, attempt, async () => {
    const browser = browserOf(ctx);
    const taken = browser && (await takeSignInToken(ctx.control, hashKey(token), hashKey(browser), ctx.now));
    if (!taken) throw new AppError('sso_expired');
    const { practice_id: practiceId, claims } = taken;
    Object.assign(attempt, { practiceId, email: claims.email });
    const account =
      practiceId === null
        ? await connectedAccount(ctx, taken)
        : await memberOfPractice(ctx, practiceId, taken, attempt);
    attempt.accountId = account.account_id;
    return opened(ctx, account, taken);
  });
}

/** The installation's provider never matches by email: its owner connects an account to it. */
async function connectedAccount(ctx: PublicContext, { issuer, claims }: TakenToken): Promise<SignInAccount> {
  const identity = { practiceId: null, issuer, subject: claims.subject };
  const account = await accountOfIdentity(ctx.control, identity, ctx.now);
  if (account) return account;
  throw new AppError('sso_connect_first', {
    message:
      'This sign-in isn’t connected to an account yet. Sign in with your password once, then connect single sign-on under My account.',
  });
}

/** A provider that doesn't say when it asked for credentials may not have asked: such a session has no fresh proof. */
const unknownMoment = new Date(0);

async function opened(
  ctx: PublicContext,
  account: SignInAccount,
  { practice_id: practiceId, claims }: TakenToken,
): Promise<OutputOf<'auth'>> {
  const provedAt = claims.provedAt ? new Date(claims.provedAt) : unknownMoment;
  const limits = { practiceId: practiceId ?? undefined, identityId: account.identity_id, provedAt };
  try {
    return await openSessions(ctx, account, ['sso'], limits);
  } catch (error) {
    // The person entered no password.
    if (error instanceof AppError && error.code === 'invalid_credentials')
      throw new AppError('sso_not_invited');
    throw error;
  }
}

/**
 * Connects the identity to the caller's account.
 * @throws AppError `sso_expired`, also for a start by another account or at a provider that was changed;
 * `identity_taken`; `forbidden` in a session that is valid for one practice only
 */
export async function finishConnect(ctx: Ctx, token: string): Promise<void> {
  const { tx, session, now } = ctx;
  const { accountId } = session;
  if (accountId === null) throw new AppError('forbidden');
  const attempt: SsoAttempt = { practiceId: session.tenantId, accountId };
  await recordingRefusal(ctx, attempt, async () => {
    const taken = await takeOwnToken(tx, 'connect', hashKey(token), accountId, now);
    if (!taken) throw new AppError('sso_expired');
    const { practice_id: practiceId, issuer, claims } = taken;
    Object.assign(attempt, { practiceId, email: claims.email });
    if (practiceId === null) await refusePracticeOnly(tx, session.keyHash);
    const identity = { practiceId, issuer, subject: claims.subject };
    const outcome = await connectOwnIdentity(tx, session.keyHash, identity, claims.email, now);
    if (outcome !== 'connected') throw new AppError(outcome === 'taken' ? 'identity_taken' : 'sso_expired');
  });
  await recordAccountChange(ctx, accountId, 'sso_connected');
}

/** The caller's connected sign-ins, and the providers they can connect. */
export async function listIdentities({ tx, session, deps }: Ctx): Promise<OutputOf<'sso/identities'>> {
  const connected = await ownIdentities(tx, session.keyHash);
  const own = session.tenantId === null ? undefined : await readProvider(tx, session.tenantId);
  const general = (await isPracticeOnly(tx, session.keyHash)) ? undefined : installationProvider(deps);
  const isFree = (practiceId: number | null, issuer: string): boolean =>
    !connected.some((one) => one.practice_id === practiceId && one.issuer === issuer);
  return {
    connected: connected.map(({ practice_id: _of, ...rest }) => rest),
    available: [
      ...(own && isFree(session.tenantId, own.issuer) ? [{ of: 'practice' as const, name: own.name }] : []),
      ...(general && isFree(null, general.issuer)
        ? [{ of: 'installation' as const, name: general.name }]
        : []),
    ],
  };
}

/** @throws AppError `not_found`, `last_way_in` */
export async function disconnect(ctx: Ctx, identityId: number): Promise<void> {
  const { tx, session, now } = ctx;
  const outcome = await disconnectIdentity(tx, session.keyHash, identityId, now);
  if (outcome !== 'done') throw new AppError(outcome);
  if (session.accountId !== null) await recordAccountChange(ctx, session.accountId, 'sso_disconnected');
}
