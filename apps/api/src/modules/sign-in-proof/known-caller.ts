import type { PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { hashKey } from '../../lib/api-key.ts';

/** The cookie of a device that has signed in before. It opens nothing; it only marks a known device. */
export const deviceCookie = 'burrow_device';
/** The length of a key of 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;

const callerStatement = statement<{ device_id: number | null; knows_network: boolean }>(
  'sign_in_caller',
  'select c.device_id, c.knows_network from sign_in_caller($1, $2, $3, $4) c',
);

/** What is known of a caller from earlier sign-ins to an account. */
export interface KnownCaller {
  /** Null for a device that never signed in to the account. */
  deviceId: number | null;
  /** Whether the account was used from the caller's network before. */
  knowsNetwork: boolean;
}

type WithCookies = Pick<PublicContext, 'cookie'>;

/** The token of the calling device; null for one without. */
export function deviceToken(ctx: WithCookies): string | null {
  const value = ctx.cookie(deviceCookie);
  return value !== undefined && tokenShape.test(value) ? value : null;
}

/** SHA-256 of the token of the calling device, which a new password leaves known; null for one without. */
export function callingDevice(ctx: WithCookies): Buffer | null {
  const token = deviceToken(ctx);
  return token === null ? null : hashKey(token);
}

/** What is known of the caller from earlier sign-ins to an account; null for an unknown account. */
export async function knownCaller(
  ctx: Pick<PublicContext, 'cookie' | 'control' | 'network' | 'now'>,
  accountId: number | null,
): Promise<KnownCaller> {
  const values = [accountId, callingDevice(ctx), ctx.network, ctx.now];
  const row = await ctx.control.row(callerStatement, values);
  return { deviceId: row?.device_id ?? null, knowsNetwork: row?.knows_network === true };
}
