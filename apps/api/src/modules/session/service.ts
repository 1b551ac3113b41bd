import { randomBytes, randomUUID } from 'node:crypto';
import type { OutputOf } from '@burrow/contracts/actions';
import { statement } from '../../db/statement.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { isCommonPassword } from '../../lib/common-passwords.ts';
import type { Ctx, PublicContext } from '../../lib/context.ts';

type SignInResult = OutputOf<'auth'>;

interface Account {
  account_id: number;
  password_hash: string;
  is_superadmin: boolean;
  must_change_password: boolean;
}

interface Membership {
  tenant_id: number;
  tenant_name: string;
  tenant_subdomain: string | null;
  user_id: number;
  role: 'staff' | 'admin';
}

const accountByEmail = statement<Account>('sign_in_account', 'select a.* from sign_in_account($1::citext) a');
const memberships = statement<Membership>('sign_in_memberships', 'select m.* from sign_in_memberships($1) m');
const issueKey = statement('sign_in_issue_key', 'select sign_in_issue_key($1, $2, $3, $4, $5, $6, $7)');
const endSession = statement('end_session', 'select end_session($1, $2)');
const changeOwnPassword = statement('change_own_password', 'select change_own_password($1, $2, $3)');

/** One entry of what a person may enter: a practice, or the installation for a superadmin. */
type Entry = Omit<SignInResult['available_tenants'][number], 'api_key'>;

/**
 * Signs a member of staff (or a superadmin) in and issues a session key for each practice they work in.
 * @throws AppError `invalid_credentials`, alike for an unknown email and a wrong password
 */
export async function signIn(ctx: PublicContext, email: string, password: string): Promise<SignInResult> {
  const { control, deps, now } = ctx;
  const account = await control.row(accountByEmail, [email]);
  const matches = await deps.passwords.matches(password, account?.password_hash ?? null);
  if (!account || !matches) throw new AppError('invalid_credentials');
  const entries = await entriesOf(ctx, account);
  if (entries.length === 0) throw new AppError('invalid_credentials');
  const signInId = randomUUID();
  const expires = new Date(now.getTime() + deps.env.SESSION_DAYS * 86_400_000);
  const available = await Promise.all(
    entries.map(async (entry) => {
      const key = randomBytes(32).toString('base64url');
      const userId = entry.tenant_id === null ? null : entry.user_id;
      await control.rows(issueKey, [
        hashKey(key),
        entry.tenant_id,
        userId,
        account.account_id,
        signInId,
        now,
        expires,
      ]);
      return { ...entry, api_key: key };
    }),
  );
  const [first] = available as [SignInResult['available_tenants'][number]];
  return {
    api_key: first.api_key,
    user_id: first.user_id,
    tenant_id: first.tenant_id,
    client_id: null,
    role: first.role,
    tenant_name: first.tenant_name,
    must_change_password: account.must_change_password,
    multiple_tenants: available.length > 1,
    available_tenants: available,
  };
}

async function entriesOf({ control }: PublicContext, account: Account): Promise<Entry[]> {
  if (!account.is_superadmin) return control.rows(memberships, [account.account_id]);
  return [
    {
      tenant_id: null,
      tenant_name: 'Burrow',
      tenant_subdomain: null,
      user_id: account.account_id,
      role: 'superadmin',
    },
  ];
}

/** Ends the caller's session in every practice it was opened for. An integration's key is not ended this way. */
export async function endOwnSession({ tx, session, now }: Ctx): Promise<void> {
  await tx.rows(endSession, [session.keyHash, now]);
}

/** @throws AppError `weak_password` for a password that is guessed first */
export function checkNewPassword(password: string): void {
  if (isCommonPassword(password)) {
    const refusal = new AppError('weak_password');
    throw new AppError('weak_password', { fields: { password: refusal.message } });
  }
}

/** Replaces the caller's password, clears the forced change and ends their other sessions. */
export async function replaceOwnPassword({ tx, session, now }: Ctx, hash: string): Promise<void> {
  if (session.kind !== 'session')
    throw invalidField('api_key', 'A password can only be changed in a session.');
  await tx.rows(changeOwnPassword, [session.keyHash, hash, now]);
}
