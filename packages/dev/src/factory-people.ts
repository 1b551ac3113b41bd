import { randomBytes } from 'node:crypto';
import { scopes } from '@burrow/contracts/scopes';
import bcrypt from 'bcrypt';
import { hashKey } from '../../../apps/api/src/lib/api-key.ts';
import { codeHash } from '../../../apps/api/src/modules/portal-access/phone-codes.ts';
import { insertRow, type OwnerDb } from './factory-insert.ts';
import type {
  AccountRow,
  ClientLinkRow,
  ClientRow,
  Columns,
  PhoneCodeRow,
  SetupLinkRow,
  TenantRow,
  UserRow,
} from './factory-rows.ts';
import { given, nextNumber, oneDay, type With } from './factory-defaults.ts';

// Practices and the people around them; see factories.ts for the conventions of all factories.

/** The default password of everyone made here. */
export const defaultPassword = 'correct-horse-7';

/** The key that hashes the portal's codes, in tests. */
export const testCodeSecret = 'codes-of-tests-are-kept-with-this-key';

/** The practice of a new record: the one given, that of a parent, or a new one. */
export async function practiceOf(
  db: OwnerDb,
  columns: { tenant_id?: number },
  tenant?: Pick<TenantRow, 'id'>,
  ...parents: ({ tenant_id: number } | undefined)[]
): Promise<number> {
  const known = columns.tenant_id ?? tenant?.id ?? parents.find((parent) => parent)?.tenant_id;
  return known ?? (await makeTenant(db)).id;
}

const hashes = new Map<string, Promise<string>>();

/** A bcrypt hash, computed once for each password and cost: a test does not need a salt for each person. */
export function passwordHash(password: string, cost = 4): Promise<string> {
  const name = `${cost} ${password}`;
  const known = hashes.get(name);
  if (known) return known;
  const hash = bcrypt.hash(password, cost);
  hashes.set(name, hash);
  return hash;
}

/** A veterinary practice, set up, with its trial running. */
export function makeTenant(db: OwnerDb, columns: Columns<TenantRow> = {}): Promise<TenantRow> {
  const n = nextNumber();
  return insertRow(db, 'tenants', {
    tenant_name: `Practice ${n}`,
    contact_name: `Contact ${n}`,
    subdomain: `practice-${n}`,
    email: `practice-${n}@example.test`,
    phone: '01632960123',
    address: `${n} Mill Lane, Ambleton, AM1 2BL`,
    business_type: 'Veterinary',
    fts_complete: true,
    trial_ends_at: oneDay,
    ...given(columns),
  });
}

type PasswordOptions = { password?: string | null; bcryptCost?: number };

/**
 * A person who can sign in with `password` (defaultPassword); with `password: null` one who has not set a password.
 */
export async function makeAccount(
  db: OwnerDb,
  { password = defaultPassword, bcryptCost, ...columns }: Columns<AccountRow> & PasswordOptions = {},
): Promise<AccountRow> {
  const n = nextNumber();
  const password_hash = password === null ? null : await passwordHash(password, bcryptCost);
  return insertRow(db, 'accounts', {
    email: `person-${n}@example.test`,
    name: `Person ${n}`,
    password_hash,
    ...given(columns),
  });
}

/** A person in a practice, with an account of their own unless `account` or `account_id` is given. Role: staff. */
export async function makeUser(
  db: OwnerDb,
  { tenant, account, ...columns }: With<UserRow, 'tenant'> & { account?: AccountRow } = {},
): Promise<UserRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  const person =
    account ?? (columns.account_id ? undefined : await makeAccount(db, given({ name: columns.name })));
  return insertRow(db, 'users', {
    tenant_id,
    account_id: person?.id,
    name: person?.name ?? `Person ${nextNumber()}`,
    role: 'staff',
    created_at: new Date('2020-01-01T00:00:00Z'),
    ...given(columns),
  });
}

/** A pet owner with a mobile number; with `password` also a portal login, for which the number was verified. */
export async function makeClient(
  db: OwnerDb,
  { tenant, password, bcryptCost, ...columns }: With<ClientRow, 'tenant'> & PasswordOptions = {},
): Promise<ClientRow> {
  const n = nextNumber();
  const tenant_id = await practiceOf(db, columns, tenant);
  const client = await insertRow(db, 'clients', {
    tenant_id,
    name: `Client ${n}`,
    email: `client-${n}@example.test`,
    phone: `07400${String(n).padStart(6, '0')}`,
    address: `${n} Station Road, Ambleton, AM3 4DN`,
    ...given(columns),
  });
  if (password) {
    const password_hash = await passwordHash(password, bcryptCost);
    const login = { tenant_id, client_id: client.id, password_hash, proved_phone: client.phone };
    await insertRow(db, 'client_logins', login);
  }
  return client;
}

/** The token of a verified number. */
interface PhoneCode {
  phone: string;
  code: string;
  /** The token for an earlier code to the same number; it creates an account. */
  token: string;
}

/** A code that was sent a while ago to a number and is valid until long after any test. Purpose: register. */
export async function makePhoneCode(
  db: OwnerDb,
  { tenant, ...columns }: With<PhoneCodeRow, 'tenant'> = {},
): Promise<PhoneCode> {
  const [code, salt, token] = ['123456', randomBytes(16), randomBytes(32).toString('base64url')];
  const place = {
    tenantId: await practiceOf(db, columns, tenant),
    purpose: columns.purpose ?? ('register' as const),
    phone: columns.phone ?? `07410${String(nextNumber()).padStart(6, '0')}`,
  };
  await insertRow(db, 'phone_codes', {
    tenant_id: place.tenantId,
    purpose: place.purpose,
    phone: place.phone,
    salt,
    code_hash: codeHash({ CODE_SECRET: testCodeSecret }, place, salt, code),
    sent_at: new Date('2020-01-01T00:00:00Z'),
    expires_at: oneDay,
    proof_hash: hashKey(token),
    proof_expires_at: oneDay,
    ...given(columns),
  });
  return { phone: place.phone, code, token };
}

/** A link in a message to a client, to an appointment unless given otherwise; valid until long after any test. */
export async function makeClientLink(
  db: OwnerDb,
  { client, ...columns }: Columns<ClientLinkRow> & { client: Pick<ClientRow, 'tenant_id' | 'id'> },
): Promise<{ token: string }> {
  const token = randomBytes(9).toString('base64url');
  await insertRow(db, 'client_links', {
    tenant_id: client.tenant_id,
    client_id: client.id,
    token_hash: hashKey(token),
    kind: 'booking',
    record_id: nextNumber(),
    expires_at: oneDay,
    created_at: new Date('2020-01-01T00:00:00Z'),
    ...given(columns),
  });
  return { token };
}

interface SessionKeyOptions {
  /** Exactly one of these three. An account alone must be a superadmin's. */
  user?: Pick<UserRow, 'tenant_id' | 'id' | 'account_id'>;
  client?: Pick<ClientRow, 'tenant_id' | 'id'>;
  account?: Pick<AccountRow, 'id'>;
  kind?: 'session' | 'integration';
  /** Of an API key: all, unless given. */
  scopes?: string[];
  allowedAddresses?: string[];
  label?: string;
  /** Long after any test. */
  expires?: Date;
  /** Long after any test, so that the key is not idle wherever a test sets its clock. */
  lastUsed?: Date;
  revoked?: Date;
  /**
   * When its person last proved who they are. Later than any test's clock, so that no action asks for a proof by default;
   * null leaves it out, also for a database that lacks the column.
   */
  verified?: Date | null;
  /** Keys of one sign-in end together. */
  signInId?: string;
  /** The key itself; 256 random bits in base64url. */
  apiKey?: string;
}

export interface SessionKey {
  keyId: number;
  apiKey: string;
  tenantId: number | null;
  userId: number | null;
  clientId: number | null;
  accountId: number | null;
}

/** A key that the API accepts as the caller's. `userId` or `clientId` accompanies it in a form post. */
export async function makeSessionKey(db: OwnerDb, options: SessionKeyOptions): Promise<SessionKey> {
  const { user, client, account, kind = 'session' } = options;
  const apiKey = options.apiKey ?? randomBytes(32).toString('base64url');
  const key = await insertRow(db, 'api_keys', {
    tenant_id: user?.tenant_id ?? client?.tenant_id ?? null,
    user_id: user?.id ?? null,
    client_id: client?.id ?? null,
    account_id: user?.account_id ?? account?.id ?? null,
    kind,
    scopes: kind === 'integration' ? (options.scopes ?? [...scopes]) : undefined,
    allowed_addresses: options.allowedAddresses,
    label: options.label,
    key_hash: hashKey(apiKey),
    sign_in_id: options.signInId,
    last_used_at: options.lastUsed ?? oneDay,
    expires_at: options.expires ?? oneDay,
    revoked_at: options.revoked,
    verified_at: kind === 'session' && options.verified !== null ? (options.verified ?? oneDay) : undefined,
  });
  return {
    keyId: key.id,
    apiKey,
    tenantId: key.tenant_id,
    userId: key.user_id,
    clientId: key.client_id,
    accountId: key.account_id,
  };
}

interface SetupLink {
  /** The secret in the fragment of the link. */
  token: string;
}

/** A one-time link of a person, valid until long after any test by default. Purpose: join. */
export async function makeSetupLink(
  db: OwnerDb,
  { user, ...columns }: Columns<SetupLinkRow> & { user: Pick<UserRow, 'tenant_id' | 'id'> },
): Promise<SetupLink> {
  const token = randomBytes(32).toString('base64url');
  await insertRow(db, 'setup_links', {
    tenant_id: user.tenant_id,
    user_id: user.id,
    purpose: 'join',
    token_hash: hashKey(token),
    expires_at: oneDay,
    ...given(columns),
  });
  return { token };
}

/** A person who was invited to a practice and has not joined; their account has no password yet. */
export async function makeInvited(
  db: OwnerDb,
  { tenant, ...columns }: With<UserRow, 'tenant'> & { account?: AccountRow } = {},
): Promise<{ user: UserRow; account: AccountRow; link: SetupLink }> {
  const account = columns.account ?? (await makeAccount(db, { password: null }));
  const user = await makeUser(db, { ...given({ tenant }), ...columns, account, accepted_at: null });
  return { user, account, link: await makeSetupLink(db, { user }) };
}
