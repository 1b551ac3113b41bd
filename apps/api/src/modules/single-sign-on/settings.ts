import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { ProviderFailure } from '../../lib/ports/identity-providers.ts';
import { seal } from '../../lib/sealed-secret.ts';
import { isPracticeOnly, ownPasswordHash } from '../session/public.ts';
import { redirectUrl, secretPurpose } from './providers.ts';
import {
  deleteProvider,
  forgetIdentities,
  lockProvider,
  readProvider,
  storeProvider,
  type ProviderRow,
} from './repository.ts';
import { signInPage } from './start.ts';

const flagOf = (value: boolean): '1' | '0' => (value ? '1' : '0');

/** The practice's provider, and what to enter at the provider. */
export async function describeProvider({ tx, tenantId, deps }: Ctx): Promise<OutputOf<'identity_provider'>> {
  const { PUBLIC_URL: publicUrl, CODE_SECRET: secret } = deps.env;
  const row = await readProvider(tx, tenantId);
  return {
    provider: row ? shown(row) : null,
    redirect_url: redirectUrl(deps) ?? null,
    sign_in_url: publicUrl === undefined ? null : signInPage(publicUrl, tenantId),
    can_save: flagOf(publicUrl !== undefined && secret !== undefined),
  };
}

const shown = ({ client_secret: _secret, only_sso, ...row }: ProviderRow) => ({
  ...row,
  only_sso: flagOf(only_sso),
});

/** Refuses during support access any change of who can sign in to the practice. */
function refuseToSupport({ session }: Ctx): void {
  if (session.supportUntil === null) return;
  throw new AppError('forbidden', {
    message: 'Single sign-on can’t be changed during support access. Ask an admin of the practice.',
  });
}

/**
 * Saves the practice's provider. For another issuer, deletes the identities connected to the former one, and ends the
 * sessions that it opened.
 * @throws AppError `invalid_input`, `secrets_off`, `forbidden` for support; `sso_try_first` for turning passwords off in
 * a session that another sign-in opened
 */
export async function saveProvider(ctx: Ctx, input: ParsedInputOf<'identity_provider/save'>): Promise<void> {
  const { tx, tenantId, now, deps } = ctx;
  refuseToSupport(ctx);
  const refusal = deps.identityProviders.refusalOf(input.issuer);
  if (refusal !== null) throw invalidField('issuer', refusal);
  const former = await lockProvider(tx, tenantId);
  const isNew = former?.issuer !== input.issuer;
  const { admin_group = null, staff_group = null } = input;
  if ((admin_group === null) !== (staff_group === null))
    throw invalidField(
      admin_group === null ? 'admin_group' : 'staff_group',
      'Enter both groups, or neither.',
    );
  if (input.only_sso && (isNew || !former?.only_sso)) await requireOwnTry(ctx, isNew);
  const provider = {
    name: input.name,
    issuer: input.issuer,
    application: input.application,
    client_secret: secretToStore(ctx, input.client_secret, isNew ? undefined : former),
    groups_claim: input.groups_claim ?? 'groups',
    admin_group,
    staff_group,
    only_sso: input.only_sso,
  };
  if (isNew && former) await forgetIdentities(tx, ctx.session.keyHash, now);
  await storeProvider(tx, tenantId, provider, now);
  ctx.auditDetails({ issuer: provider.issuer, only_sso: provider.only_sso });
}

/** A former secret is not sent to another issuer. */
function secretToStore(
  { deps, tenantId }: Ctx,
  entered: string | undefined,
  former: ProviderRow | undefined,
): Buffer {
  const { CODE_SECRET: secret, PUBLIC_URL: publicUrl } = deps.env;
  if (secret === undefined || publicUrl === undefined) throw new AppError('secrets_off');
  if (entered !== undefined) return seal(secret, secretPurpose(tenantId), entered);
  if (!former) throw invalidField('client_secret', 'Enter the client secret.');
  return former.client_secret;
}

/** Turning passwords off before the provider works would lock everyone out. */
async function requireOwnTry({ tx, session }: Ctx, isNew: boolean): Promise<void> {
  const hasTried = session.factors.includes('sso') && (await isPracticeOnly(tx, session.keyHash));
  if (isNew || !hasTried) throw new AppError('sso_try_first');
}

/** What a provider's discovery document says. */
export async function testProvider(
  { deps }: OutsideContext,
  issuer: string,
): Promise<OutputOf<'identity_provider/test'>> {
  const { identityProviders: providers } = deps;
  const refusal = providers.refusalOf(issuer);
  if (refusal !== null) throw invalidField('issuer', refusal);
  try {
    return { problem: null, sign_in_host: await providers.signInHost(issuer) };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { problem: error.message, sign_in_host: null };
  }
}

/**
 * Removes the practice's provider, and ends the sessions that it opened. Refuses a caller who could not sign in afterwards,
 * because they must invite the others again.
 * @throws AppError `not_found`, `last_way_in`, `forbidden` for support
 */
export async function removeProvider(ctx: Ctx): Promise<void> {
  const { tx, tenantId, session, now } = ctx;
  refuseToSupport(ctx);
  const former = await lockProvider(tx, tenantId);
  if (!former) throw new AppError('not_found');
  if ((await ownPasswordHash(tx, session.keyHash)) === null) throw new AppError('last_way_in');
  await forgetIdentities(tx, session.keyHash, now);
  await deleteProvider(tx, tenantId);
  ctx.auditDetails({ issuer: former.issuer });
}
