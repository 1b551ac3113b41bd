import type { Factor } from '@burrow/contracts/factor';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

/** A person as the sign-in sees them. */
export interface Account {
  account_id: number;
  /** Null for one who only signs in by single sign-on. */
  password_hash: string | null;
  is_superadmin: boolean;
  must_change_password: boolean;
}

/** A practice that a person may work in, with their role. */
interface Membership {
  tenant_id: number;
  tenant_name: string;
  tenant_subdomain: string | null;
  user_id: number;
  role: 'staff' | 'admin';
}

/** A session key to be stored; the tenant and the user are null for a superadmin. */
interface NewSessionKey {
  /** SHA-256 of the key. */
  keyHash: Buffer;
  tenantId: number | null;
  userId: number | null;
  accountId: number;
  /** The hash that the account had when its person proved who they are. */
  comparedHash: string | null;
  /** Shared by the keys of one sign-in. */
  signInId: string;
  issuedAt: Date;
  expiresAt: Date;
  /** The device of the sign-in, such as 'Chrome on Windows'. */
  device: string | null;
  /** The id of the request in the practice's audit log. */
  requestId: string;
  /** What the person proved. */
  factors: readonly Factor[];
  /** Of the sign-in, shortened. */
  network: string;
  /** When they proved it; null for now. */
  provedAt: Date | null;
  /** The identity that opens the session, after single sign-on. */
  identityId: number | null;
}

/** One sign-in of a person, with a key in each practice it was for. */
interface OwnSession {
  id: number;
  tenant_name: string | null;
  label: string | null;
  network: string | null;
  created_at: string;
  last_used_at: string;
  current: boolean;
}

const accountByEmailStatement = statement<Account>(
  'sign_in_account',
  'select a.* from sign_in_account($1::citext) a',
);
const membershipsStatement = statement<Membership>(
  'sign_in_memberships',
  'select m.* from sign_in_memberships($1, $2) m',
);
const onlySsoStatement = statement<{ id: number }>(
  'sso_only_practices',
  'select p as id from sso_only_practices($1) p',
);

const isSuspendedStatement = statement<{ suspended: boolean }>(
  'sign_in_is_suspended',
  'select sign_in_is_suspended($1, $2) as suspended',
);
const issueKeyStatement = statement<{ issued: boolean }>(
  'sign_in_issue_key',
  'select sign_in_issue_key($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as issued',
);
const ownPasswordHashStatement = statement<{ hash: string | null }>(
  'own_password_hash',
  'select own_password_hash($1) as hash',
);
const ownEmailStatement = statement<{ email: string | null }>('own_email', 'select own_email($1) as email');
const ownSessionsStatement = statement<OwnSession>(
  'own_sessions',
  `select s.id, s.tenant_name, s.label, s.network, s.created_at, s.last_used_at, s.is_current as current
   from own_sessions($1, $2, make_interval(secs => $3)) s`,
);
const endOwnSessionsStatement = statement<{ ended: number }>(
  'end_own_sessions',
  'select end_own_sessions($1, $2, $3) as ended',
);
const endSessionStatement = statement('end_session', 'select end_session($1, $2)');
const renewProofStatement = statement<{ renewed: boolean }>(
  'renew_proof',
  'select renew_proof($1, $2, $3) as renewed',
);
const changeOwnPasswordStatement = statement(
  'change_own_password',
  'select change_own_password($1, $2, $3, $4)',
);

/** The account behind an email; undefined for an unknown or a disabled one. */
export const accountByEmail = (control: Queryable, email: string): Promise<Account | undefined> =>
  control.row(accountByEmailStatement, [email]);

/** The practices a person may work in at the moment `now`, first joined first. */
export const membershipsOf = (control: Queryable, accountId: number, now: Date): Promise<Membership[]> =>
  control.rows(membershipsStatement, [accountId, now]);

/** The practices of a person that allow only single sign-on. */
export const practicesWithoutPasswords = async (
  control: Queryable,
  accountId: number,
): Promise<ReadonlySet<number>> =>
  new Set((await control.rows(onlySsoStatement, [accountId])).map(({ id }) => id));

/** Whether a person would have a practice to work in at the moment `now`, ignoring suspension. */
export const isSuspended = async (control: Queryable, accountId: number, now: Date): Promise<boolean> =>
  (await control.row(isSuspendedStatement, [accountId, now]))?.suspended === true;

/**
 * Stores a key, unless the conditions of the sign-in have changed: the password, the identity, or the person was disabled
 * or removed from the practice, or the practice suspended.
 * @returns whether it was stored
 */
export async function issueKey(control: Queryable, key: NewSessionKey): Promise<boolean> {
  const row = await control.row(issueKeyStatement, [
    key.keyHash,
    key.tenantId,
    key.userId,
    key.accountId,
    key.comparedHash,
    key.signInId,
    key.issuedAt,
    key.expiresAt,
    key.device,
    key.requestId,
    key.factors,
    key.network,
    key.provedAt,
    key.identityId,
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

/**
 * Records that the key's owner has just proved who they are, for every key of their sign-in.
 * @param comparedHash the password hash of their account at that time
 * @returns false when it has changed since
 */
export const renewProof = async (
  tx: Queryable,
  keyHash: Buffer,
  now: Date,
  comparedHash: string | null,
): Promise<boolean> => (await tx.row(renewProofStatement, [keyHash, now, comparedHash]))?.renewed === true;

/** Replaces the password of the person whose key this is, and ends their other sign-ins. */
export async function changeOwnPassword(
  tx: Queryable,
  keyHash: Buffer,
  passwordHash: string,
  now: Date,
  keptDevice: Buffer | null,
): Promise<void> {
  await tx.rows(changeOwnPasswordStatement, [keyHash, passwordHash, now, keptDevice]);
}

/** The address of the person whose key this is; null once it is revoked. */
export const ownEmail = async (tx: Queryable, keyHash: Buffer): Promise<string | null> =>
  (await tx.row(ownEmailStatement, [keyHash]))?.email ?? null;

/** The open sign-ins of the person whose key this is, in every practice, last used first. */
export const ownSessions = (
  tx: Queryable,
  keyHash: Buffer,
  now: Date,
  idleSeconds: number,
): Promise<OwnSession[]> => tx.rows(ownSessionsStatement, [keyHash, now, idleSeconds]);

/**
 * Ends the sign-in of one of the caller's keys; all but the calling one when `sessionId` is null.
 * @returns how many keys ended
 */
export async function endOwnSessions(
  tx: Queryable,
  keyHash: Buffer,
  sessionId: number | null,
  now: Date,
): Promise<number> {
  const row = await tx.row(endOwnSessionsStatement, [keyHash, sessionId, now]);
  return row?.ended ?? 0;
}

const practiceOnlyStatement = statement<{ limited: boolean }>(
  'session_is_practice_only',
  'select session_is_practice_only($1) as limited',
);

/** Whether a session was opened by the sign-in provider of a practice. */
export const isPracticeOnly = async (tx: Queryable, keyHash: Buffer): Promise<boolean> =>
  (await tx.row(practiceOnlyStatement, [keyHash]))?.limited !== false;
