import type { OutputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { refuseMovedHost } from '../../db/practice-move.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { signsInWithBritishMobile } from '../../lib/phone-number.ts';
import { smallLogo } from '../file/public.ts';

const portalOfHost = statement<{ tenant_id: number | null }>(
  'portal_of_host',
  'select portal_of_host($1) as tenant_id',
);

/** A practice as the answer to a sign-in names it. */
export interface SignInPractice {
  tenant_name: string;
  tenant_subdomain: string | null;
}

const practiceOfSignIn = statement<SignInPractice>(
  'practice_of_client_sign_in',
  'select t.tenant_name, t.subdomain::text as tenant_subdomain from tenants t where t.id = $1',
);

/**
 * The practice of the requested address.
 * @throws AppError `practice_moving`, `practice_moved`
 */
export async function practiceOfHost({ control, host }: PublicContext): Promise<OutputOf<'bootstrap'>> {
  const tenantId = (await control.row(portalOfHost, [host]))?.tenant_id ?? null;
  if (tenantId === null) await refuseMovedHost(control, host);
  return { tenant_id: tenantId };
}

/**
 * The public details of a practice's portal.
 * @throws AppError `not_found`
 */
export const publicPractice = (ctx: PublicContext, tenantId: number): Promise<OutputOf<'tenant_public'>> =>
  ctx.inPractice(tenantId, async (tx, practice) => ({
    tenant_id: practice.tenant_id,
    tenant_name: practice.tenant_name,
    tenant_logo: await smallLogo(tx, tenantId),
    color: practice.colour,
    locale: practice.locale,
    uk_mobile: signsInWithBritishMobile(practice.locale),
    password_minimum: practice.portal_password_minimum,
  }));

/** A practice as named in the answer to a sign-in. */
export async function signInPractice(tx: TenantTransaction, tenantId: number): Promise<SignInPractice> {
  const practice = await tx.row(practiceOfSignIn, [tenantId]);
  if (!practice) throw new Error('The practice of this session was not found.');
  return practice;
}
