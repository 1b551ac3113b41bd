import { timingSafeEqual } from 'node:crypto';
import { dayMs } from '@burrow/contracts/calendar-day';
import type { PublicContext } from '../../context/context.ts';
import { keyedHash } from '../../db/installation-keys.ts';

/** The cookie of a device that a client has signed in on. It opens nothing; it only marks a known device. */
const cookieName = 'burrow_portal_device';
const cookieDays = 365;
/** How many clients of a household one browser is known to. */
const mostClients = 3;
/** When it expires, in seconds since 1970, and an HMAC of the practice, the client and that time. */
const entryShape = /^(\d{10})\.([\w-]{43})$/;

const seal = (ctx: PublicContext, tenantId: number, clientId: number, ends: string): Promise<string> =>
  keyedHash(ctx.control, 'portal_device', `${tenantId} ${clientId} ${ends}`);

/** The entries of the cookie that have not expired. */
const entriesOf = (ctx: PublicContext): string[] =>
  (ctx.cookie(cookieName) ?? '')
    .slice(0, 500)
    .split('~')
    .filter((entry) => Number(entryShape.exec(entry)?.[1] ?? 0) * 1000 > ctx.now.getTime())
    .slice(0, mostClients);

/** The entry for a client's device; undefined for an unknown device. */
export async function knownDevice(
  ctx: PublicContext,
  tenantId: number,
  clientId: number | undefined,
): Promise<string | undefined> {
  for (const entry of entriesOf(ctx)) {
    const [, ends = '', given = ''] = entryShape.exec(entry) ?? [];
    const sealed = await seal(ctx, tenantId, clientId ?? 0, ends);
    if (timingSafeEqual(Buffer.from(sealed), Buffer.from(given))) return entry;
  }
  return undefined;
}

/** Makes the device of a successful sign-in known for a year. */
export async function rememberDevice(
  ctx: PublicContext,
  tenantId: number,
  clientId: number,
  former: string | undefined,
): Promise<void> {
  const ends = String(Math.floor(ctx.now.getTime() / 1000) + (cookieDays * dayMs) / 1000);
  const entry = `${ends}.${await seal(ctx, tenantId, clientId, ends)}`;
  const others = entriesOf(ctx).filter((other) => other !== former);
  const value = [entry, ...others].slice(0, mostClients).join('~');
  ctx.setCookie({ name: cookieName, value, path: '/api', seconds: (cookieDays * dayMs) / 1000 });
}
