import { columns, type RowOf } from '../../db/columns.ts';
import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';

/** An account as a sign-in sees it. */
export interface SignInAccount {
  /** The identity that opens it. */
  identity_id: number;
  account_id: number;
  password_hash: string | null;
  is_superadmin: boolean;
  must_change_password: boolean;
}

const providerColumns = columns(
  'identity_providers',
  'name, issuer, application, client_secret, groups_claim, admin_group, staff_group, only_sso, updated_at',
);

export type ProviderRow = RowOf<typeof providerColumns>;
/** A practice's provider as it is stored. */
export type ProviderColumns = Omit<ProviderRow, 'updated_at'>;

/** A provider's claims about a person, as stored between the two steps of the sign-in. */
export interface KeptClaims {
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** The role of the person's groups; null if they are in neither, undefined if roles don't follow groups. */
  role?: 'admin' | 'staff' | null | undefined;
  /** When the provider last asked the person for their credentials (ISO); null or undefined if it doesn't say. */
  provedAt?: string | null;
}

// ------------------------------------------------------------------------------------------------------- providers

const providerOfPractice = statement<ProviderRow>(
  'identity_provider',
  `select ${providerColumns.of('p')}
   from identity_providers p where p.tenant_id = $1`,
);

const providerToChange = statement<ProviderRow>(
  'identity_provider_to_change',
  `${providerOfPractice.text} for no key update`,
);

export const readProvider = (tx: Queryable, tenantId: number): Promise<ProviderRow | undefined> =>
  tx.row(providerOfPractice, [tenantId]);

/** The same, locked until the transaction ends. */
export const lockProvider = (tx: Queryable, tenantId: number): Promise<ProviderRow | undefined> =>
  tx.row(providerToChange, [tenantId]);

/** Stores a practice's provider in place of the one it had. */
export async function storeProvider(
  tx: TenantTransaction,
  tenantId: number,
  provider: ProviderColumns,
  now: Date,
): Promise<void> {
  await tx.run(
    sql('identity_providers')
      .insert({ tenant_id: tenantId, ...provider, created_at: now, updated_at: now })
      .onConflict('tenant_id')
      .merge([...(Object.keys(provider) as (keyof ProviderColumns)[]), 'updated_at']),
  );
}

export async function deleteProvider(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.run(sql('identity_providers').where({ tenant_id: tenantId }).del());
}

const forgetRows = statement('sso_forget_identities', 'select sso_forget_identities($1, $2)');

/** Deletes the identities of the current practice's provider, and ends the sessions it opened, except the calling one. */
export async function forgetIdentities(tx: TenantTransaction, keyHash: Buffer, now: Date): Promise<void> {
  await tx.rows(forgetRows, [keyHash, now]);
}

// ------------------------------------------------------------------------------------------------------- sign-ins

/** What a person signs in at a provider for. */
type SignInPurpose = 'sign_in' | 'connect' | 'confirm';

interface NewSignIn {
  stateHash: Buffer;
  browserHash: Buffer | null;
  nonce: string;
  verifier: string;
  practiceId: number | null;
  issuer: string;
  purpose: SignInPurpose;
  accountId: number | null;
  returnPath: string | null;
  expiresAt: Date;
}

const begin = statement('sso_begin', 'select sso_begin($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)');

export async function storeSignIn(control: Queryable, started: NewSignIn, now: Date): Promise<void> {
  await control.rows(begin, [
    started.stateHash,
    started.browserHash,
    started.nonce,
    started.verifier,
    started.practiceId,
    started.issuer,
    started.purpose,
    started.accountId,
    started.returnPath,
    now,
    started.expiresAt,
  ]);
}

export interface StartedSignIn {
  nonce: string;
  verifier: string;
  practice_id: number | null;
  issuer: string;
  purpose: SignInPurpose;
  return_path: string | null;
  /** Null for one that the previous build started. */
  started_at: string | null;
  account_id: number | null;
}

const takeStateRow = statement<StartedSignIn>(
  'sso_take_state',
  `select s.nonce, s.verifier, s.practice_id, s.issuer, s.purpose, s.return_path, s.started_at, s.account_id
   from sso_take_state($1, $2, $3) s`,
);

/** Uses up a state; undefined if it was used, has expired, or was started in another browser. */
export const takeState = (
  control: Queryable,
  stateHash: Buffer,
  browserHash: Buffer | null,
  now: Date,
): Promise<StartedSignIn | undefined> => control.row(takeStateRow, [stateHash, browserHash, now]);

const storeClaimsRow = statement('sso_store_claims', 'select sso_store_claims($1, $2, $3, $4)');

/** Stores the provider's claims under a token. */
export async function storeClaims(
  control: Queryable,
  stateHash: Buffer,
  tokenHash: Buffer,
  claims: KeptClaims,
  expiresAt: Date,
): Promise<void> {
  await control.rows(storeClaimsRow, [stateHash, tokenHash, JSON.stringify(claims), expiresAt]);
}

export interface TakenToken {
  practice_id: number | null;
  issuer: string;
  claims: KeptClaims;
  /** For a sign-in: the account whose password was proved with an invitation. */
  account_id: number | null;
  /** Null for one that the previous build started. */
  started_at: string | null;
}

const takeTokenRow = statement<TakenToken>(
  'sso_take_token',
  `select t.practice_id, t.issuer, t.claims, t.account_id, t.started_at
   from sso_take_token($1, $2, $3, $4, $5) t`,
);

/** Uses up the token of a sign-in; undefined if it was used, has expired, or belongs to another browser. */
export const takeSignInToken = (
  control: Queryable,
  tokenHash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<TakenToken | undefined> =>
  control.row(takeTokenRow, [tokenHash, 'sign_in', browserHash, null, now]);

/** The same of connecting or confirming, which belong to an account. */
export const takeOwnToken = (
  tx: Queryable,
  purpose: 'connect' | 'confirm',
  tokenHash: Buffer,
  accountId: number,
  now: Date,
): Promise<TakenToken | undefined> => tx.row(takeTokenRow, [tokenHash, purpose, null, accountId, now]);

// ------------------------------------------------------------------------------------------- accounts and identities

/** An identity: a person as a provider knows them. */
export interface Identity {
  /** The provider's practice; null for the installation's provider. */
  practiceId: number | null;
  issuer: string;
  subject: string;
}

const identityAccount = statement<SignInAccount>(
  'sso_identity',
  `select i.identity_id, i.account_id, i.password_hash, i.is_superadmin, i.must_change_password
   from sso_identity($1, $2, $3, $4) i`,
);

/** The account of a connected identity, unless disabled. */
export const accountOfIdentity = (
  tx: Queryable,
  { practiceId, issuer, subject }: Identity,
  now: Date,
): Promise<SignInAccount | undefined> => tx.row(identityAccount, [practiceId, issuer, subject, now]);

const connectByEmailRow = statement<{ outcome: 'connected' | 'refused' | 'expired' | 'taken' }>(
  'sso_connect_by_email',
  'select sso_connect_by_email($1, $2, $3, $4, $5, $6) as outcome',
);

const connectOwnRow = statement<{ outcome: 'connected' | 'expired' | 'taken' }>(
  'connect_own_identity',
  'select connect_own_identity($1, $2, $3, $4, $5, $6) as outcome',
);

/**
 * Connects an identity to an account whose email it has. 'refused' for an account that something else opens, 'expired'
 * if the provider was changed, 'taken' if the identity or the account already has a counterpart at this provider.
 */
export async function connectByEmail(
  tx: Queryable,
  accountId: number,
  { practiceId, issuer, subject }: Identity,
  email: string,
  now: Date,
): Promise<'connected' | 'refused' | 'expired' | 'taken'> {
  const row = await tx.row(connectByEmailRow, [accountId, practiceId, issuer, subject, email, now]);
  return row?.outcome ?? 'refused';
}

/** Connects an identity to the account of a session. The outcome is as above; 'expired' also if the session has ended. */
export async function connectOwnIdentity(
  tx: Queryable,
  keyHash: Buffer,
  { practiceId, issuer, subject }: Identity,
  email: string | null,
  now: Date,
): Promise<'connected' | 'expired' | 'taken'> {
  const row = await tx.row(connectOwnRow, [keyHash, practiceId, issuer, subject, email, now]);
  return row?.outcome ?? 'expired';
}

const newAccountRow = statement<{ id: number | null }>(
  'sso_new_account',
  'select sso_new_account($1::citext, $2, $3) as id',
);

/** @returns the id of a new account without a password; null if the address has one */
export const makeAccount = async (
  tx: Queryable,
  email: string,
  name: string,
  now: Date,
): Promise<number | null> => (await tx.row(newAccountRow, [email, name, now]))?.id ?? null;

export interface OwnIdentity {
  id: number;
  practice_id: number | null;
  practice_name: string | null;
  issuer: string;
  email: string | null;
  connected_at: string;
  last_used_at: string | null;
}

const ownIdentityRows = statement<OwnIdentity>(
  'own_identities',
  `select i.id, i.practice_id, i.practice_name, i.issuer, i.email, i.connected_at, i.last_used_at
   from own_identities($1) i`,
);

export const ownIdentities = (tx: Queryable, keyHash: Buffer): Promise<OwnIdentity[]> =>
  tx.rows(ownIdentityRows, [keyHash]);

const disconnectRow = statement<{ outcome: 'done' | 'not_found' | 'last_way_in' }>(
  'disconnect_own_identity',
  'select disconnect_own_identity($1, $2, $3) as outcome',
);

export const disconnectIdentity = async (
  tx: Queryable,
  keyHash: Buffer,
  identityId: number,
  now: Date,
): Promise<'done' | 'not_found' | 'last_way_in'> =>
  (await tx.row(disconnectRow, [keyHash, identityId, now]))?.outcome ?? 'not_found';
