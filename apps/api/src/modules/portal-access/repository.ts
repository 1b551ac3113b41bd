import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** The client with a number, as sign-up and sign-in see them. */
export interface LoginHolder {
  id: number;
  archived: boolean;
  has_login: boolean;
  /** Null for one without a login, or who has only ever signed in with codes. */
  password_hash: string | null;
  /** Whether the person with the login verified the number. */
  phone_proved: boolean;
}

const loginHolderStatement = statement<LoginHolder>(
  'portal_login_of_phone',
  `select c.id, c.archived_at is not null as archived, l.client_id is not null as has_login, l.password_hash,
          l.proved_phone is not distinct from c.phone as phone_proved
   from clients c
   left join client_logins l on l.tenant_id = c.tenant_id and l.client_id = c.id
   where c.tenant_id = $1 and c.phone = $2`,
);
const insertLoginRow = statement<{ made: number }>(
  'insert_client_login',
  `insert into client_logins (tenant_id, client_id, password_hash, password_changed_at, proved_phone)
   values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, client_id) do update set
     password_hash = excluded.password_hash, password_changed_at = excluded.password_changed_at,
     proved_phone = excluded.proved_phone
   where client_logins.password_hash is null
   returning 1 as made`,
);
const insertLoginByCodeRow = statement(
  'insert_client_login_by_code',
  `insert into client_logins (tenant_id, client_id, password_hash, password_changed_at, proved_phone)
   values ($1, $2, null, $3, $4)
   on conflict (tenant_id, client_id) do nothing`,
);
const changePasswordRow = statement<{ id: number }>(
  'change_client_password',
  `update client_logins l set password_hash = $3, password_changed_at = $4, proved_phone = $2
   from clients c
   where l.tenant_id = $1 and c.tenant_id = $1 and c.id = l.client_id and c.phone = $2 and c.archived_at is null
   returning c.id`,
);
const issueCodeKeyStatement = statement<{ issued: boolean }>(
  'client_issue_code_key',
  'select client_issue_code_key($1, $2, $3, $4, $5, $6, $7) as issued',
);
const issueKeyStatement = statement<{ issued: boolean }>(
  'client_issue_key',
  'select client_issue_key($1, $2, $3, $4, $5, $6, $7, $8) as issued',
);
const insertAccessNote = statement(
  'note_portal_access',
  `insert into audit_log (tenant_id, at, client_id, action, entity, entity_id, details, request_id)
   values ($1, $2, $3::bigint, $4, 'client', coalesce($7::bigint, $3::bigint), $5, $6)`,
);

/** The client who has a number, archived or not. */
export const loginHolder = (
  tx: TenantTransaction,
  tenantId: number,
  phone: string,
): Promise<LoginHolder | undefined> => tx.row(loginHolderStatement, [tenantId, phone]);

/** Creates the login of a client with a verified number, or gives one without a password its first. @returns false if there is one */
export const insertLogin = async (
  tx: TenantTransaction,
  { tenantId, phone }: { tenantId: number; phone: string },
  clientId: number,
  passwordHash: string,
  now: Date,
): Promise<boolean> =>
  (await tx.row(insertLoginRow, [tenantId, clientId, passwordHash, now, phone])) !== undefined;

/** Creates a login without a password for a client with a verified number. No effect on one with a login. */
export async function insertLoginByCode(
  tx: TenantTransaction,
  { tenantId, phone }: { tenantId: number; phone: string },
  clientId: number,
  now: Date,
): Promise<void> {
  await tx.rows(insertLoginByCodeRow, [tenantId, clientId, now, phone]);
}

/**
 * Replaces the password of the active client with a verified number. @returns their id; undefined for none with a login
 */
export const changePassword = async (
  tx: TenantTransaction,
  { tenantId, phone }: { tenantId: number; phone: string },
  passwordHash: string,
  now: Date,
): Promise<number | undefined> => (await tx.row(changePasswordRow, [tenantId, phone, passwordHash, now]))?.id;

interface NewClientKey {
  /** SHA-256 of the key. */
  keyHash: Buffer;
  clientId: number;
  /** The hash that the password was compared with. */
  comparedHash: string;
  issuedAt: Date;
  expiresAt: Date;
  /** The device of the sign-in, such as 'Chrome on Android'. */
  device: string | null;
  requestId: string;
  /** Of the sign-in, shortened. */
  network: string;
}

/**
 * Stores a client's session key in the current practice, with an entry in its audit log, unless the conditions of the
 * sign-in have changed: the password, or the client was archived.
 * @returns whether it was stored
 */
export async function issueClientKey(tx: TenantTransaction, key: NewClientKey): Promise<boolean> {
  const { keyHash, clientId, comparedHash, issuedAt, expiresAt, device, requestId, network } = key;
  const values = [keyHash, clientId, comparedHash, issuedAt, expiresAt, device, requestId, network];
  return (await tx.row(issueKeyStatement, values))?.issued === true;
}

interface NewCodeKey extends Omit<NewClientKey, 'comparedHash' | 'requestId'> {
  /** The number that was verified. */
  phone: string;
  /** Of the sign-in, shortened. */
  network: string;
}

/**
 * The same for a client who has just verified their number with a code, without an entry in the audit log.
 * @returns whether it was stored: false if the client was archived or their number was changed
 */
export async function issueCodeKey(tx: TenantTransaction, key: NewCodeKey): Promise<boolean> {
  const { keyHash, clientId, phone, issuedAt, expiresAt, device, network } = key;
  const values = [keyHash, clientId, phone, issuedAt, expiresAt, device, network];
  return (await tx.row(issueCodeKeyStatement, values))?.issued === true;
}

interface AccessNote {
  at: Date;
  /** The author; null for a stranger. */
  clientId: number | null;
  /** The affected client; the author when omitted. */
  toClientId?: number;
  action: string;
  details: Record<string, unknown> | null;
  requestId: string;
}

/** An audit log entry about an action of a client without a session. */
export async function noteAccess(tx: TenantTransaction, tenantId: number, note: AccessNote): Promise<void> {
  const { at, clientId, toClientId, action, details, requestId } = note;
  await tx.rows(insertAccessNote, [
    tenantId,
    at,
    clientId,
    action,
    details && JSON.stringify(details),
    requestId,
    toClientId ?? null,
  ]);
}
