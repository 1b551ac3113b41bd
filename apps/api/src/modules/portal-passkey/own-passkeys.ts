import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxPasskeys } from '@burrow/contracts/factor';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { countAttempts } from '../../db/attempt-count.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { freshSecondsLeft } from '../../lib/fresh-proof.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { portalAddress } from '../../lib/portal-address.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { traceEvent } from '../security-log/public.ts';
import { challengeMs, creationOptions, requireParty, verifyNewPasskey } from '../sign-in-proof/public.ts';
import type { Notified } from './notice.ts';
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  ownPasskeys,
  passkeyClient,
  passkeyPractice,
  renamePasskey,
  takeChallenge,
  type NewPasskey,
  type PasskeyPractice,
} from './repository.ts';

/** How many passwords a client can try inside their sessions. */
const passwordTries = [
  { most: 10, seconds: 300 },
  { most: 30, seconds: 86_400 },
];

const conflict = (message: string): AppError => new AppError('conflict', { message });
const full = (): AppError =>
  conflict(`You already have ${maxPasskeys} passkeys, the most allowed. Remove one first.`);

/** The caller's practice and id. */
function callerOf({ session }: Pick<Ctx, 'session'>): { tenantId: number; clientId: number } {
  if (session.tenantId === null) throw new Error('This session has no practice.');
  return { tenantId: session.tenantId, clientId: ownClientId({ session }) };
}

/** The host of passkeys at the address of a call to a practice's portal. */
export const portalParty = (
  ctx: Pick<OutsideContext, 'deps' | 'host'>,
  tenantId: number,
  practice: PasskeyPractice,
) => requireParty(ctx, practice, portalAddress(ctx.deps.env.PUBLIC_URL, { id: tenantId, ...practice }));

/** The caller's passkeys. */
export async function listOwnPasskeys(ctx: Ctx): Promise<OutputOf<'cp/passkeys'>> {
  const { tenantId, clientId } = callerOf(ctx);
  const passkeys = await ownPasskeys(ctx.tx, tenantId, clientId);
  return passkeys.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }));
}

/**
 * Begins to add a passkey, after a fresh proof of who the caller is.
 * @throws AppError `invalid_input` about a missing or wrong password; `rate_limited` after too many;
 * `recent_sign_in_required` for a client without a password; `conflict` when the caller has the maximum, or at an address
 * that has no passkeys
 */
export async function beginPasskey(
  ctx: OutsideContext,
  password: string | undefined,
): Promise<OutputOf<'cp/passkey/add'>> {
  const { tenantId, clientId } = callerOf(ctx);
  const [client, practice, passkeys] = await ctx.inPractice((tx) =>
    Promise.all([
      passkeyClient(tx, tenantId, clientId),
      passkeyPractice(tx, tenantId),
      ownPasskeys(tx, tenantId, clientId),
    ]),
  );
  if (!client) throw new AppError('unauthenticated');
  await needFreshProof(ctx, client.password_hash, password);
  const party = portalParty(ctx, tenantId, practice);
  if (passkeys.length >= maxPasskeys) throw full();
  const owner = {
    // Other than that of a staff member: the practice's portal and its desk may have one host.
    handle: `client ${tenantId} ${clientId}`,
    userName: `${client.name} (${practice.tenant_name})`,
    displayName: client.name,
    partyName: practice.tenant_name,
  };
  const existing = passkeys
    .filter(({ rp_id }) => rp_id === party.id)
    .map(({ credential_id: id, transports }) => ({ id, transports }));
  const options = await creationOptions(party, owner, existing);
  const token = newKey();
  const asked = {
    tokenHash: hashKey(token),
    clientId,
    webauthnChallenge: options.challenge,
    expiresAt: new Date(ctx.now.getTime() + challengeMs),
  };
  await ctx.inPractice((tx) => insertChallenge(tx, tenantId, asked, ctx.now));
  return { challenge: token, passkey_options: { ...options } };
}

/** A passkey outlasts the session, so a device that was left unlocked must not be enough to add one. */
async function needFreshProof(
  ctx: OutsideContext,
  passwordHash: string | null,
  password: string | undefined,
): Promise<void> {
  const { session, deps, now } = ctx;
  if (freshSecondsLeft(session, now) > 0) return;
  if (passwordHash === null) throw new AppError('recent_sign_in_required');
  if (password === undefined) throw invalidField('password', 'Enter your password.');
  const { tenantId, clientId } = callerOf(ctx);
  const limits = passwordTries.map((limit) => ({
    ...limit,
    place: `passkey-password:${limit.seconds}:${tenantId}:${clientId}`,
  }));
  const exceeded = await countAttempts(deps.database.control, limits);
  if (exceeded) throw rateLimited(exceeded.waitSeconds);
  if (await deps.passwords.matches(password, passwordHash)) return;
  traceEvent(ctx, { event: 'step_up_failed', reason: 'wrong_password', tenantId, clientId });
  throw invalidField('password', 'Your password is incorrect.');
}

/**
 * Checks a new passkey, and uses up its challenge.
 * @throws AppError `challenge_expired`, `passkey_not_valid`, `conflict`
 */
export async function checkPasskey(
  ctx: OutsideContext,
  { challenge, passkey }: ParsedInputOf<'cp/passkey/confirm'>,
): Promise<NewPasskey> {
  const { tenantId, clientId } = callerOf(ctx);
  const asked = { tokenHash: hashKey(challenge), clientId };
  const [expected, practice] = await ctx.inPractice((tx) =>
    Promise.all([takeChallenge(tx, tenantId, asked, ctx.now), passkeyPractice(tx, tenantId)]),
  );
  if (expected === undefined) throw new AppError('challenge_expired');
  const party = portalParty(ctx, tenantId, practice);
  const { id, publicKey, counter, transports = [] } = await verifyNewPasskey(party, passkey, expected);
  const name = deviceLabel(ctx.userAgent) ?? 'Passkey';
  return { name, credentialId: id, publicKey, rpId: party.id, counter, transports };
}

/**
 * Stores a checked passkey.
 * @returns who is notified of it
 * @throws AppError `conflict`; `unauthenticated` if the login was removed meanwhile
 */
export async function storePasskey(ctx: Ctx, passkey: NewPasskey): Promise<Notified> {
  const { tx, now } = ctx;
  const caller = callerOf(ctx);
  const { tenantId, clientId } = caller;
  const outcome = await insertPasskey(tx, caller, passkey, now, maxPasskeys);
  if (outcome === 'full') throw full();
  if (outcome === 'taken') throw conflict('This passkey has already been added.');
  const client = await passkeyClient(tx, tenantId, clientId);
  if (outcome === 'gone' || !client) throw new AppError('unauthenticated');
  ctx.auditDetails({ passkey: passkey.name });
  traceEvent(ctx, { event: 'portal_passkey_added', tenantId, clientId });
  return { phone: client.phone, email: client.email, practice: await passkeyPractice(tx, tenantId) };
}

/** @throws AppError `not_found` */
export async function renameOwnPasskey(
  ctx: Ctx,
  { passkey_id: id, name }: ParsedInputOf<'cp/passkey/rename'>,
): Promise<void> {
  if (!(await renamePasskey(ctx.tx, callerOf(ctx), id, name))) throw new AppError('not_found');
  ctx.auditDetails({ passkey: name });
}

/** @throws AppError `not_found` */
export async function removeOwnPasskey(ctx: Ctx, id: number): Promise<void> {
  const caller = callerOf(ctx);
  const name = await deletePasskey(ctx.tx, caller, id);
  if (name === undefined) throw new AppError('not_found');
  ctx.auditDetails({ passkey: name });
  traceEvent(ctx, { event: 'portal_passkey_removed', ...caller });
}
