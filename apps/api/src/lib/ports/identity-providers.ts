/** A provider of OpenID Connect, and how this server is known to it. */
export interface ProviderAccess {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether the operator configured it; then it may be in a private network. */
  isTrusted: boolean;
}

/** What binds a provider's answer to the sign-in it was asked for. */
export interface SignInChecks {
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
}

/** The verified claims of a provider about a person who signed in. */
export interface IdentityClaims {
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  groups: readonly string[];
  /** How long before its answer the provider asked the person for their credentials; null if it doesn't say. */
  secondsSinceProof: number | null;
}

/** A provider that can't be reached, whose answer can't be trusted, or that doesn't say when it asked for credentials. */
type FailureKind = 'unreachable' | 'untrusted' | 'no proof';

/** Why a provider can't be used. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
    this.kind = kind;
  }
}

/** Signs people in by OpenID Connect. Each call takes a few seconds at most; call none inside a transaction. */
export interface IdentityProviders {
  /** Why an issuer is not allowed; null if it is. Checked without looking up its name. */
  refusalOf(issuer: string): string | null;
  /**
   * The host that people sign in at, as the provider's discovery document says now.
   * @throws ProviderFailure
   */
  signInHost(issuer: string): Promise<string>;
  /**
   * The address that starts a sign-in.
   * @param asksAgain whether the provider must ask for credentials although the person is signed in there
   * @throws ProviderFailure
   */
  signInUrl(
    provider: ProviderAccess,
    checks: SignInChecks,
    redirectUrl: string,
    asksAgain: boolean,
  ): Promise<string>;
  /**
   * Exchanges the code of a provider's answer and verifies what it says.
   * @param answerUrl the address that the provider redirected to
   * @param groupsClaim the claim with a person's groups
   * @throws ProviderFailure
   */
  claimsOf(
    provider: ProviderAccess,
    answerUrl: URL,
    checks: SignInChecks,
    groupsClaim: string,
  ): Promise<IdentityClaims>;
}
