import { randomBytes, randomUUID } from 'node:crypto';
import type { OutputOf } from '@burrow/contracts/actions';
import { errors } from '@burrow/contracts/errors';
import { hashKey } from '../../lib/api-key.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { dayMs } from '../../lib/clock.ts';
import { isCommonPassword } from '../../lib/common-passwords.ts';
import type { Ctx, PublicContext } from '../../lib/context.ts';
import {
  accountByEmail,
  changeOwnPassword,
  endSession,
  issueKey,
  membershipsOf,
  ownPasswordHash,
  type Account,
} from './repository.ts';

type SignInResult = OutputOf<'auth'>;

type AvailableTenant = SignInResult['available_tenants'][number];

/** What a person may enter: a practice, or the installation for a superadmin. */
type Entry = Omit<AvailableTenant, 'api_key'>;

/**
 * Signs a member of staff (or a superadmin) in and issues a session key for each practice they work in.
 * @throws AppError `invalid_credentials`, alike for an unknown email and a wrong password
 */
export async function signIn(ctx: PublicContext, email: string, password: string): Promise<SignInResult> {
  const { control, deps } = ctx;
  const account = await accountByEmail(control, email);
  const matches = await deps.passwords.matches(password, account?.password_hash ?? null);
  if (!account || !matches) throw new AppError('invalid_credentials');
  const available = await issueKeys(ctx, account, await entriesOf(ctx, account));
  const [first] = available;
  if (!first) throw new AppError('invalid_credentials');
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

/** Issues a key for each entry that still stands; together they are one sign-in. */
async function issueKeys(
  { control, deps, now }: PublicContext,
  account: Account,
  entries: readonly Entry[],
): Promise<AvailableTenant[]> {
  const signInId = randomUUID();
  const expiresAt = new Date(now.getTime() + deps.env.SESSION_DAYS * dayMs);
  const issued = await Promise.all(
    entries.map(async (entry) => {
      const key = randomBytes(32).toString('base64url');
      const isIssued = await issueKey(control, {
        keyHash: hashKey(key),
        tenantId: entry.tenant_id,
        userId: entry.tenant_id === null ? null : entry.user_id,
        accountId: account.account_id,
        comparedHash: account.password_hash,
        signInId,
        issuedAt: now,
        expiresAt,
      });
      return isIssued ? [{ ...entry, api_key: key }] : [];
    }),
  );
  return issued.flat();
}

async function entriesOf({ control }: PublicContext, account: Account): Promise<Entry[]> {
  if (!account.is_superadmin) return membershipsOf(control, account.account_id);
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

/**
 * Ends the caller's session in every practice it was opened for. An integration's key is not ended this way.
 * @throws AppError `invalid_input` for one
 */
export async function endOwnSession({ tx, session, now }: Ctx): Promise<void> {
  if (session.kind !== 'session') throw invalidField('api_key', 'Only a session can be signed out.');
  await endSession(tx, session.keyHash, now);
}

/**
 * Refuses a new password that is guessed first, or that is the one the person has.
 * @throws AppError `weak_password`
 */
export async function checkNewPassword(
  { deps, session }: Pick<Ctx, 'deps' | 'session'>,
  password: string,
): Promise<void> {
  if (isCommonPassword(password)) throw weakPassword(errors.weak_password.message);
  const current = await ownPasswordHash(deps.database.control, session.keyHash);
  if (current !== null && (await deps.passwords.matches(password, current)))
    throw weakPassword('This is the password you have. Please choose another one.');
}

const weakPassword = (message: string): AppError =>
  new AppError('weak_password', { message, fields: { password: message } });

/** Replaces the caller's password, clears the forced change and ends their other sessions. */
export async function replaceOwnPassword({ tx, session, now }: Ctx, hash: string): Promise<void> {
  if (session.kind !== 'session')
    throw invalidField('api_key', 'A password can only be changed in a session.');
  await changeOwnPassword(tx, session.keyHash, hash, now);
}
