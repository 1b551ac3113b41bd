import { dayMs } from '@burrow/contracts/calendar-day';
import type { PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import type { Account } from './repository.ts';
import { mailAboutEvent } from './account-changes.ts';
import { recordSecurityEvent, traceEvent } from './security-log.ts';

/** The cookie of a device that has signed in before. It opens nothing; it only marks a known device. */
const cookieName = 'burrow_device';
const cookieSeconds = (365 * dayMs) / 1000;
/** The length of a key of 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;
/** How many devices of an account are remembered. */
const maxDevices = 20;

const callerStatement = statement<{ device_id: number | null; knows_network: boolean }>(
  'sign_in_caller',
  'select c.device_id, c.knows_network from sign_in_caller($1, $2, $3, $4) c',
);
const rememberStatement = statement<{
  familiarity: 'known' | 'first' | 'similar' | 'new';
  keeps_token: boolean;
}>(
  'remember_device',
  'select r.familiarity, r.keeps_token from remember_device($1, $2, $3, $4, $5, $6, $7) r',
);

/** What is known of a caller from earlier sign-ins to an account. */
export interface KnownCaller {
  /** Null for a device that never signed in to the account. */
  deviceId: number | null;
  /** Whether the account was used from the caller's network before. */
  knowsNetwork: boolean;
}

type WithCookies = Pick<PublicContext, 'cookie'>;

function givenToken(ctx: WithCookies): string | null {
  const value = ctx.cookie(cookieName);
  return value !== undefined && tokenShape.test(value) ? value : null;
}

/** SHA-256 of the token of the calling device, which a new password leaves known; null for one without. */
export function callingDevice(ctx: WithCookies): Buffer | null {
  const token = givenToken(ctx);
  return token === null ? null : hashKey(token);
}

/** What is known of the caller from earlier sign-ins to an account; null for an unknown account. */
export async function knownCaller(ctx: PublicContext, accountId: number | null): Promise<KnownCaller> {
  const values = [accountId, callingDevice(ctx), ctx.network, ctx.now];
  const row = await ctx.control.row(callerStatement, values);
  return { deviceId: row?.device_id ?? null, knowsNetwork: row?.knows_network === true };
}

/**
 * Remembers the device of a successful sign-in for a year, and emails the person if it is new. Recognises a program,
 * which keeps no cookies, by its network.
 */
export async function rememberDevice(ctx: PublicContext, account: Account): Promise<void> {
  const { control, deps, now, network } = ctx;
  const given = givenToken(ctx);
  const device = deviceLabel(ctx.userAgent);
  const fresh = device === null && given === null ? null : newKey();
  const accountId = account.account_id;
  const values = [accountId, given && hashKey(given), fresh && hashKey(fresh), network, device, now];
  const row = await control.row(rememberStatement, [...values, maxDevices]);
  const token = row?.keeps_token ? given : fresh;
  if (token) ctx.setCookie({ name: cookieName, value: token, path: '/api', seconds: cookieSeconds });
  if (row?.familiarity !== 'new') return;
  traceEvent(ctx, { event: 'new_device', accountId });
  const eventId = await recordSecurityEvent(ctx, control, { event: 'new_device', accountId });
  await mailAboutEvent(deps, control, eventId);
}
