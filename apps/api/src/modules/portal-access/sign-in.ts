import { timingSafeEqual } from 'node:crypto';
import { dayMs } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { countAttempt } from '../../db/attempt-count.ts';
import { keyedHash } from '../../db/installation-keys.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { shownNetwork, wideNetwork } from '../../lib/caller-network.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { portalPhone } from '../../lib/phone-number.ts';
import { inBackground, traceEvent } from '../security-log/public.ts';
import {
  countGuess,
  forgetNetwork,
  forgetWrongInARow,
  hashed,
  settleGuess,
  takeBackGuess,
  type GuessRefusal,
} from '../session/public.ts';
import { signInPractice, type SignInPractice } from './read-model.ts';
import { issueClientKey, loginHolder, noteAccess, type LoginHolder } from './repository.ts';

/** The cookie of a device that a client has signed in on. It opens nothing; it only marks a known device. */
const cookieName = 'burrow_portal_device';
const cookieDays = 365;
/** How many clients of a household one browser is known to. */
const maxClients = 3;
/** When it expires, in seconds since 1970, and an HMAC of the practice, the client, their password and that time. */
const entryShape = /^(\d{10})\.([\w-]{43})$/;

/** A client as the cookie means them: only with the password that they had at the sign-in, so that a new one ends it. */
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
    .slice(0, maxClients);

/** The entry for a client's device; undefined for an unknown device. */
export async function knownDevice(
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
export async function rememberDevice(
  ctx: PublicContext,
  tenantId: number,
  client: Sealed,
  former: string | undefined,
): Promise<void> {
  const ends = String(Math.floor(ctx.now.getTime() / 1000) + (cookieDays * dayMs) / 1000);
  const entry = `${ends}.${await seal(ctx, tenantId, client, ends)}`;
  const others = entriesOf(ctx).filter((other) => other !== former);
  const value = [entry, ...others].slice(0, maxClients).join('~');
  ctx.setCookie({ name: cookieName, value, path: '/api', seconds: (cookieDays * dayMs) / 1000 });
}

/** The wrong passwords of a person, as they are counted: by number, so that unknown ones are counted alike. */
const subjectOf = (tenantId: number, phone: string): string => `${tenantId} ${phone}`;

/** Lets all devices try again, after a new password was set from a network with a code. */
export async function forgetGuesses(
  tx: TenantTransaction,
  { tenantId, phone }: { tenantId: number; phone: string },
  network: string,
): Promise<void> {
  const subject = subjectOf(tenantId, phone);
  await forgetWrongInARow(tx, 'portal-sign-in', subject);
  await forgetNetwork(tx, 'portal-sign-in', subject, network);
}

const refusal = (): AppError =>
  new AppError('invalid_credentials', { message: 'The mobile number or password is incorrect.' });

/**
 * Signs a client in to the portal of a practice.
 * @throws AppError `invalid_credentials`, the same for an unknown number, a wrong password, an archived client and one
 * without a login; `rate_limited`, `sign_in_code_required`, `not_found`, `invalid_input`
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
  const known = client && !client.archived ? client : undefined;
  const isRight = await isRightPassword(ctx, { tenantId, phone, client, device }, password, known);
  if (!known || known.password_hash === null || !isRight) {
    recordSignInFailure(ctx, { tenantId, phone, client }, 'wrong_password');
    throw refusal();
  }
  const apiKey = await issueKey(ctx, tenantId, known.id, known.password_hash);
  await rememberDevice(ctx, tenantId, known, device);
  traceEvent(ctx, { event: 'portal_sign_in_succeeded', tenantId, clientId: known.id });
  return signInAnswer(apiKey, tenantId, known.id, practice);
}

/** What a client who has signed in gets. */
export const signInAnswer = (
  apiKey: string,
  tenantId: number,
  clientId: number,
  practice: SignInPractice,
): OutputOf<'auth_customer'> => ({
  api_key: apiKey,
  user_id: clientId,
  tenant_id: tenantId,
  client_id: clientId,
  role: 'customer',
  tenant_name: practice.tenant_name,
  must_change_password: false,
  multiple_tenants: false,
  available_tenants: [
    { tenant_id: tenantId, ...practice, user_id: clientId, api_key: apiKey, role: 'customer' },
  ],
  auth: { apiKey, userId: clientId, clientId, tenantId, role: 'customer' },
});

/** A number of a practice, as it was given, and the client who has it. */
interface Tried {
  tenantId: number;
  phone: string;
  client: { id: number } | undefined;
}

/** Counts a guess, compares it, and takes a correct one off the counts. */
async function isRightPassword(
  ctx: PublicContext,
  { device, ...tried }: Tried & { device: string | undefined },
  password: string,
  known: Pick<LoginHolder, 'password_hash'> | undefined,
): Promise<boolean> {
  const guess = await countGuess(
    ctx,
    {
      kind: 'portal-sign-in',
      subject: subjectOf(tried.tenantId, tried.phone),
      deviceId: device === undefined ? null : hashed(device),
      // Networks of pet owners are not remembered.
      knowsNetwork: false,
    },
    (reason) => recordSignInFailure(ctx, tried, reason),
  );
  const matches = await ctx.deps.passwords
    .matches(password, known?.password_hash ?? null, guess.caller)
    .catch(async (error: unknown) => {
      await takeBackGuess(ctx.control, guess);
      throw error;
    });
  if (known && matches) await settleGuess(ctx.control, guess);
  return matches;
}

/** What the log and the practice's audit log call a refused sign-in, by its reason. */
const eventOf: Readonly<Record<GuessRefusal | 'wrong_password' | 'wrong_passkey', string>> = {
  wrong_password: 'portal_sign_in_failed',
  wrong_passkey: 'portal_passkey_refused',
  account_limit: 'portal_sign_in_limited',
  network_limit: 'portal_sign_in_limited',
  link_required: 'portal_sign_in_code_required',
};
/** Which refusals within an hour are lines of the practice's audit log: of a network, or of all that need a code. */
const notedFailures: Readonly<Partial<Record<keyof typeof eventOf, ReadonlySet<number>>>> = {
  wrong_password: new Set([1, 10]),
  wrong_passkey: new Set([1, 10]),
  link_required: new Set([1]),
};

/** Traces a refused sign-in; the practice's audit log gets a line for the first and the tenth wrong password or passkey. */
export function recordSignInFailure(
  ctx: PublicContext,
  { tenantId, phone, client }: Tried,
  reason: keyof typeof eventOf,
): void {
  const action = eventOf[reason];
  const shown = reason === 'link_required' ? 'code_required' : reason;
  traceEvent(ctx, { event: action, reason: shown, identity: phone, tenantId, clientId: client?.id });
  const noted = notedFailures[reason];
  if (!noted) return;
  inBackground(ctx, async () => {
    const where = reason === 'link_required' ? 'any' : (wideNetwork(ctx.network) ?? ctx.network);
    const { count } = await countAttempt(ctx.control, `${action}:${hashed(tenantId, phone, where)}`, 3600);
    if (!client || !noted.has(count)) return;
    const note = {
      at: ctx.now,
      clientId: null,
      toClientId: client.id,
      action,
      details: { network: shownNetwork(ctx.network), ...(count > 1 ? { times: count } : {}) },
      requestId: ctx.requestId,
    };
    await ctx.inPractice(tenantId, (tx) => noteAccess(tx, tenantId, note));
  });
}

/** A session to be stored, and its key. */
export function newClientSession({ deps, now, requestId, userAgent, network }: PublicContext) {
  const key = newKey();
  const expiresAt = new Date(now.getTime() + deps.env.SESSION_DAYS * dayMs);
  const stored = {
    keyHash: hashKey(key),
    issuedAt: now,
    expiresAt,
    device: deviceLabel(userAgent),
    requestId,
    network: shownNetwork(network),
  };
  return { key, stored };
}

/** A key for a client, if the conditions of the sign-in still hold. */
async function issueKey(
  ctx: PublicContext,
  tenantId: number,
  clientId: number,
  comparedHash: string,
): Promise<string> {
  const { key, stored } = newClientSession(ctx);
  const isIssued = await ctx.inPractice(tenantId, (tx) =>
    issueClientKey(tx, { ...stored, clientId, comparedHash }),
  );
  if (!isIssued) throw refusal();
  return key;
}
