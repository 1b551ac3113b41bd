import type { Queryable } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

/** A person as the sign-in sees them. */
export interface Account {
  account_id: number;
  password_hash: string;
  is_superadmin: boolean;
  must_change_password: boolean;
}

/** A practice that a person may work in, and as whom. */
export interface Membership {
  tenant_id: number;
  tenant_name: string;
  tenant_subdomain: string | null;
  user_id: number;
  role: 'staff' | 'admin';
}

/** A session key to be stored; the tenant and the user are null for a superadmin. */
export interface NewSessionKey {
  /** SHA-256 of the key. */
  keyHash: Buffer;
  tenantId: number | null;
  userId: number | null;
  accountId: number;
  /** What the password was compared with. */
  comparedHash: string;
  /** Shared by the keys of one sign-in. */
  signInId: string;
  issuedAt: Date;
  expiresAt: Date;
}

const accountByEmailStatement = statement<Account>(
  'sign_in_account',
  'select a.* from sign_in_account($1::citext) a',
);
const membershipsStatement = statement<Membership>(
  'sign_in_memberships',
  'select m.* from sign_in_memberships($1) m',
);
const issueKeyStatement = statement<{ issued: boolean }>(
  'sign_in_issue_key',
  'select sign_in_issue_key($1, $2, $3, $4, $5, $6, $7, $8) as issued',
);
const ownPasswordHashStatement = statement<{ hash: string | null }>(
  'own_password_hash',
  'select own_password_hash($1) as hash',
);
const endSessionStatement = statement('end_session', 'select end_session($1, $2)');
const changeOwnPasswordStatement = statement('change_own_password', 'select change_own_password($1, $2, $3)');

/** The account behind an email; undefined for an unknown or a disabled one. */
export const accountByEmail = (control: Queryable, email: string): Promise<Account | undefined> =>
  control.row(accountByEmailStatement, [email]);

/** The practices a person may work in, first joined first. */
export const membershipsOf = (control: Queryable, accountId: number): Promise<Membership[]> =>
  control.rows(membershipsStatement, [accountId]);

/**
 * Stores a key, unless what the sign-in found true is so no longer: the password changed, the person disabled or taken
 * off the practice, the practice suspended.
 * @returns whether it was stored
 */
export async function issueKey(control: Queryable, key: NewSessionKey): Promise<boolean> {
  const { keyHash, tenantId, userId, accountId, comparedHash, signInId, issuedAt, expiresAt } = key;
  const row = await control.row(issueKeyStatement, [
    keyHash,
    tenantId,
    userId,
    accountId,
    comparedHash,
    signInId,
    issuedAt,
    expiresAt,
  ]);
  return row?.issued === true;
}

/** The password hash of the person whose key this is; null for a client's or an integration's. */
export const ownPasswordHash = async (control: Queryable, keyHash: Buffer): Promise<string | null> =>
  (await control.row(ownPasswordHashStatement, [keyHash]))?.hash ?? null;

/** Ends the session of a key and its siblings from the same sign-in. */
export async function endSession(tx: Queryable, keyHash: Buffer, now: Date): Promise<void> {
  await tx.rows(endSessionStatement, [keyHash, now]);
}

/** Replaces the password of the person whose key this is, and ends their other sign-ins. */
export async function changeOwnPassword(
  tx: Queryable,
  keyHash: Buffer,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.rows(changeOwnPasswordStatement, [keyHash, passwordHash, now]);
}
