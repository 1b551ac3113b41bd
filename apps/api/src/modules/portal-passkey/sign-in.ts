import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  knownDevice,
  newClientSession,
  recordSignInFailure,
  rememberDevice,
  signInAnswer,
  signInPractice,
} from '../portal-access/public.ts';
import { traceEvent } from '../security-log/public.ts';
import { challengeMs, relyingParty, requestOptions, verifyPasskey } from '../sign-in-proof/public.ts';
import { portalParty } from './own-passkeys.ts';
import {
  insertChallenge,
  issuePasskeyKey,
  passkeyPractice,
  signingPasskey,
  takeChallenge,
  type SigningPasskey,
} from './repository.ts';

const unknownPasskey = (): AppError =>
  new AppError('passkey_not_valid', {
    message: 'This passkey isn’t registered here. Sign in another way, then add it in your profile.',
  });

/**
 * Begins a sign-in to a practice's portal with a passkey.
 * @throws AppError `not_found`, also for a suspended practice; `conflict` at an address that has no passkeys
 */
export async function challengePortalPasskey(
  ctx: PublicContext,
  tenantId: number,
): Promise<OutputOf<'cp/passkey/challenge'>> {
  const practice = await ctx.inPractice(tenantId, (tx) => passkeyPractice(tx, tenantId));
  const options = await requestOptions(portalParty(ctx, tenantId, practice), null);
  const token = newKey();
  const asked = {
    tokenHash: hashKey(token),
    clientId: null,
    webauthnChallenge: options.challenge,
    expiresAt: new Date(ctx.now.getTime() + challengeMs),
  };
  await ctx.inPractice(tenantId, (tx) => insertChallenge(tx, tenantId, asked, ctx.now));
  return { challenge: token, passkey_options: { ...options } };
}

/**
 * Signs a client in to the portal of a practice with one of their passkeys there.
 * @throws AppError `challenge_expired`, also for a used challenge; `passkey_not_valid`, the same for an unknown passkey,
 * another practice's and an archived client's; `not_found`
 */
export async function signInByPasskey(
  ctx: PublicContext,
  { tenant_id: tenantId, challenge, passkey: answer }: ParsedInputOf<'cp/passkey/sign_in'>,
): Promise<OutputOf<'cp/passkey/sign_in'>> {
  const asked = { tokenHash: hashKey(challenge), clientId: null };
  const [expected, passkey, host, practice] = await ctx.inPractice(tenantId, (tx) =>
    Promise.all([
      takeChallenge(tx, tenantId, asked, ctx.now),
      signingPasskey(tx, tenantId, answer.id),
      passkeyPractice(tx, tenantId),
      signInPractice(tx, tenantId),
    ]),
  );
  if (expected === undefined) throw new AppError('challenge_expired');
  const party = relyingParty(ctx.deps.env, ctx.host, host);
  if (!party || !passkey) {
    traceEvent(ctx, { event: 'portal_passkey_refused', reason: 'unknown_passkey', tenantId });
    throw unknownPasskey();
  }
  const refused = (error: unknown): never => {
    const client = { id: passkey.client_id };
    recordSignInFailure(ctx, { tenantId, phone: passkey.phone ?? '', client }, 'wrong_passkey');
    throw error;
  };
  const counter = await verifyPasskey(party, answer, expected, passkey).catch(refused);
  const key = await issueKey(ctx, tenantId, passkey, counter).catch(refused);
  const client = { id: passkey.client_id, password_hash: passkey.password_hash };
  await rememberDevice(ctx, tenantId, client, await knownDevice(ctx, tenantId, client));
  traceEvent(ctx, {
    event: 'portal_sign_in_succeeded',
    reason: 'passkey',
    tenantId,
    clientId: passkey.client_id,
  });
  return signInAnswer(key, tenantId, passkey.client_id, practice);
}

/** A key for the client of a passkey, if the passkey can still sign in and its counter has not gone back. */
async function issueKey(
  ctx: PublicContext,
  tenantId: number,
  { id: passkeyId }: SigningPasskey,
  counter: number,
): Promise<string> {
  const { key, stored } = newClientSession(ctx);
  await ctx.inPractice(tenantId, async (tx) => {
    if (!(await issuePasskeyKey(tx, { ...stored, passkeyId, counter })))
      throw new AppError('passkey_not_valid');
  });
  return key;
}
