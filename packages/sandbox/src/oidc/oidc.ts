import { createHash, createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { headersOfPage } from '../page.ts';
import { signInSheet } from './page.ts';

/** How the provider misbehaves. */
export type OidcMood =
  | 'well'
  | 'wrong issuer'
  | 'wrong audience'
  | 'logout token'
  | 'unsigned token'
  | 'signed with the secret'
  | 'wrong nonce'
  | 'mix-up'
  | 'expired token'
  | 'unknown key'
  // Signs in silently whom it has signed in before, unless it is asked to ask again.
  | 'remembers'
  // Signs in silently even then.
  | 'ignores prompt'
  | 'no auth_time'
  // Takes the client secret in the body only, as its discovery document says; otherwise in the header, the default.
  | 'secret in the body'
  | 'silent'
  | 'endless discovery'
  | 'endless token';

/** Who signs in at the provider, and what it says about them. */
export interface OidcPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups: readonly string[];
}

/** The product's client ID and secret at the provider. */
export interface OidcClient {
  clientId: string;
  clientSecret: string;
}

interface Grant {
  issuer: string;
  person: OidcPerson;
  nonce: string;
  challenge: string;
  redirectUri: string;
  isSilent: boolean;
}

const lifeSeconds = 300;
/** How long ago it asked for credentials when it signs in silently. */
const rememberedSeconds = 3600;
const tokenShape = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Stands in for sign-in providers: speaks OpenID Connect with code and PKCE. Each name under /oidc/ is an issuer of its
 * own.
 */
export class OidcSandbox {
  readonly client: OidcClient;
  mood: OidcMood = 'well';
  readonly routes: Router;
  private readonly codes = new Map<string, Grant>();
  private readonly tokens = new Map<string, OidcPerson>();
  /** Who signed in last at each issuer. */
  private readonly remembered = new Map<string, OidcPerson>();
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly strangeKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  constructor(client: OidcClient) {
    this.client = client;
    this.routes = this.router();
  }

  reset(): void {
    this.mood = 'well';
    this.codes.clear();
    this.tokens.clear();
    this.remembered.clear();
  }

  private isSilent(asked: URL): boolean {
    return (
      this.mood === 'ignores prompt' ||
      (this.mood === 'remembers' && asked.searchParams.get('prompt') !== 'login')
    );
  }

  /** The address that the provider redirects the browser to after a sign-in at this address. */
  answer(url: string, person: OidcPerson): string {
    const asked = new URL(url);
    const issuer = issuerOf(asked);
    const parameter = (name: string): string => asked.searchParams.get(name) ?? '';
    const code = randomBytes(24).toString('base64url');
    this.codes.set(code, {
      issuer,
      person,
      nonce: parameter('nonce'),
      challenge: parameter('code_challenge'),
      redirectUri: parameter('redirect_uri'),
      isSilent: this.isSilent(asked),
    });
    this.remembered.set(issuer, person);
    const back = new URL(parameter('redirect_uri'));
    back.searchParams.set('code', code);
    back.searchParams.set('state', parameter('state'));
    back.searchParams.set('iss', this.mood === 'mix-up' ? `${issuer}-of-another` : issuer);
    return back.href;
  }

  private router(): Router {
    const router = express.Router();
    const form = express.urlencoded({ extended: false, limit: '10kb' });
    router.use('/oidc', (_req, res, next) => {
      if (this.mood !== 'silent') next();
      else res.on('close', () => undefined);
    });
    router.get('/oidc/:name/.well-known/openid-configuration', (req, res) => {
      if (this.mood === 'endless discovery') sendEndlessly(res);
      else res.json(this.discovery(issuerIn(req)));
    });
    router.get('/oidc/:name/keys', (_req, res) => {
      const jwk = this.keys.publicKey.export({ format: 'jwk' });
      res.json({ keys: [{ ...jwk, kid: 'sandbox', use: 'sig', alg: 'RS256' }] });
    });
    router.get('/oidc/:name/authorize', (req, res) => {
      const asked = new URL(addressOf(req));
      const person = this.isSilent(asked) ? this.remembered.get(issuerIn(req)) : undefined;
      if (person) {
        res.redirect(303, this.answer(asked.href, person));
        return;
      }
      const target = tokenShape(req.query['redirect_uri']);
      res.set(headersOfPage(URL.canParse(target) ? [new URL(target).origin] : []));
      res.type('html').send(signInSheet());
    });
    router.post('/oidc/:name/authorize', form, (req, res) => {
      res.redirect(303, this.answer(addressOf(req), personIn(req.body as Record<string, unknown>)));
    });
    router.post('/oidc/:name/token', form, (req, res) => {
      if (this.mood === 'endless token') sendEndlessly(res);
      else this.exchange(req, res);
    });
    router.get('/oidc/:name/userinfo', (req, res) => {
      const person = this.tokens.get((req.headers.authorization ?? '').replace('Bearer ', ''));
      if (person) res.json(person);
      else res.status(401).json({ error: 'invalid_token' });
    });
    return router;
  }

  private discovery(issuer: string): Record<string, unknown> {
    return {
      issuer: this.mood === 'wrong issuer' ? `${issuer}-of-another` : issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      claims_supported: ['sub', 'email', ...(this.mood === 'no auth_time' ? [] : ['auth_time'])],
      ...(this.mood === 'secret in the body' && {
        token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_post'],
      }),
    };
  }

  /** A code works for one exchange, by the client that requested it and has its PKCE verifier. */
  private exchange(req: Request, res: Response): void {
    const { code, code_verifier, redirect_uri } = req.body as Record<string, unknown>;
    const grant = this.codes.get(tokenShape(code));
    this.codes.delete(tokenShape(code));
    const challenge = createHash('sha256').update(tokenShape(code_verifier)).digest('base64url');
    if (!this.isClient(req)) {
      res.status(401).json({ error: 'invalid_client' });
      return;
    }
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== redirect_uri) {
      res.status(400).json({ error: 'invalid_grant' });
      return;
    }
    const accessToken = randomBytes(24).toString('base64url');
    this.tokens.set(accessToken, grant.person);
    res.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: lifeSeconds,
      id_token: this.idToken(grant),
    });
  }

  private isClient({ body, headers }: Request): boolean {
    const given = body as Record<string, unknown>;
    const [id, secret] =
      this.mood === 'secret in the body'
        ? [given['client_id'], given['client_secret']]
        : basicCredentials(headers.authorization);
    return id === this.client.clientId && secret === this.client.clientSecret;
  }

  private idToken({ issuer, person, nonce, isSilent }: Grant): string {
    const { mood } = this;
    const now = Math.floor(Date.now() / 1000) - (mood === 'expired token' ? 86_400 : 0);
    const claims = {
      iss: mood === 'wrong issuer' ? `${issuer}-of-another` : issuer,
      aud: mood === 'wrong audience' ? 'of-another-application' : this.client.clientId,
      iat: now,
      exp: now + lifeSeconds,
      nonce: mood === 'wrong nonce' ? 'of-another-sign-in' : nonce,
      ...(mood !== 'no auth_time' && { auth_time: isSilent ? now - rememberedSeconds : now }),
      ...person,
      // A token of another kind, from the same provider and for the same application.
      ...(mood === 'logout token' ? { nonce: undefined, events: { [logoutEvent]: {} } } : {}),
    };
    if (mood === 'unsigned token') return token('none', claims, () => Buffer.alloc(0));
    if (mood === 'signed with the secret')
      return token('HS256', claims, (text) =>
        createHmac('sha256', this.client.clientSecret).update(text).digest(),
      );
    return signed(claims, (mood === 'unknown key' ? this.strangeKeys : this.keys).privateKey);
  }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

const signed = (claims: object, key: KeyObject): string =>
  token('RS256', claims, (text) => sign('sha256', Buffer.from(text), key));

function token(alg: string, claims: object, signatureOf: (text: string) => Buffer): string {
  const encoded = [{ alg, kid: 'sandbox' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${encoded}.${signatureOf(encoded).toString('base64url')}`;
}

/** The client ID and secret of a header 'Authorization: Basic …'. */
const basicCredentials = (header = ''): string[] =>
  Buffer.from(header.replace('Basic ', ''), 'base64').toString().split(':').map(decodeURIComponent);

const issuerIn = (req: Request): string =>
  `http://${req.get('host') ?? ''}/oidc/${String(req.params['name'])}`;

const addressOf = (req: Request): string =>
  `${issuerIn(req)}/authorize?${req.originalUrl.split('?')[1] ?? ''}`;

const issuerOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace('/authorize', '')}`;

/** The subject that the page's form gives to an email. */
export const subjectOf = (email: string): string =>
  `sandbox-${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

/** The person that the page's form describes. */
function personIn(body: Record<string, unknown>): OidcPerson {
  const email = tokenShape(body['email']).trim();
  return {
    sub: subjectOf(email),
    email,
    email_verified: body['verified'] === '1',
    name: tokenShape(body['name']).trim() || email,
    groups: tokenShape(body['groups'])
      .split(',')
      .map((group) => group.trim())
      .filter(Boolean),
  };
}

/** An endless answer, sent as fast as it is read. */
function sendEndlessly(res: Response): void {
  const piece = Buffer.alloc(16_384, ' ');
  const more = (): void => {
    while (!res.destroyed && res.write(piece));
  };
  res.type('json').on('drain', more);
  more();
}
