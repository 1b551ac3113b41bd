import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** A practice as passkeys need it. */
export interface PasskeyPractice {
  tenant_name: string;
  subdomain: string | null;
  custom_host: string | null;
}

/** A passkey of the caller. */
export interface OwnPasskey {
  id: number;
  name: string;
  credential_id: string;
  rp_id: string;
  transports: string[];
  created_at: string;
  last_used_at: string | null;
}

/** A passkey that signs in, and its client. */
export interface SigningPasskey {
  id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  client_id: number;
  phone: string | null;
  /** Null for a client who has only ever signed in with codes. */
  password_hash: string | null;
}

/** A client with a login, as their device and the notice of a new passkey need them. */
export interface PasskeyClient {
  name: string;
  phone: string | null;
  email: string | null;
  /** Null for one who has only ever signed in with codes. */
  password_hash: string | null;
}

interface NewChallenge {
  /** SHA-256 of the token. */
  tokenHash: Buffer;
  /** Who adds a passkey; null for a sign-in. */
  clientId: number | null;
  /** What the passkey has to sign, in base64url. */
  webauthnChallenge: string;
  expiresAt: Date;
}

/** A verified passkey to be stored. */
export interface NewPasskey {
  name: string;
  credentialId: string;
  publicKey: Uint8Array;
  /** The host that it belongs to. */
  rpId: string;
  counter: number;
  transports: readonly string[];
}

interface NewSession {
  passkeyId: number;
  /** The counter that it has signed. */
  counter: number;
  /** SHA-256 of the key. */
  keyHash: Buffer;
  issuedAt: Date;
  expiresAt: Date;
  device: string | null;
  /** Of the sign-in, shortened. */
  network: string;
  requestId: string;
}

const practiceStatement = statement<PasskeyPractice>(
  'passkey_practice',
  `select t.tenant_name, t.subdomain::text as subdomain, t.custom_host::text as custom_host
   from tenants t where t.id = $1`,
);
const deleteOldChallenges = statement(
  'delete_old_client_passkey_challenges',
  `delete from client_passkey_challenges c using (
     select o.tenant_id, o.token_hash from client_passkey_challenges o
     where o.tenant_id = $1 and o.expires_at < $2
     order by o.expires_at limit 20 for update skip locked) o
   where c.tenant_id = o.tenant_id and c.token_hash = o.token_hash`,
);
const insertChallengeRow = statement(
  'insert_client_passkey_challenge',
  `insert into client_passkey_challenges (tenant_id, token_hash, client_id, webauthn_challenge, expires_at)
   values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, client_id) where client_id is not null do update set
     token_hash = excluded.token_hash, webauthn_challenge = excluded.webauthn_challenge,
     expires_at = excluded.expires_at`,
);
const takeChallengeRow = statement<{ webauthn_challenge: string }>(
  'take_client_passkey_challenge',
  `delete from client_passkey_challenges c
   where c.tenant_id = $1 and c.token_hash = $2 and c.client_id is not distinct from $3 and c.expires_at > $4
   returning c.webauthn_challenge`,
);
const clientStatement = statement<PasskeyClient>(
  'passkey_client',
  `select c.name, c.phone, c.email::text as email, l.password_hash
   from clients c join client_logins l on l.tenant_id = c.tenant_id and l.client_id = c.id
   where c.tenant_id = $1 and c.id = $2`,
);
const ownPasskeysStatement = statement<OwnPasskey>(
  'own_client_passkeys',
  `select p.id, p.name, p.credential_id, p.rp_id, p.transports, p.created_at, p.last_used_at
   from client_passkeys p where p.tenant_id = $1 and p.client_id = $2 order by p.id`,
);
const signingPasskeyStatement = statement<SigningPasskey>(
  'client_passkey_to_sign_in',
  `select p.id, p.credential_id, p.public_key, p.counter, p.transports, p.client_id, c.phone, l.password_hash
   from client_passkeys p
   join clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
   join client_logins l on l.tenant_id = p.tenant_id and l.client_id = p.client_id
   where p.tenant_id = $1 and p.credential_id = $2 and c.archived_at is null`,
);
const issueKeyStatement = statement<{ issued: boolean }>(
  'client_issue_passkey_key',
  'select client_issue_passkey_key($1, $2, $3, $4, $5, $6, $7, $8) as issued',
);
const lockLogin = statement<{ locked: number }>(
  'lock_client_login',
  'select 1 as locked from client_logins l where l.tenant_id = $1 and l.client_id = $2 for no key update',
);
const countPasskeys = statement<{ count: number }>(
  'count_client_passkeys',
  'select count(*)::integer as count from client_passkeys p where p.tenant_id = $1 and p.client_id = $2',
);
const insertPasskeyRow = statement<{ added: number }>(
  'insert_client_passkey',
  `insert into client_passkeys (tenant_id, client_id, name, credential_id, public_key, rp_id, counter, transports,
                                created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (tenant_id, credential_id) do nothing
   returning 1 as added`,
);
const renamePasskeyRow = statement<{ renamed: number }>(
  'rename_client_passkey',
  `update client_passkeys p set name = $4
   where p.tenant_id = $1 and p.client_id = $2 and p.id = $3
   returning 1 as renamed`,
);
const deletePasskeyRow = statement<{ name: string }>(
  'delete_client_passkey',
  `delete from client_passkeys p where p.tenant_id = $1 and p.client_id = $2 and p.id = $3 returning p.name`,
);

/** The practice of the transaction. */
export async function passkeyPractice(tx: TenantTransaction, tenantId: number): Promise<PasskeyPractice> {
  const practice = await tx.row(practiceStatement, [tenantId]);
  if (!practice) throw new Error('The practice of this session was not found.');
  return practice;
}

/** Stores a challenge, which replaces the client's former one, and deletes some of the practice's expired ones. */
export async function insertChallenge(
  tx: TenantTransaction,
  tenantId: number,
  { tokenHash, clientId, webauthnChallenge, expiresAt }: NewChallenge,
  now: Date,
): Promise<void> {
  await Promise.all([
    tx.rows(deleteOldChallenges, [tenantId, now]),
    tx.rows(insertChallengeRow, [tenantId, tokenHash, clientId, webauthnChallenge, expiresAt]),
  ]);
}

/** Uses up a challenge. @returns what has to be signed; undefined for an unknown, used or expired one */
export const takeChallenge = async (
  tx: TenantTransaction,
  tenantId: number,
  { tokenHash, clientId }: Pick<NewChallenge, 'tokenHash' | 'clientId'>,
  now: Date,
): Promise<string | undefined> =>
  (await tx.row(takeChallengeRow, [tenantId, tokenHash, clientId, now]))?.webauthn_challenge;

/** A client with a login; undefined for one whose login was removed. */
export const passkeyClient = (
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
): Promise<PasskeyClient | undefined> => tx.row(clientStatement, [tenantId, clientId]);

/** The passkeys of a client, oldest first. */
export const ownPasskeys = (
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
): Promise<OwnPasskey[]> => tx.rows(ownPasskeysStatement, [tenantId, clientId]);

/** A passkey of the practice by the id that the browser sends; undefined for an archived client's too. */
export const signingPasskey = (
  tx: TenantTransaction,
  tenantId: number,
  credentialId: string,
): Promise<SigningPasskey | undefined> => tx.row(signingPasskeyStatement, [tenantId, credentialId]);

/** Stores the session of a sign-in with an entry in the audit log. @returns false if it must not sign in any more */
export async function issuePasskeyKey(tx: TenantTransaction, session: NewSession): Promise<boolean> {
  const { keyHash, passkeyId, counter, issuedAt, expiresAt, device, network, requestId } = session;
  const values = [keyHash, passkeyId, counter, issuedAt, expiresAt, device, network, requestId];
  return (await tx.row(issueKeyStatement, values))?.issued === true;
}

/** Stores a passkey, if the client has fewer than `most`. */
export async function insertPasskey(
  tx: TenantTransaction,
  { tenantId, clientId }: { tenantId: number; clientId: number },
  { name, credentialId, publicKey, rpId, counter, transports }: NewPasskey,
  now: Date,
  most: number,
): Promise<'added' | 'full' | 'taken' | 'gone'> {
  const whose = [tenantId, clientId];
  // Locked, so that simultaneous additions cannot exceed the limit.
  if (!(await tx.row(lockLogin, whose))) return 'gone';
  if (((await tx.row(countPasskeys, whose))?.count ?? 0) >= most) return 'full';
  const values = [name, credentialId, Buffer.from(publicKey), rpId, counter, transports, now];
  return (await tx.row(insertPasskeyRow, [...whose, ...values])) ? 'added' : 'taken';
}

/** @returns false for another client's passkey */
export const renamePasskey = async (
  tx: TenantTransaction,
  { tenantId, clientId }: { tenantId: number; clientId: number },
  passkeyId: number,
  name: string,
): Promise<boolean> => (await tx.row(renamePasskeyRow, [tenantId, clientId, passkeyId, name])) !== undefined;

/** @returns its name; undefined for another client's passkey */
export const deletePasskey = async (
  tx: TenantTransaction,
  { tenantId, clientId }: { tenantId: number; clientId: number },
  passkeyId: number,
): Promise<string | undefined> => (await tx.row(deletePasskeyRow, [tenantId, clientId, passkeyId]))?.name;
