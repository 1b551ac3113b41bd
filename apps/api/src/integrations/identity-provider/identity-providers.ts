import { emailAddress, requiredText } from '@burrow/contracts/form';
import * as client from 'openid-client';
import type { Env } from '../../config/env.ts';
import {
  ProviderFailure,
  type IdentityClaims,
  type IdentityProviders,
  type ProviderAccess,
} from '../../lib/ports/identity-providers.ts';
import { failureOf, guardedFetch, refusalOfProvider } from './guarded-fetch.ts';

type Claims = Readonly<Record<string, unknown>>;

const maxText = 255;
const maxGroups = 1000;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= maxText && !value.includes('\u0000')
    ? value.toWellFormed()
    : null;

/** A person's name, if it is one as people enter it in Burrow. */
const nameOf = (value: unknown): string | null => requiredText(200).safeParse(textOf(value)).data ?? null;

/** An email address, in lower case. */
const emailOf = (value: unknown): string | null => emailAddress().safeParse(textOf(value)).data ?? null;

/** Whether the owner of the address's domain has confirmed it: Microsoft's own name for `email_verified`. */
const isConfirmedByMicrosoft = (said: Claims, issuer: string): boolean =>
  new URL(issuer).host === 'login.microsoftonline.com' &&
  [true, 1, '1', 'true'].includes(said['xms_edov'] as string);

/** The verified claims about a person, in the form that the rules use. */
const claimsFrom = (said: Claims & { sub: string }, issuer: string, groupsClaim: string): IdentityClaims => {
  const groups: unknown = said[groupsClaim];
  const email = emailOf(said['email']);
  if (textOf(said.sub) === null) throw new ProviderFailure('untrusted', 'It doesn’t say who signed in.');
  return {
    subject: said.sub,
    email,
    isEmailVerified:
      email !== null && (said['email_verified'] === true || isConfirmedByMicrosoft(said, issuer)),
    name: nameOf(said['name']),
    groups: (Array.isArray(groups) ? groups : [groups])
      .slice(0, maxGroups)
      .filter((group) => typeof group === 'string'),
    secondsSinceProof: secondsBetween(said['auth_time'], said['iat']),
  };
};

/** From the credentials to the ID token, by the provider's clock alone, so that a difference of clocks does not matter. */
const secondsBetween = (proved: unknown, issued: unknown): number | null =>
  typeof proved === 'number' && typeof issued === 'number' && Number.isFinite(issued - proved)
    ? Math.max(0, issued - proved)
    : null;

/** The timeout of everything that one call asks a provider. */
const patienceMs = 5000;
/** How long a discovery document is used, and how many are kept. */
const cachedMs = 3_600_000;
const maxCached = 200;

const microsoft = 'https://login.microsoftonline.com';
const ofOneDirectory = /^\/[0-9a-f]{8}-[0-9a-f-]{27}\/v2\.0\/?$/i;

type Settings = Pick<Env, 'SSO_ISSUER' | 'SSO_PRIVATE_ISSUERS'>;
type Issuer = Pick<ProviderAccess, 'issuer' | 'isTrusted'>;

/** The client of every sign-in provider. It keeps their discovery documents for an hour. */
export function createIdentityProviders({
  SSO_ISSUER: own,
  SSO_PRIVATE_ISSUERS: allowed,
}: Settings): IdentityProviders {
  const known = new Map<string, { metadata: client.ServerMetadata; until: number }>();
  const mayBePrivate = (isTrusted: boolean) => (origin: string) =>
    allowed.includes(origin) || (isTrusted && own !== undefined && new URL(own).origin === origin);

  const refusalOf = (issuer: string, isTrusted = false): string | null => {
    const refusal = refusalOfProvider(issuer, mayBePrivate(isTrusted));
    if (refusal !== null) return refusal;
    const { origin, pathname } = new URL(issuer);
    return origin === microsoft && !ofOneDirectory.test(pathname)
      ? 'Enter the issuer of your own directory: https://login.microsoftonline.com/<directory ID>/v2.0.'
      : null;
  };

  async function discover(
    { issuer, isTrusted }: Issuer,
    deadline: AbortSignal,
  ): Promise<client.ServerMetadata> {
    const refusal = refusalOf(issuer, isTrusted);
    if (refusal !== null) throw new ProviderFailure('unreachable', refusal);
    const found = known.get(issuer);
    if (found && found.until > performance.now()) return found.metadata;
    const config = await client.discovery(new URL(issuer), 'discovery', undefined, undefined, {
      [client.customFetch]: guardedFetch(mayBePrivate(isTrusted), deadline),
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      timeout: 0,
    });
    // The library accepts what Microsoft answers for any directory.
    const metadata = config.serverMetadata();
    if (new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new ProviderFailure(
        'untrusted',
        `Its discovery document names another issuer: ${metadata.issuer.slice(0, 200)}.`,
      );
    if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
      throw new ProviderFailure('untrusted', 'It doesn’t support the authorization code flow.');
    if (known.size >= maxCached) known.delete(known.keys().next().value ?? '');
    const plain = structuredClone({ ...metadata }) as client.ServerMetadata;
    known.set(issuer, { metadata: plain, until: performance.now() + cachedMs });
    return plain;
  }

  async function configurationOf(
    provider: ProviderAccess,
    deadline: AbortSignal,
  ): Promise<client.Configuration> {
    const metadata = await discover(provider, deadline);
    const { clientId, clientSecret, isTrusted, issuer } = provider;
    const config = new client.Configuration(metadata, clientId, undefined, authOf(metadata, clientSecret));
    config[client.customFetch] = guardedFetch(mayBePrivate(isTrusted), deadline);
    config.timeout = 0;
    client.enableNonRepudiationChecks(config);
    if (issuer.startsWith('http:')) client.allowInsecureRequests(config);
    return config;
  }

  return {
    refusalOf,
    signInHost: (issuer) =>
      within(async (deadline) => {
        // Reads the current document instead of the cached one.
        known.delete(issuer);
        const { authorization_endpoint: page } = await discover({ issuer, isTrusted: false }, deadline);
        return new URL(page ?? issuer).host;
      }),
    signInUrl: (provider, { state, nonce, verifier }, redirectUrl, asksAgain) =>
      within(async (deadline) => {
        const config = await configurationOf(provider, deadline);
        const { claims_supported: claims } = config.serverMetadata();
        // Some providers show an error page for what is sent below.
        if (asksAgain && claims && !claims.includes('auth_time'))
          throw new ProviderFailure('no proof', 'It doesn’t support auth_time.');
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUrl,
          scope: 'openid email profile',
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ...(asksAgain && { prompt: 'login', max_age: '0' }),
        });
        // The browser opens it, and would run a javascript: address.
        if (!/^https?:$/.test(url.protocol))
          throw new ProviderFailure('untrusted', 'Its sign-in page isn’t a web address.');
        return url.href;
      }),
    claimsOf: (provider, answerUrl, { state, nonce, verifier }, groupsClaim) =>
      within(async (deadline) => {
        const config = await configurationOf(provider, deadline);
        const tokens = await client.authorizationCodeGrant(config, answerUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const said = tokens.claims();
        if (!said) throw new ProviderFailure('untrusted', 'It sent no ID token.');
        return withUserInfo(config, tokens.access_token, said, provider.issuer, groupsClaim);
      }),
  };
}

/** How the client secret is sent. A provider that names no way takes `client_secret_basic` (OpenID Connect Discovery 1.0, 3). */
const authOf = (
  { token_endpoint_auth_methods_supported: methods }: client.ServerMetadata,
  secret: string,
): client.ClientAuth =>
  methods?.includes('client_secret_post')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret);

/** The claims of the ID token, with those of the UserInfo endpoint if the token has no email or no groups. */
async function withUserInfo(
  config: client.Configuration,
  accessToken: string,
  said: Claims & { sub: string },
  issuer: string,
  groupsClaim: string,
): Promise<IdentityClaims> {
  const isWhole = 'email' in said && groupsClaim in said;
  if (isWhole || !config.serverMetadata().userinfo_endpoint) return claimsFrom(said, issuer, groupsClaim);
  const more = await client.fetchUserInfo(config, accessToken, said.sub);
  return claimsFrom({ ...more, ...said }, issuer, groupsClaim);
}

/** @throws ProviderFailure for every error */
async function within<T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await work(AbortSignal.timeout(patienceMs));
  } catch (error) {
    throw causeOf(error);
  }
}

/** The library wraps the failures of its fetch. */
function causeOf(error: unknown): ProviderFailure {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof ProviderFailure) return at;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return new ProviderFailure('untrusted', `It refused: ${error.error}.`, { cause: error });
  if (error instanceof client.ClientError)
    return new ProviderFailure('untrusted', `Its response isn’t valid: ${error.message}.`, { cause: error });
  return failureOf(error);
}
