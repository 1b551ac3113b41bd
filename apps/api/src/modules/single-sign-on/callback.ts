import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import type { PublicContext } from '../../context/context.ts';
import { redirectUrl, refusalFor, type Provider } from './providers.ts';
import { recordingRefusal, type SsoAttempt } from './refusals.ts';
import { storeClaims, takeState, type KeptClaims, type StartedSignIn } from './repository.ts';
import { browserOf, providerOf } from './start.ts';

/** How long the page has to finish the sign-in. */
const tokenSeconds = 120;
/** Providers count in whole seconds. */
const roundingMs = 2000;

const stateShape = /^[\w-]{43}$/;

/** The name of the token in the fragment. */
const tokenNames = { sign_in: 'token', connect: 'connect', confirm: 'confirm' } as const;

/**
 * Takes a provider's answer: uses up the state, exchanges the code, verifies the claims and stores them under a one-time token.
 * @returns the fragment for the page that finishes the sign-in
 */
export async function answerOfProvider(ctx: PublicContext, query: URLSearchParams): Promise<string> {
  const attempt: CallbackAttempt = { practiceId: null, accountId: null, purpose: 'sign_in' };
  try {
    const { token, started } = await recordingRefusal(ctx, attempt, () => keepAnswer(ctx, query, attempt));
    const path = started.return_path === null ? [] : [['to', started.return_path]];
    return new URLSearchParams([[tokenNames[started.purpose], token], ...path]).toString();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { purpose } = attempt;
    return new URLSearchParams({
      error: error.code,
      ...(purpose !== 'sign_in' && { for: purpose }),
    }).toString();
  }
}

interface CallbackAttempt extends SsoAttempt {
  purpose: StartedSignIn['purpose'];
}

async function keepAnswer(
  ctx: PublicContext,
  query: URLSearchParams,
  attempt: CallbackAttempt,
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
  const { purpose } = started;
  Object.assign(attempt, { practiceId: started.practice_id, accountId: started.account_id, purpose });
  const provider = await providerOf(ctx, started.practice_id);
  // The provider was changed since the start: the code belongs to the former one.
  if (!provider || provider.issuer !== started.issuer) throw new AppError('sso_expired');
  if (query.get('error') === 'access_denied') throw new AppError('sso_denied');
  const claims = await verifiedClaims(ctx, provider, query, { ...started, state });
  if (purpose === 'confirm' && !isProvedSince(started, claims)) throw new AppError('sso_not_confirmed');
  const token = newKey();
  const expiresAt = new Date(now.getTime() + tokenSeconds * 1000);
  await storeClaims(control, hashKey(state), hashKey(token), claims, expiresAt);
  return { token, started };
}

/** Whether the provider asked for credentials after the start. An earlier proof means that it answered silently. */
const isProvedSince = ({ started_at: startedAt }: StartedSignIn, { provedAt }: KeptClaims): boolean =>
  startedAt !== null && !!provedAt && Date.parse(provedAt) >= Date.parse(startedAt) - roundingMs;

async function verifiedClaims(
  { deps, now }: PublicContext,
  provider: Provider,
  query: URLSearchParams,
  checks: { state: string; nonce: string; verifier: string },
): Promise<KeptClaims> {
  const answerUrl = new URL(`${redirectUrl(deps) ?? ''}?${query}`);
  try {
    const claims = await deps.identityProviders.claimsOf(provider, answerUrl, checks, provider.groupsClaim);
    const { groups, secondsSinceProof: seconds, ...kept } = claims;
    const provedAt = seconds === null ? null : momentBefore(now, seconds);
    return { ...kept, role: roleOf(groups, provider.groups), provedAt };
  } catch (error) {
    throw refusalFor(error, deps, provider);
  }
}

/** Not before 1970: a provider's number can be anything. */
const momentBefore = (now: Date, seconds: number): string =>
  new Date(Math.max(0, now.getTime() - seconds * 1000)).toISOString();

function roleOf(groups: readonly string[], giving: Provider['groups']): KeptClaims['role'] {
  if (giving === null) return undefined;
  if (groups.includes(giving.admin)) return 'admin';
  return groups.includes(giving.staff) ? 'staff' : null;
}
