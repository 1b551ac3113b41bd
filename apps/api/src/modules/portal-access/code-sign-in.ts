import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { shownNetwork } from '../../lib/caller-network.ts';
import { traceEvent } from '../security-log/public.ts';
import { consumeCode, storeProof, type CodePlace } from './code-repository.ts';
import { inKeptRegion } from './in-kept-region.ts';
import { codePlace, sendSignInCode, tryCode } from './phone-codes.ts';
import { signInPractice, type SignInPractice } from './read-model.ts';
import { insertLoginByCode, issueCodeKey, loginHolder, noteAccess, type LoginHolder } from './repository.ts';
import { knownDevice, newClientSession, rememberDevice, signInAnswer } from './sign-in.ts';

/** How long a verified number can be used to become a client. */
const proofSeconds = 900;

/**
 * Sends a code for signing in. The response does not reveal whether the number is a client's.
 * @throws AppError `code_just_sent`, `rate_limited`, `sms_unavailable`, `not_found`, `invalid_input`
 */
export const startCodeSignIn = (
  ctx: PublicContext,
  input: ParsedInputOf<'cp/code/start'>,
): Promise<OutputOf<'cp/code/start'>> => sendSignInCode(ctx, input);

/** Whether the client's login was changed to this number without verifying it: it may be another person's. */
export const isUnverified = ({ has_login, phone_proved }: LoginHolder): boolean => has_login && !phone_proved;

/** Whether the client with a number signs in with codes only, so that another number would lock them out. */
export async function signsInByCodeOnly(
  tx: TenantTransaction,
  tenantId: number,
  phone: string,
): Promise<boolean> {
  const client = await loginHolder(tx, tenantId, phone);
  return client?.has_login === true && client.password_hash === null;
}

type Verified = OutputOf<'cp/code/verify'>;

/**
 * Signs the client of a number in with the code. For a number without a client, or of an account that never verified it,
 * returns a token to become one.
 * @throws AppError `code_not_valid`, `client_archived`, `not_found`, `invalid_input`
 */
export async function verifySignInCode(
  ctx: PublicContext,
  input: ParsedInputOf<'cp/code/verify'>,
): Promise<Verified> {
  const outcome = await inKeptRegion(ctx, input.tenant_id, async (tx, practice) => {
    const place = codePlace(input, 'sign_in', practice);
    if (!(await useCode(ctx, tx, place, input.code))) return undefined;
    const client = await loginHolder(tx, place.tenantId, place.phone);
    if (!client || isUnverified(client)) return { token: await proofOf(ctx, tx, place), client };
    return openByCode(ctx, tx, place, client, 'cp/code/verify');
  });
  if (!outcome) throw refusedCode(ctx, input.tenant_id, 'sign_in');
  if ('token' in outcome) {
    const { token, client } = outcome;
    return { is_new: true, registration_token: token, unverified_account: client !== undefined };
  }
  return { ...(await answerByCode(ctx, input.tenant_id, outcome)), is_new: false };
}

/** Checks a code and uses it up. A wrong one counts once the transaction has committed. */
export async function useCode(
  ctx: PublicContext,
  tx: TenantTransaction,
  place: CodePlace,
  code: string,
): Promise<boolean> {
  const stored = await tryCode(ctx.deps.env, tx, place, code, ctx.now);
  return stored !== undefined && (await consumeCode(tx, place, stored, ctx.now));
}

/** Traces a wrong code. */
export function refusedCode(ctx: PublicContext, tenantId: number, reason: string): AppError {
  traceEvent(ctx, { event: 'code_refused', reason, tenantId });
  return new AppError('code_not_valid');
}

async function proofOf(ctx: PublicContext, tx: TenantTransaction, place: CodePlace): Promise<string> {
  const token = newKey();
  await storeProof(tx, place, hashKey(token), new Date(ctx.now.getTime() + proofSeconds * 1000));
  return token;
}

/** A session that was stored, and whose it is. */
export interface OpenedByCode {
  apiKey: string;
  client: Pick<LoginHolder, 'id' | 'password_hash'>;
  practice: SignInPractice;
}

/**
 * Stores a session of a client who has just verified their number, with a login if they have none, and writes the audit
 * log.
 * @param action the action that verified it
 * @throws AppError `client_archived`; `code_not_valid` if the client's number was changed at the same moment
 */
export async function openByCode(
  ctx: PublicContext,
  tx: TenantTransaction,
  { tenantId, phone }: CodePlace,
  client: Pick<LoginHolder, 'id' | 'archived' | 'password_hash'>,
  action: 'cp/code/verify' | 'cp/code/complete' | 'cp/link/verify',
  details: Record<string, unknown> = {},
): Promise<OpenedByCode> {
  if (client.archived) throw new AppError('client_archived');
  const { key, stored } = newClientSession(ctx);
  const { requestId, ...session } = stored;
  const network = shownNetwork(ctx.network);
  await insertLoginByCode(tx, { tenantId, phone }, client.id, ctx.now);
  const isIssued = await issueCodeKey(tx, { ...session, clientId: client.id, phone, network });
  if (!isIssued) throw new AppError('code_not_valid');
  const device = session.device === null ? {} : { device: session.device };
  const note = { at: ctx.now, clientId: client.id, action, requestId };
  await noteAccess(tx, tenantId, { ...note, details: { ...device, network, ...details } });
  return { apiKey: key, client, practice: await signInPractice(tx, tenantId) };
}

/** What a client who signed in with a code gets; their device becomes a known one. */
export async function answerByCode(
  ctx: PublicContext,
  tenantId: number,
  { apiKey, client, practice }: OpenedByCode,
): Promise<OutputOf<'auth_customer'>> {
  await rememberDevice(ctx, tenantId, client, await knownDevice(ctx, tenantId, client));
  traceEvent(ctx, { event: 'portal_sign_in_succeeded', reason: 'code', tenantId, clientId: client.id });
  return signInAnswer(apiKey, tenantId, client.id, practice);
}
