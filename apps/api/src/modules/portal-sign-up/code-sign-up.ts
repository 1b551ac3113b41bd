import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { clientForSignUp } from '../client/public.ts';
import {
  answerByCode,
  codePlace,
  inKeptRegion,
  loginHolder,
  noteAccess,
  openByCode,
  useUpProof,
} from '../portal-access/public.ts';

/**
 * Makes the person with a verified number a client, without a password, and signs them in. A record that the practice made
 * meanwhile becomes theirs; an account that never verified the number loses it.
 * @throws AppError `phone_not_verified`, `client_archived`, `not_found`, `invalid_input`
 */
export async function completeCodeSignUp(
  ctx: PublicContext,
  input: ParsedInputOf<'cp/code/complete'>,
): Promise<OutputOf<'cp/code/complete'>> {
  const { tenant_id: tenantId, registration_token: token, name, email = null } = input;
  const opened = await inKeptRegion(ctx, tenantId, async (tx, practice) => {
    const place = codePlace(input, 'sign_in', practice);
    if (!(await useUpProof(tx, place, hashKey(token), ctx.now))) throw new AppError('phone_not_verified');
    const details = { name, phone: place.phone, email, address: null };
    const { id, isClaimed, formerHolder } = await clientForSignUp({ tx, tenantId, now: ctx.now }, details);
    const holder = await loginHolder(tx, tenantId, place.phone);
    if (holder?.id !== id) throw new Error('The new client doesn’t have the verified number.');
    const action = 'cp/code/complete';
    if (formerHolder !== undefined) {
      await noteAccess(tx, tenantId, {
        at: ctx.now,
        clientId: id,
        toClientId: formerHolder,
        action,
        details: { changed: ['phone'], portal_access_ended: true },
        requestId: ctx.requestId,
      });
    }
    return openByCode(ctx, tx, place, holder, action, { claimed: isClaimed });
  });
  return answerByCode(ctx, tenantId, opened);
}
