import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import type { PublicContext } from '../../context/context.ts';
import { redirectUrl, refusalFor, type Provider } from './providers.ts';
import { storeClaims, takeState, type KeptClaims, type StartedSignIn } from './repository.ts';
import { browserOf, providerOf } from './start.ts';

/** How long the page has to finish the sign-in. */
const tokenSeconds = 120;

const stateShape = /^[\w-]{43}$/;

/**
 * Takes a provider's answer: uses up the state, exchanges the code, verifies the claims and stores them under a one-time token.
 * @returns the fragment for the page that finishes the sign-in
 */
export async function answerOfProvider(ctx: PublicContext, query: URLSearchParams): Promise<string> {
  try {
    const { token, started } = await keepAnswer(ctx, query);
    const name = started.purpose === 'connect' ? 'connect' : 'token';
    const path = started.return_path === null ? [] : [['to', started.return_path]];
    return new URLSearchParams([[name, token], ...path]).toString();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new URLSearchParams({ error: error.code }).toString();
  }
}

async function keepAnswer(
  ctx: PublicContext,
  query: URLSearchParams,
): Promise<{ token: string; started: StartedSignIn }> {
  const { control, now } = ctx;
  const state = query.get('state') ?? '';
  if (!stateShape.test(state)) throw new AppError('sso_expired');
  const browser = browserOf(ctx);
  const started = await takeState(
    control,
    hashKey(state),
    browser === undefined ? null : hashKey(browser),
    now,
  );
  if (!started) throw new AppError('sso_expired');
  const provider = await providerOf(ctx, started.practice_id);
  // The provider was changed since the start: the code belongs to the former one.
  if (!provider || provider.issuer !== started.issuer) throw new AppError('sso_expired');
  if (query.get('error') === 'access_denied') throw new AppError('sso_denied');
  const claims = await verifiedClaims(ctx, provider, query, { ...started, state });
  const token = newKey();
  const expiresAt = new Date(now.getTime() + tokenSeconds * 1000);
  await storeClaims(control, hashKey(state), hashKey(token), claims, expiresAt);
  return { token, started };
}

async function verifiedClaims(
  { deps }: PublicContext,
  provider: Provider,
  query: URLSearchParams,
  checks: { state: string; nonce: string; verifier: string },
): Promise<KeptClaims> {
  const answerUrl = new URL(`${redirectUrl(deps) ?? ''}?${query}`);
  try {
    const claims = await deps.identityProviders.claimsOf(provider, answerUrl, checks, provider.groupsClaim);
    const { groups, ...kept } = claims;
    return { ...kept, role: roleOf(groups, provider.groups) };
  } catch (error) {
    throw refusalFor(error, deps, provider);
  }
}

function roleOf(groups: readonly string[], giving: Provider['groups']): KeptClaims['role'] {
  if (giving === null) return undefined;
  if (groups.includes(giving.admin)) return 'admin';
  return groups.includes(giving.staff) ? 'staff' : null;
}
