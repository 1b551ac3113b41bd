import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { endClientSessions } from './client-sessions.ts';
import { consumeCode } from './code-repository.ts';
import { inKeptRegion } from './in-kept-region.ts';
import { codePlace, sendCode, tryCode } from './phone-codes.ts';
import { checkPortalPassword } from './portal-password.ts';
import { changePassword, noteAccess, loginHolder, type LoginHolder } from './repository.ts';
import { traceEvent } from '../security-log/public.ts';
import { forgetGuesses } from './sign-in.ts';

const canReset = (client: LoginHolder | undefined): boolean =>
  client !== undefined && !client.archived && client.has_login;

const accountGone = (): AppError => new AppError('account_not_found', { message: 'Account not found.' });

/**
 * Sends a code to a client who has forgotten their password.
 * @throws AppError `account_not_found`, also for an archived client; `code_just_sent`, `rate_limited`,
 * `sms_unavailable`, `not_found`, `invalid_input`
 */
export const startPasswordReset = (
  ctx: PublicContext,
  input: ParsedInputOf<'cp/password/reset/start'>,
): Promise<OutputOf<'cp/password/reset/start'>> =>
  sendCode(ctx, input, 'reset', (client) => {
    if (!canReset(client)) throw new AppError('account_not_found');
  });

/**
 * Sets a new password for a client with the code, and ends their sessions.
 * @throws AppError `account_not_found`, `code_not_valid`, `weak_password`, `not_found`, `invalid_input`
 */
export async function completePasswordReset(
  ctx: PublicContext,
  input: ParsedInputOf<'cp/password/reset/complete'>,
): Promise<OutputOf<'cp/password/reset/complete'>> {
  const { network, now, requestId } = ctx;
  const { place, codeHash } = await ctx.inPractice(input.tenant_id, async (tx, practice) => {
    const asked = codePlace(input, 'reset', practice);
    if (!canReset(await loginHolder(tx, asked.tenantId, asked.phone))) throw accountGone();
    checkPortalPassword(input.new_password, practice, { field: 'new_password', phone: asked.phone });
    return { place: asked, codeHash: await tryCode(ctx.deps.env, tx, asked, input.code, now) };
  });
  if (!codeHash) {
    traceEvent(ctx, { event: 'code_refused', reason: 'password_reset', tenantId: input.tenant_id });
    throw new AppError('code_not_valid');
  }
  const passwordHash = await ctx.deps.passwords.hash(input.new_password);
  await inKeptRegion(ctx, place.tenantId, async (tx) => {
    if (!(await consumeCode(tx, place, codeHash, now))) throw new AppError('code_not_valid');
    const clientId = await changePassword(tx, place, passwordHash, now);
    if (clientId === undefined) throw accountGone();
    await endClientSessions(tx, clientId, now);
    const action = 'cp/password/reset/complete';
    await noteAccess(tx, place.tenantId, { at: now, clientId, action, details: null, requestId });
    // A client who had used up their attempts can sign in with the new password.
    await forgetGuesses(tx, place, network);
  });
  return { success: true };
}
