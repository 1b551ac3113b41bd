import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext, PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import type { SignInChecks } from '../../lib/ports/identity-providers.ts';
import {
  installationProvider,
  practiceProvider,
  redirectUrl,
  refusalFor,
  type Provider,
} from './providers.ts';
import type { TraceContext } from '../security-log/public.ts';
import { refusePracticeOnly } from '../session/public.ts';
import { proveInvitation } from '../team/public.ts';
import { recordingRefusal } from './refusals.ts';
import { ownIdentities, readProvider, storeSignIn } from './repository.ts';

/** How long a sign-in may take. */
export const signInSeconds = 600;

const browserCookie = { name: 'burrow_sso', path: '/api', seconds: signInSeconds, sameSite: 'lax' } as const;

const secretShape = /^[\w-]{43}$/;

/** The secret of the browser that started a sign-in; undefined for another browser. */
export function browserOf({ cookie }: Pick<PublicContext, 'cookie'>): string | undefined {
  const value = cookie(browserCookie.name);
  return value !== undefined && secretShape.test(value) ? value : undefined;
}

const practiceOfHost = statement<{ id: number | null }>(
  'sso_practice_of_host',
  'select portal_of_host($1) as id',
);

/** The providers of the sign-in page at the requested address. */
export async function signInOptions(
  ctx: PublicContext,
  named: number | undefined,
): Promise<OutputOf<'auth/sso_options'>> {
  const { deps, control, host } = ctx;
  const { PUBLIC_URL: publicUrl } = deps.env;
  if (publicUrl === undefined) return { providers: [], sign_in_url: null };
  const practiceId = named ?? (await control.row(practiceOfHost, [host]))?.id ?? null;
  const own = practiceId === null ? undefined : await nameOfProvider(ctx, practiceId);
  const general = installationProvider(deps);
  const providers = [
    ...(own === undefined ? [] : [{ practice_id: practiceId, name: own }]),
    ...(general ? [{ practice_id: null, name: general.name }] : []),
  ];
  const isHere = new URL(publicUrl).hostname === host;
  return {
    providers,
    sign_in_url:
      isHere || providers.length === 0 ? null : signInPage(publicUrl, own === undefined ? null : practiceId),
  };
}

/** The sign-in page of staff, with the button of a practice's provider. */
export const signInPage = (publicUrl: string, practiceId: number | null): string =>
  `${publicUrl}/app/login${practiceId === null ? '' : `?practice=${practiceId}`}`;

const nameless: ReadonlySet<string> = new Set(['not_found', 'practice_moving', 'practice_moved']);

/** Empty for an unknown, suspended or moved practice, because the page is public. */
const nameOfProvider = (ctx: PublicContext, practiceId: number): Promise<string | undefined> =>
  ctx
    .inPractice(practiceId, async (tx) => (await readProvider(tx, practiceId))?.name)
    .catch((error: unknown) => {
      if (error instanceof AppError && nameless.has(error.code)) return undefined;
      throw error;
    });

/** A provider by its practice; the installation's without one. */
export async function providerOf(
  ctx: PublicContext,
  practiceId: number | null,
): Promise<Provider | undefined> {
  if (practiceId === null) return installationProvider(ctx.deps);
  return ctx.inPractice(practiceId, (tx) => practiceProvider(tx, ctx.deps, practiceId));
}

/**
 * The address to open, and what the answer must match. Records a refusal.
 * @param asksAgain whether the provider must ask for credentials although the person is signed in there
 * @throws AppError `sso_unavailable`, `sso_failed`; `sso_not_confirmed` from a provider that can't ask again
 */
export async function signInAt(
  ctx: TraceContext,
  provider: Provider,
  { accountId, asksAgain }: { accountId: number | null; asksAgain: boolean },
): Promise<{ url: string; checks: SignInChecks }> {
  const { deps } = ctx;
  const target = redirectUrl(deps);
  if (target === undefined) throw new AppError('sso_not_set_up');
  const checks = { state: newKey(), nonce: newKey(), verifier: newKey() };
  const { practiceId } = provider;
  return recordingRefusal(ctx, { practiceId, accountId }, async () => {
    try {
      return { url: await deps.identityProviders.signInUrl(provider, checks, target, asksAgain), checks };
    } catch (error) {
      throw refusalFor(error, deps, provider);
    }
  });
}

/**
 * Starts a sign-in, and binds its answer to this browser.
 * @param accountId of an invited person who proved its password: the identity is connected to it
 * @throws AppError `sso_not_set_up`, `sso_unavailable`, `sso_failed`, `not_found`
 */
export async function startSignIn(
  ctx: PublicContext,
  input: ParsedInputOf<'auth/sso_start'>,
  accountId: number | null = null,
): Promise<OutputOf<'auth/sso_start'>> {
  const provider = await providerOf(ctx, input.practice_id ?? null);
  if (!provider) throw new AppError('sso_not_set_up');
  const { url, checks } = await signInAt(ctx, provider, { accountId, asksAgain: false });
  // Kept across starts, so that a second tab does not invalidate the first one's sign-in.
  const browser = browserOf(ctx) ?? newKey();
  const started = { purpose: 'sign_in', browserHash: hashKey(browser), accountId } as const;
  await storeSignIn(
    ctx.control,
    { ...rowOf(ctx.now, provider, checks), ...started, returnPath: input.return_path ?? null },
    ctx.now,
  );
  ctx.setCookie({ ...browserCookie, value: browser });
  return { url };
}

/**
 * Starts the sign-in with which an invited person joins a practice that allows only single sign-on. Without a password, the
 * account is matched by its email when it finishes.
 * @throws AppError as `proveInvitation` and `startSignIn`
 */
export async function startJoining(
  ctx: PublicContext,
  input: ParsedInputOf<'auth/sso_join'>,
): Promise<OutputOf<'auth/sso_join'>> {
  const { practiceId, accountId } = await proveInvitation(ctx, input);
  return startSignIn(ctx, { practice_id: practiceId }, accountId);
}

/** What is stored of every start. */
export const rowOf = (now: Date, provider: Provider, { state, nonce, verifier }: SignInChecks) => ({
  stateHash: hashKey(state),
  nonce,
  verifier,
  practiceId: provider.practiceId,
  issuer: provider.issuer,
  expiresAt: new Date(now.getTime() + signInSeconds * 1000),
});

/** A start that belongs to a session: it connects an identity to the caller's account, or confirms the session. */
export interface OwnStart {
  provider: Provider;
  url: string;
  checks: SignInChecks;
}

/**
 * Asks the provider, before the transaction.
 * @throws AppError `sso_not_set_up`, `sso_unavailable`, `sso_failed`; `forbidden` under support access
 */
export async function prepareConnect(
  ctx: OutsideContext,
  { of }: ParsedInputOf<'sso/connect_start'>,
): Promise<OwnStart> {
  const { deps, session } = ctx;
  const practiceId = session.tenantId;
  if (session.supportUntil !== null) throw new AppError('forbidden');
  const provider =
    of === 'installation'
      ? installationProvider(deps)
      : practiceId === null
        ? undefined
        : await ctx.inPractice((tx) => practiceProvider(tx, deps, practiceId));
  if (!provider) throw new AppError('sso_not_set_up');
  const { accountId } = session;
  return { provider, ...(await signInAt(ctx, provider, { accountId, asksAgain: false })) };
}

/**
 * Stores the start. It is bound to the caller's account instead of a cookie: only their own session can finish it.
 * @throws AppError `already_connected`; `forbidden` in a session that is valid for one practice only
 */
export async function startConnect(
  { tx, session, now }: Ctx,
  { provider, url, checks }: OwnStart,
): Promise<OutputOf<'sso/connect_start'>> {
  if (session.accountId === null) throw new AppError('forbidden');
  if (provider.practiceId === null) await refusePracticeOnly(tx, session.keyHash);
  const connected = await ownIdentities(tx, session.keyHash);
  if (connected.some((one) => one.practice_id === provider.practiceId && one.issuer === provider.issuer))
    throw new AppError('already_connected');
  const started = {
    purpose: 'connect',
    browserHash: null,
    accountId: session.accountId,
    returnPath: null,
  } as const;
  await storeSignIn(tx, { ...rowOf(now, provider, checks), ...started }, now);
  return { url };
}
