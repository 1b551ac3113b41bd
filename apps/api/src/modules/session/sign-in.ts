import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@burrow/contracts/actions';
import { dayMs } from '@burrow/contracts/calendar-day';
import type { Factor } from '@burrow/contracts/factor';
import type { PublicContext } from '../../context/context.ts';
import { refuseMovedAccount } from '../../db/practice-move.ts';
import { statement } from '../../db/statement.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { shownNetwork } from '../../lib/caller-network.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { recordSecurityEvent, traceEvent } from '../security-log/public.ts';
import { demandSecondStep, deviceCookie, deviceToken } from '../sign-in-proof/public.ts';
import { mailAboutEvent } from './account-changes.ts';
import { provePassword } from './prove-password.ts';
import {
  issueKey,
  isSuspended,
  membershipsOf,
  practicesWithoutPasswords,
  type Account,
} from './repository.ts';

type SignInResult = OutputOf<'auth'>;

type AvailableTenant = SignInResult['available_tenants'][number];

/** A place that a person may enter: a practice, or the installation for a superadmin. */
type Entry = Omit<AvailableTenant, 'api_key'>;

/**
 * Signs a staff member (or a superadmin) in and issues a session key for each practice they work in.
 * @throws AppError `invalid_credentials`, the same for an unknown email and a wrong password; `rate_limited`,
 * `sign_in_link_required`; `practice_unavailable` with the right password, if all their practices are suspended
 */
export async function signIn(ctx: PublicContext, email: string, password: string): Promise<SignInResult> {
  const account = await provePassword(ctx, email, password);
  return openSessions(ctx, account, ['password']);
}

/** What is known of a sign-in at a provider. */
interface SignInLimits {
  /** The only practice that the person proved who they are to. */
  practiceId?: number | undefined;
  /** The identity that must still be connected. */
  identityId?: number;
  /** When they proved it; now unless given. */
  provedAt?: Date;
}

/**
 * Issues a session key for each practice that a person works in; together they are one sign-in.
 * @param factors what they proved
 * @throws AppError `second_factor_required` when the account has one and only the password was proved;
 * `practice_unavailable` if all their practices are suspended, `practice_moving`, `sso_required` if they allow only single sign-on,
 * `invalid_credentials` if they have none
 */
export async function openSessions(
  ctx: PublicContext,
  account: Account,
  factors: readonly Factor[],
  limits: SignInLimits = {},
): Promise<SignInResult> {
  const entries = await entriesFor(ctx, account, factors, limits.practiceId);
  const available = await issueKeys(ctx, { account, factors, limits }, entries);
  const [first] = available;
  if (!first) {
    // No key was issued if the account has a second factor and only the password was proved.
    if (!isTwoFactors(factors)) await demandSecondStep(ctx, account);
    const suspended = await isSuspended(ctx.control, account.account_id, ctx.now);
    const accountId = account.account_id;
    if (suspended) await refuseMovedAccount(ctx.control, accountId);
    traceEvent(ctx, { event: 'sign_in_failed', reason: suspended ? 'suspended' : 'no_practice', accountId });
    throw new AppError(suspended ? 'practice_unavailable' : 'invalid_credentials');
  }
  await noteSignIn(ctx, account);
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

const isTwoFactors = (factors: readonly Factor[]): boolean => factors.some((factor) => factor !== 'password');

const cookieSeconds = (365 * dayMs) / 1000;
/** How many devices of an account are remembered. */
const maxDevices = 20;

const rememberStatement = statement<{
  familiarity: 'known' | 'first' | 'similar' | 'new';
  keeps_token: boolean;
}>(
  'remember_device',
  'select r.familiarity, r.keeps_token from remember_device($1, $2, $3, $4, $5, $6, $7) r',
);

/**
 * Remembers the device of a successful sign-in for a year, and emails the person if it is new. Recognises a program,
 * which keeps no cookies, by its network.
 */
async function rememberDevice(ctx: PublicContext, account: Account): Promise<void> {
  const { control, deps, now, network } = ctx;
  const given = deviceToken(ctx);
  const device = deviceLabel(ctx.userAgent);
  const fresh = device === null && given === null ? null : newKey();
  const accountId = account.account_id;
  const values = [accountId, given && hashKey(given), fresh && hashKey(fresh), network, device, now];
  const row = await control.row(rememberStatement, [...values, maxDevices]);
  const token = row?.keeps_token ? given : fresh;
  if (token) ctx.setCookie({ name: deviceCookie, value: token, path: '/api', seconds: cookieSeconds });
  if (row?.familiarity !== 'new') return;
  traceEvent(ctx, { event: 'new_device', accountId });
  const eventId = await recordSecurityEvent(ctx, control, { event: 'new_device', accountId });
  await mailAboutEvent(deps, control, eventId);
}

/** Remembers the device. The practices' audit logs already have their lines; the security log records superadmins only. */
async function noteSignIn(ctx: PublicContext, account: Account): Promise<void> {
  const event = { event: 'sign_in_succeeded', accountId: account.account_id };
  traceEvent(ctx, event);
  await Promise.all([
    rememberDevice(ctx, account),
    account.is_superadmin ? recordSecurityEvent(ctx, ctx.control, { ...event, isAudited: false }) : undefined,
  ]);
}

/** Issues a key for each valid entry; together they are one sign-in. */
async function issueKeys(
  { control, deps, now, requestId, userAgent, network }: PublicContext,
  { account, factors, limits }: { account: Account; factors: readonly Factor[]; limits: SignInLimits },
  entries: readonly Entry[],
): Promise<AvailableTenant[]> {
  const signInId = randomUUID();
  const expiresAt = new Date(now.getTime() + deps.env.SESSION_DAYS * dayMs);
  const device = deviceLabel(userAgent);
  const issued = await Promise.all(
    entries.map(async (entry) => {
      const key = newKey();
      const isIssued = await issueKey(control, {
        keyHash: hashKey(key),
        tenantId: entry.tenant_id,
        userId: entry.tenant_id === null ? null : entry.user_id,
        accountId: account.account_id,
        comparedHash: account.password_hash,
        signInId,
        issuedAt: now,
        expiresAt,
        device,
        requestId,
        factors,
        network: shownNetwork(network),
        provedAt: limits.provedAt ?? null,
        identityId: limits.identityId ?? null,
      });
      return isIssued ? [{ ...entry, api_key: key }] : [];
    }),
  );
  return issued.flat();
}

/** The practices that a person may open with their proofs. */
async function entriesFor(
  ctx: PublicContext,
  account: Account,
  factors: readonly Factor[],
  practiceId: number | undefined,
): Promise<Entry[]> {
  if (practiceId !== undefined)
    return (await entriesOf(ctx, account)).filter((entry) => entry.tenant_id === practiceId);
  if (factors.includes('sso')) return entriesOf(ctx, account);
  const [all, closed] = await Promise.all([
    entriesOf(ctx, account),
    practicesWithoutPasswords(ctx.control, account.account_id),
  ]);
  const open = all.filter(({ tenant_id: id }) => id === null || !closed.has(id));
  if (open.length === 0 && all.length > 0) throw new AppError('sso_required');
  return open;
}

async function entriesOf({ control, now }: PublicContext, account: Account): Promise<Entry[]> {
  if (!account.is_superadmin) return membershipsOf(control, account.account_id, now);
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
