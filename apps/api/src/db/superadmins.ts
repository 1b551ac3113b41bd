import type pg from 'pg';
import type { Env } from '../config/env.ts';
import { AppError } from '../lib/app-error.ts';
import { isCommonPassword } from '../lib/common-passwords.ts';
import type { PasswordHasher } from '../lib/password-hasher.ts';
import { asRole } from './as-role.ts';

/** An operator of the installation. The password is for the first sign-in, which requires a new one. */
export interface NewSuperadmin {
  email: string;
  name: string;
  password: string;
}

// Any number that nothing else in the database locks.
const superadminLock = 4_711_003;

/**
 * Creates a superadmin, regardless of others. An existing account is not changed: 'address taken'.
 * @param ownerUrl the login that owns the schema
 * @throws AppError `weak_password`
 */
export const makeSuperadmin = (
  ownerUrl: string,
  person: NewSuperadmin,
  passwords: PasswordHasher,
): Promise<'made' | 'address taken'> =>
  withAccounts(ownerUrl, (owner) => insertSuperadmin(owner, person, passwords));

/**
 * Creates the superadmin from the settings, once, however many processes start together. Without those settings, or
 * if there is or was a superadmin, nothing happens: 'not needed'. An existing account is not changed: 'address
 * taken'.
 * @throws Error whose message is ready to print, for a password that is too common
 */
export async function makeFirstSuperadmin(
  env: Env,
  passwords: PasswordHasher,
): Promise<'made' | 'not needed' | 'address taken'> {
  const { FIRST_SUPERADMIN_EMAIL: email, FIRST_SUPERADMIN_PASSWORD: password } = env;
  if (!env.DATABASE_OWNER_URL || !email || !password) return 'not needed';
  return withAccounts(env.DATABASE_OWNER_URL, async (owner) => {
    await owner.query('select pg_advisory_xact_lock($1)', [superadminLock]);
    if (await someoneIsSuperadmin(owner)) return 'not needed';
    if (isCommonPassword(password)) {
      throw new Error(`FIRST_SUPERADMIN_PASSWORD: ${new AppError('weak_password').message}`);
    }
    return insertSuperadmin(owner, { email, name: 'Superadmin', password }, passwords);
  });
}

/** Whether there are superadmins, and whether one of them has replaced the first password. */
export const superadminState = (ownerUrl: string): Promise<{ exists: boolean; hasOwnPassword: boolean }> =>
  withAccounts(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ exists: boolean; hasOwnPassword: boolean }>(
      `select count(*) > 0 as exists, count(*) filter (where not a.must_change_password) > 0 as "hasOwnPassword"
       from accounts a where a.is_superadmin`,
    );
    return rows[0] ?? { exists: false, hasOwnPassword: false };
  });

/**
 * Allows passwords again in a practice that requires single sign-on, for when its provider is down.
 * @returns false if the practice allows them already, or does not exist
 */
export const allowPasswords = (ownerUrl: string, practiceId: number): Promise<boolean> =>
  withAccounts(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query(
      `with allowed as (
         update identity_providers p set only_sso = false, updated_at = now()
         where p.tenant_id = $1 and p.only_sso returning p.tenant_id)
       insert into audit_log (tenant_id, at, action, entity, details, request_id)
       select a.tenant_id, now(), 'identity_provider/allow_passwords', 'identity_provider', '{}', 'command line'
       from allowed a`,
      [practiceId],
    );
    return Boolean(rowCount);
  });

const withAccounts = <T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> =>
  asRole(ownerUrl, 'burrow_sign_in', work);

async function someoneIsSuperadmin(owner: pg.Client): Promise<boolean> {
  const { rowCount } = await owner.query('select 1 from accounts a where a.is_superadmin limit 1');
  return Boolean(rowCount);
}

async function insertSuperadmin(
  owner: pg.Client,
  { email, name, password }: NewSuperadmin,
  passwords: PasswordHasher,
): Promise<'made' | 'address taken'> {
  if (isCommonPassword(password)) throw new AppError('weak_password');
  const { rowCount } = await owner.query(
    `insert into accounts (email, name, password_hash, is_superadmin, must_change_password)
     values ($1, $2, $3, true, true) on conflict (email) do nothing`,
    [email, name, await passwords.hash(password)],
  );
  return rowCount ? 'made' : 'address taken';
}

/**
 * Removes the second factor of an account and ends its sessions; the audit logs of its practices and the security log get a
 * line.
 * @param ownerUrl the login that owns the schema
 * @returns the id of the event in the security log
 */
export const removeSecondFactorOf = (
  ownerUrl: string,
  email: string,
): Promise<{ eventId: number } | 'unknown' | 'none'> =>
  withAccounts(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string; removed: boolean }>(
      'select a.id, remove_factors(a.id) as removed from accounts a where a.email = $1::citext',
      [email],
    );
    const [account] = rows;
    if (!account?.removed) return account ? 'none' : 'unknown';
    await owner.query(
      `update api_keys k set revoked_at = now()
       where k.account_id = $1 and k.kind = 'session' and k.revoked_at is null`,
      [account.id],
    );
    await owner.query(
      `insert into audit_log (tenant_id, at, user_id, action, entity, entity_id, details, request_id)
       select u.tenant_id, now(), null, 'second_factor/remove', 'user', u.id, '{"by": "operator"}', 'cli'
       from users u where u.account_id = $1 and u.accepted_at is not null`,
      [account.id],
    );
    const { rows: noted } = await owner.query<{ id: string }>(
      `select record_security_event('second_factor_removed', 'operator_command', $1, 'command line', null, now(), 'cli',
                                    false, false, 'command line') as id`,
      [account.id],
    );
    return { eventId: Number(noted[0]?.id) };
  });
