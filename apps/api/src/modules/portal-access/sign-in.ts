import { createHash, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { countAttempt, countAttempts, takeBackAttempts } from '../../db/attempt-count.ts';
import { keyedHash } from '../../db/installation-keys.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { shownNetwork, wideNetwork } from '../../lib/caller-network.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { portalPhone } from '../../lib/phone-number.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { inBackground, traceEvent } from '../security-log/public.ts';
import { signInPractice } from './read-model.ts';
import { issueClientKey, loginHolder, noteAccess } from './repository.ts';

/** The cookie of a device that a client has signed in on. It opens nothing; it only marks a known device. */
const cookieName = 'burrow_portal_device';
const cookieDays = 365;
/** How many clients of a household one browser is known to. */
const mostClients = 3;
/** When it expires, in seconds since 1970, and an HMAC of the practice, the client, their password and that time. */
const entryShape = /^(\d{10})\.([\w-]{43})$/;

/** A client as the cookie means them: only with the password that they signed in with, so that a new one ends it. */
interface Sealed {
  id: number;
  password_hash: string | null;
}

const seal = (ctx: PublicContext, tenantId: number, client: Sealed, ends: string): Promise<string> =>
  keyedHash(ctx.control, 'portal_device', `${tenantId} ${client.id} ${ends} ${client.password_hash ?? ''}`);

/** The entries of the cookie that have not expired. */
const entriesOf = (ctx: PublicContext): string[] =>
  (ctx.cookie(cookieName) ?? '')
    .slice(0, 500)
    .split('~')
    .filter((entry) => Number(entryShape.exec(entry)?.[1] ?? 0) * 1000 > ctx.now.getTime())
    .slice(0, mostClients);

/** The entry for a client's device; undefined for an unknown device. */
async function knownDevice(
  ctx: PublicContext,
  tenantId: number,
  client: Sealed | undefined,
): Promise<string | undefined> {
  for (const entry of entriesOf(ctx)) {
    const [, ends = '', given = ''] = entryShape.exec(entry) ?? [];
    const sealed = await seal(ctx, tenantId, client ?? { id: 0, password_hash: null }, ends);
    if (timingSafeEqual(Buffer.from(sealed), Buffer.from(given))) return entry;
  }
  return undefined;
}

/** Makes the device of a successful sign-in known for a year. */
async function rememberDevice(
  ctx: PublicContext,
  tenantId: number,
  client: Sealed,
  former: string | undefined,
): Promise<void> {
  const ends = String(Math.floor(ctx.now.getTime() / 1000) + (cookieDays * dayMs) / 1000);
  const entry = `${ends}.${await seal(ctx, tenantId, client, ends)}`;
  const others = entriesOf(ctx).filter((other) => other !== former);
  const value = [entry, ...others].slice(0, mostClients).join('~');
  ctx.setCookie({ name: cookieName, value, path: '/api', seconds: (cookieDays * dayMs) / 1000 });
}

/** How many passwords are compared for one number of a practice, in any spelling, for one network. */
const fromHere = { most: 10, seconds: 300 };
/** The same for a known device of the client, so that strangers do not use up its attempts. */
const ofDevice = [fromHere, { most: 60, seconds: 86_400 }];
/** The limit of wrong ones over all networks, for devices that the client never signed in on. */
const fromAnywhere = { most: 50, seconds: 900 };

const hashed = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('base64url');

/** The key of the count of attempts with a number; hashed, because the table of counts contains no numbers. */
export const signInPlaces = (tenantId: number, phone: string, network: string) => ({
  fromHere: `portal-sign-in-here:${hashed(tenantId, phone, network)}`,
  fromAnywhere: `portal-sign-in:${hashed(tenantId, phone)}`,
});

const refusal = (): AppError =>
  new AppError('invalid_credentials', { message: 'The mobile number or password is incorrect.' });

/**
 * Signs a client in to the portal of a practice.
 * @throws AppError `invalid_credentials`, the same for an unknown number, a wrong password, an archived client and one
 * without a login; `rate_limited`, `not_found`, `invalid_input`
 */
export async function signInClient(
  ctx: PublicContext,
  { tenant_id: tenantId, phone: typed, password }: ParsedInputOf<'auth_customer'>,
): Promise<OutputOf<'auth_customer'>> {
  const { phone, practice, client } = await ctx.inPractice(tenantId, async (tx, { locale }) => {
    const number = portalPhone(typed, locale);
    const [found, place] = await Promise.all([
      loginHolder(tx, tenantId, number),
      signInPractice(tx, tenantId),
    ]);
    return { phone: number, practice: place, client: found };
  });
  const device = await knownDevice(ctx, tenantId, client);
  const places = await limitAttempts(ctx, { tenantId, phone, device, client });
  const known = client && !client.archived ? client : undefined;
  const matches = await ctx.deps.passwords.matches(password, known?.password_hash ?? null, {
    turn: device ?? ctx.network,
    isKnown: device !== undefined,
  });
  if (!known || known.password_hash === null || !matches) {
    recordFailure(ctx, { tenantId, phone, client });
    throw refusal();
  }
  await takeBackAttempts(ctx.control, places);
  const apiKey = await issueKey(ctx, tenantId, known.id, known.password_hash);
  await rememberDevice(ctx, tenantId, known, device);
  traceEvent(ctx, { event: 'portal_sign_in_succeeded', tenantId, clientId: known.id });
  return {
    api_key: apiKey,
    user_id: known.id,
    tenant_id: tenantId,
    client_id: known.id,
    role: 'customer',
    tenant_name: practice.tenant_name,
    must_change_password: false,
    multiple_tenants: false,
    available_tenants: [
      { tenant_id: tenantId, ...practice, user_id: known.id, api_key: apiKey, role: 'customer' },
    ],
    auth: { apiKey, userId: known.id, clientId: known.id, tenantId, role: 'customer' },
  };
}

/** A number of a practice, as it was given, and the client who has it. */
interface Tried {
  tenantId: number;
  phone: string;
  client: { id: number } | undefined;
}

/**
 * Counts an attempt before its comparison.
 * @returns the places where a success is taken off the count again
 * @throws AppError `rate_limited`
 */
async function limitAttempts(
  ctx: PublicContext,
  { tenantId, phone, device, client }: Tried & { device: string | undefined },
): Promise<string[]> {
  const places = signInPlaces(tenantId, phone, ctx.network);
  const limits =
    device === undefined
      ? [
          { ...fromHere, place: places.fromHere },
          { ...fromAnywhere, place: places.fromAnywhere },
        ]
      : ofDevice.map((limit) => ({ ...limit, place: `portal-device:${limit.seconds}:${hashed(device)}` }));
  // One after another: an attempt refused for its network must not use up the attempts of others.
  for (const limit of limits) {
    const exceeded = await countAttempts(ctx.control, [limit]);
    if (!exceeded) continue;
    traceEvent(ctx, { event: 'portal_sign_in_limited', identity: phone, tenantId, clientId: client?.id });
    throw rateLimited(exceeded.waitSeconds);
  }
  // Successful ones from a network count too, because a client needs few.
  return limits.map(({ place }) => place).filter((place) => place !== places.fromHere);
}

/** How many wrong passwords from a network within an hour are lines of the audit log: the first and the tenth. */
const notedFailures = new Set([1, 10]);

/** Traces a wrong password; the practice's audit log gets a line for the first and the tenth. */
function recordFailure(ctx: PublicContext, { tenantId, phone, client }: Tried): void {
  traceEvent(ctx, { event: 'portal_sign_in_failed', identity: phone, tenantId, clientId: client?.id });
  inBackground(ctx, async () => {
    const place = `portal-sign-in-failed:${hashed(tenantId, phone, wideNetwork(ctx.network) ?? ctx.network)}`;
    const { count } = await countAttempt(ctx.control, place, 3600);
    if (!client || !notedFailures.has(count)) return;
    const note = {
      at: ctx.now,
      clientId: null,
      toClientId: client.id,
      action: 'portal_sign_in_failed',
      details: { network: shownNetwork(ctx.network), ...(count > 1 ? { times: count } : {}) },
      requestId: ctx.requestId,
    };
    await ctx.inPractice(tenantId, (tx) => noteAccess(tx, tenantId, note));
  });
}

/** A key for a client, if the conditions of the sign-in still hold. */
async function issueKey(
  ctx: PublicContext,
  tenantId: number,
  clientId: number,
  comparedHash: string,
): Promise<string> {
  const { deps, now, requestId, userAgent } = ctx;
  const key = newKey();
  const isIssued = await ctx.inPractice(tenantId, (tx) =>
    issueClientKey(tx, {
      keyHash: hashKey(key),
      clientId,
      comparedHash,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + deps.env.SESSION_DAYS * dayMs),
      device: deviceLabel(userAgent),
      requestId,
    }),
  );
  if (!isIssued) throw refusal();
  return key;
}
