import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Env } from '../../config/env.ts';
import type { PortalPractice, PublicContext } from '../../context/context.ts';
import { codesOfInstallation, countAttempt, takeBackAttempt } from '../../db/attempt-count.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import { checkTakesCodes, internationalPhone, portalPhone } from '../../lib/phone-number.ts';
import { SmsUnavailable } from '../../lib/ports/sms.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { traceEvent } from '../security-log/public.ts';
import {
  countTry,
  deleteOldCodes,
  replaceCode,
  secondsToNextCode,
  takeBackCode,
  type CodePlace,
  type CodePurpose,
} from './code-repository.ts';
import { loginHolder, type LoginHolder } from './repository.ts';

/** How long a code is valid. */
const goodForSeconds = 600;
/** How long after one code the next can be sent. */
const apartSeconds = 60;
const maxTries = 5;
/** How many codes are sent to one phone of one practice, for all purposes. */
const perPhone = [
  { most: 5, seconds: 3600 },
  { most: 10, seconds: 86_400 },
];
const daySeconds = 86_400;
const noMoreToday = 'We can’t send any more codes today. Try again in {wait}, or call the practice.';

/**
 * The stored HMAC of a code. The key is not in the database, so a copy such as a backup does not reveal codes.
 * @throws SmsUnavailable without CODE_SECRET, which is required wherever text messages can be sent
 */
export function codeHash(
  { CODE_SECRET: key }: Pick<Env, 'CODE_SECRET'>,
  place: CodePlace,
  salt: Buffer,
  code: string,
): Buffer {
  if (!key) throw new SmsUnavailable('No SMS provider is configured.', { mayArrive: false });
  const { tenantId, purpose, phone } = place;
  return createHmac('sha256', key)
    .update(`${tenantId}:${purpose}:${phone}:`)
    .update(salt)
    .update(code)
    .digest();
}

/** A number as typed, and its practice. */
interface Asked {
  tenant_id: number;
  phone: string;
}

/** A number as typed, whose codes belong to a practice. */
export const codePlace = (
  { tenant_id: tenantId, phone }: Asked,
  purpose: CodePurpose,
  { locale }: PortalPractice,
): CodePlace => ({ tenantId, purpose, phone: portalPhone(phone, locale) });

/**
 * Sends a code to a phone, after its row is committed. If it cannot be sent, it is cancelled and the previous one is
 * restored; if the outcome is unknown, it is the valid one, and the next has to wait.
 * @param check refuses ineligible people, by the client who has the number
 * @returns the seconds until another can be sent, and those of its validity
 * @throws AppError `code_just_sent`, `rate_limited`, `sms_unavailable`, `invalid_input`, and the errors of `check`
 */
export async function sendCode(
  ctx: PublicContext,
  asked: Asked,
  purpose: CodePurpose,
  check: (client: LoginHolder | undefined) => void,
): Promise<{ success: true; resend_after: number; expires_in: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const salt = randomBytes(16);
  const timing = { now: ctx.now, goodForSeconds, apartSeconds };
  const { place, practice, former, hash } = await ctx.inPractice(asked.tenant_id, async (tx, opened) => {
    const to = codePlace(asked, purpose, opened);
    const client = await loginHolder(tx, to.tenantId, to.phone);
    // A number verified before may get codes even if it is on the islands.
    const withIslands = ctx.deps.env.PORTAL_SMS_ISLANDS || client?.phone_proved === true;
    checkTakesCodes(to.phone, opened.locale, { withIslands });
    check(client);
    const code_hash = codeHash(ctx.deps.env, to, salt, code);
    const replaced = await replaceCode(tx, to, { salt, code_hash, ...timing });
    if (replaced === false) throw justSent(await secondsToNextCode(tx, to, ctx.now, apartSeconds));
    await countSending(ctx, tx, to);
    await deleteOldCodes(tx, to.tenantId, ctx.now);
    return { place: to, practice: opened, former: replaced, hash: code_hash };
  });
  try {
    const to = internationalPhone(place.phone, practice.locale);
    if (to === null) throw new Error('A number that was checked can be dialled.');
    await ctx.deps.sms.send({ to, body: messageOf(code, practice) });
  } catch (error) {
    const mayArrive = error instanceof SmsUnavailable && error.mayArrive;
    if (!mayArrive) {
      await ctx.inPractice(place.tenantId, async (tx) => {
        await takeBackCode(tx, place, hash, former);
        await uncountSending(ctx, tx, place);
      });
    }
    throw error;
  }
  traceEvent(ctx, { event: 'code_sent', reason: purpose, identity: place.phone, tenantId: place.tenantId });
  return { success: true, resend_after: apartSeconds, expires_in: goodForSeconds };
}

/** In the format in which phones offer to fill the code in. */
function messageOf(code: string, { tenant_name: name }: PortalPractice): string {
  return `${code} is your verification code for ${nameInText(name)}. It's valid for ${goodForSeconds / 60} minutes.`;
}

const justSent = (seconds: number): AppError =>
  new AppError('code_just_sent', { retryAfterSeconds: Math.max(1, seconds) });

interface Count {
  place: string;
  most: number;
  seconds: number;
}

/** Counters of a code for its phone; hashed, because the table of counts contains no numbers. */
function countsOfPhone({ tenantId, phone }: CodePlace): Count[] {
  const hashed = createHash('sha256').update(`${tenantId}:${phone}`).digest('base64url');
  return perPhone.map((limit) => ({ ...limit, place: `code:${limit.seconds}:${hashed}` }));
}

/**
 * Counters of a code for the practice, by purpose, so that sign-ups by strangers do not use up password resets; and for the
 * installation. Sign-ups get at most half of each limit, strangers and clients alike, so that reaching it does not
 * reveal who is a client.
 */
function countsOfDay({ PORTAL_SMS_PER_DAY, PORTAL_SMS_PER_DAY_TOTAL }: Env, to: CodePlace): Count[] {
  const all = [
    { place: `codes-of-practice:${to.purpose}:${to.tenantId}`, most: PORTAL_SMS_PER_DAY },
    { place: codesOfInstallation, most: PORTAL_SMS_PER_DAY_TOTAL },
  ];
  const ofSignUps = all.map(({ place, most }) => ({ place: `${place}:new`, most: Math.ceil(most / 2) }));
  return [...(to.purpose === 'register' ? ofSignUps : []), ...all].map((count) => ({
    ...count,
    seconds: daySeconds,
  }));
}

/** In the transaction of the code, so that a refused one is counted nowhere. */
async function countSending(
  { deps, log }: PublicContext,
  tx: TenantTransaction,
  place: CodePlace,
): Promise<void> {
  for (const { place: counted, most, seconds } of countsOfPhone(place)) {
    const { count, waitSeconds } = await countAttempt(tx, counted, seconds);
    if (count > most) throw justSent(waitSeconds);
  }
  for (const { place: counted, most, seconds } of countsOfDay(deps.env, place)) {
    const { count, waitSeconds } = await countAttempt(tx, counted, seconds);
    if (count <= most) continue;
    log.warn({ tenant_id: place.tenantId, limit: counted }, 'no more verification codes are sent today');
    throw rateLimited(waitSeconds, noMoreToday);
  }
}

async function uncountSending(
  { deps }: PublicContext,
  tx: TenantTransaction,
  place: CodePlace,
): Promise<void> {
  const counts = [...countsOfPhone(place), ...countsOfDay(deps.env, place)];
  for (const { place: counted } of counts) await takeBackAttempt(tx, counted);
}

/**
 * Checks a code. The attempt counts once the transaction has committed, so a wrong one must not fail it.
 * @returns the stored code if it matches; undefined for any other, and for one with too many attempts, or one that is
 * used or expired
 */
export async function tryCode(
  env: Env,
  tx: TenantTransaction,
  place: CodePlace,
  code: string,
  now: Date,
): Promise<Buffer | undefined> {
  const stored = await countTry(tx, place, now, maxTries);
  if (!stored || !timingSafeEqual(codeHash(env, place, stored.salt, code), stored.code_hash))
    return undefined;
  return stored.code_hash;
}
