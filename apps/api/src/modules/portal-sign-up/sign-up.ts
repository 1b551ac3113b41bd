import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { NewCookie, PublicContext } from '../../context/context.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { clientForSignUp } from '../client/public.ts';
import {
  hasProof,
  storeProof,
  consumeCode,
  useUpProof,
  codePlace,
  inKeptRegion,
  sendCode,
  tryCode,
  checkPortalPassword,
  forgetGuesses,
  insertLogin,
  noteAccess,
  type CodePlace,
} from '../portal-access/public.ts';
import { traceEvent } from '../security-log/public.ts';

/** How long a verified number can be used to sign up. */
const proofSeconds = 900;

const cookie = (value: string | null): NewCookie => ({
  name: 'burrow_registration',
  value,
  path: '/api/cp/register',
  seconds: proofSeconds,
});

/**
 * Sends a code to a person who wants an account.
 * @throws AppError `account_exists`, `code_just_sent`, `rate_limited`, `sms_unavailable`, `not_found`, `invalid_input`
 */
export const startRegistration = (
  ctx: PublicContext,
  input: ParsedInputOf<'cp/register/start'>,
): Promise<OutputOf<'cp/register/start'>> =>
  sendCode(ctx, input, 'register', (client) => {
    // Before verification, do not reveal that a number is a client's.
    if (!client || client.archived || client.password_hash === null) return;
    // A person who only entered a number gives way to one who verifies it.
    if (client.phone_proved) throw new AppError('account_exists');
  });

/**
 * Uses up a code and returns the proof that its sender has the number: a token, also as a cookie.
 * @throws AppError `code_not_valid`, `not_found`, `invalid_input`
 */
export async function verifyPhone(
  ctx: PublicContext,
  input: ParsedInputOf<'cp/register/verify'>,
): Promise<OutputOf<'cp/register/verify'>> {
  const token = newKey();
  const isProved = await inKeptRegion(ctx, input.tenant_id, async (tx, practice) => {
    const place = codePlace(input, 'register', practice);
    const codeHash = await tryCode(ctx.deps.env, tx, place, input.code, ctx.now);
    if (!codeHash || !(await consumeCode(tx, place, codeHash, ctx.now))) return false;
    const expiresAt = new Date(ctx.now.getTime() + proofSeconds * 1000);
    await storeProof(tx, place, hashKey(token), expiresAt);
    return true;
  });
  if (!isProved) {
    traceEvent(ctx, { event: 'code_refused', reason: 'sign_up', tenantId: input.tenant_id });
    throw new AppError('code_not_valid');
  }
  ctx.setCookie(cookie(token));
  return { success: true, registration_token: token };
}

type Completion = ParsedInputOf<'cp/register/complete'>;

/**
 * Creates the account of a verified number. An existing client of the practice with this number gets it: the practice's
 * entries stay, blank fields are filled in. A client who entered the number without verifying it loses it.
 * @throws AppError `phone_not_verified`, `account_exists`, `client_archived`, `weak_password`, `not_found`,
 * `invalid_input`
 */
export async function completeRegistration(
  ctx: PublicContext,
  input: Completion,
): Promise<OutputOf<'cp/register/complete'>> {
  const token = input.registration_token ?? ctx.cookie(cookie(null).name);
  if (token === undefined) throw new AppError('phone_not_verified');
  const proofHash = hashKey(token);
  const place = await ctx.inPractice(input.tenant_id, async (tx, practice) => {
    const asked = codePlace(input, 'register', practice);
    // Checked first, so that strangers cannot make the server hash.
    if (!(await hasProof(tx, asked, proofHash, ctx.now))) throw new AppError('phone_not_verified');
    checkPortalPassword(input.password, practice, { field: 'password', phone: asked.phone });
    return asked;
  });
  const passwordHash = await ctx.deps.passwords.hash(input.password);
  const clientId = await makeAccount(ctx, input, { place, proofHash, passwordHash });
  ctx.setCookie(cookie(null));
  return { success: true, client_id: clientId };
}

const makeAccount = (
  ctx: PublicContext,
  { name, email, address }: Completion,
  { place, proofHash, passwordHash }: { place: CodePlace; proofHash: Buffer; passwordHash: string },
): Promise<number> =>
  inKeptRegion(ctx, place.tenantId, async (tx) => {
    const { now, requestId } = ctx;
    const { tenantId, phone } = place;
    if (!(await useUpProof(tx, place, proofHash, now))) throw new AppError('phone_not_verified');
    const details = { name, phone, email: email ?? null, address: address ?? null };
    const { id: clientId, isClaimed, formerHolder } = await clientForSignUp({ tx, tenantId, now }, details);
    if (!(await insertLogin(tx, place, clientId, passwordHash, now))) throw new AppError('account_exists');
    // Guesses at an earlier account of this number don't count against this one.
    await forgetGuesses(tx, place, ctx.network);
    const note = { at: now, clientId, action: 'cp/register/complete', requestId };
    await noteAccess(tx, tenantId, { ...note, details: { claimed: isClaimed } });
    if (formerHolder !== undefined) {
      const lost = { changed: ['phone'], portal_access_ended: true };
      await noteAccess(tx, tenantId, { ...note, toClientId: formerHolder, details: lost });
    }
    return clientId;
  });
