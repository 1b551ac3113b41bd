import { dayMs } from '@burrow/contracts/calendar-day';
import { createHash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { countAttempt, takeBackAttempt } from '../../db/attempt-count.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { portalPhone } from '../../lib/phone-number.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { signInPractice } from './read-model.ts';
import { issueClientKey, loginHolder } from './repository.ts';

/** How many passwords are compared for one number of a practice, in any spelling, for one network. */
const fromHere = { most: 10, seconds: 300 };
/** The limit of wrong ones over all networks: high enough that one address cannot lock the owner out. */
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
  const places = signInPlaces(tenantId, phone, ctx.network);
  await limitAttempts(ctx, places.fromHere, fromHere);
  await limitAttempts(ctx, places.fromAnywhere, fromAnywhere);
  const known = client && !client.archived ? client : undefined;
  const matches = await ctx.deps.passwords.matches(password, known?.password_hash ?? null);
  if (!known || known.password_hash === null || !matches) throw refusal();
  await takeBackAttempt(ctx.control, places.fromAnywhere);
  const apiKey = await issueKey(ctx, tenantId, known.id, known.password_hash);
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

async function limitAttempts(
  { control }: PublicContext,
  place: string,
  { most, seconds }: { most: number; seconds: number },
): Promise<void> {
  const { count, waitSeconds } = await countAttempt(control, place, seconds);
  if (count > most) throw rateLimited(waitSeconds);
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
