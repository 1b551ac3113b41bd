import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { countAttempt, takeBackAttempt } from '../../db/attempt-count.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { nameInText } from '../../integrations/sms/name-in-text.ts';
import { SmsUnavailable } from '../../integrations/sms/sms.ts';
import { AppError } from '../../lib/app-error.ts';
import type { PortalPractice, PublicContext } from '../../lib/context.ts';
import { internationalPhone, portalPhone } from '../../lib/phone-number.ts';
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

/** How long a code is good for. */
const goodForSeconds = 600;
/** How long after one code the next is sent. */
const apartSeconds = 60;
const mostTries = 5;
/** How many codes go to one phone of one practice, whatever they are for. */
const perPhone = [
  { most: 5, seconds: 3600 },
  { most: 10, seconds: 86_400 },
];
const daySeconds = 86_400;

const hashOf = (salt: Buffer, code: string): Buffer =>
  createHash('sha256').update(salt).update(code).digest();

/** Whose number, as they typed it, at which practice. */
interface Asked {
  tenant_id: number;
  phone: string;
}

/** What a number, as it was typed, has codes for in a practice. */
export const codePlace = (
  { tenant_id: tenantId, phone }: Asked,
  purpose: CodePurpose,
  { locale }: PortalPractice,
): CodePlace => ({ tenantId, purpose, phone: portalPhone(phone, locale) });

/**
 * Sends a code to a phone. It leaves once its row is committed. One that cannot leave counts as never asked for, and the
 * one before is as good as it was; one of which nobody knows whether it left is the good one, and the next has to wait.
 * @param check refuses whoever is to have none, by the client who has the number
 * @returns the seconds until another can be sent, and those it is good for
 * @throws AppError `code_just_sent`, `rate_limited`, `sms_unavailable`, `invalid_input`, and what `check` throws
 */
export async function sendCode(
  ctx: PublicContext,
  asked: Asked,
  purpose: CodePurpose,
  check: (client: LoginHolder | undefined) => void,
): Promise<{ success: true; resend_after: number; expires_in: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const salt = randomBytes(16);
  const stored = { salt, code_hash: hashOf(salt, code) };
  const timing = { now: ctx.now, goodForSeconds, apartSeconds };
  const { place, practice, former } = await ctx.inPractice(asked.tenant_id, async (tx, opened) => {
    const to = codePlace(asked, purpose, opened);
    check(await loginHolder(tx, to.tenantId, to.phone));
    const replaced = await replaceCode(tx, to, { ...stored, ...timing });
    if (replaced === false) throw justSent(await secondsToNextCode(tx, to, ctx.now, apartSeconds));
    await countSending(ctx, tx, to);
    await deleteOldCodes(tx, to.tenantId, ctx.now);
    return { place: to, practice: opened, former: replaced };
  });
  try {
    const to = internationalPhone(place.phone, practice.locale);
    if (to === null) throw new Error('A number that was checked can be dialled.');
    await ctx.deps.sms.send({ to, body: messageOf(code, practice) });
  } catch (error) {
    const mayArrive = error instanceof SmsUnavailable && error.mayArrive;
    if (!mayArrive) {
      await ctx.inPractice(place.tenantId, async (tx) => {
        await takeBackCode(tx, place, stored.code_hash, former);
        await takeBackSending(tx, place);
      });
    }
    throw error;
  }
  return { success: true, resend_after: apartSeconds, expires_in: goodForSeconds };
}

/** As phones know it, so that they offer to fill the code in. */
function messageOf(code: string, { tenant_name: name }: PortalPractice): string {
  return `${code} is your verification code for ${nameInText(name)}. It is good for ${goodForSeconds / 60} minutes.`;
}

const justSent = (seconds: number): AppError =>
  new AppError('code_just_sent', { retryAfterSeconds: Math.max(1, seconds) });

/** What is counted of a sending, and how many there may be: hashed, because the table of counts keeps no numbers. */
function sendingCounts({ tenantId, phone, purpose }: CodePlace) {
  const hashed = createHash('sha256').update(`${tenantId}:${phone}`).digest('base64url');
  return {
    phone: perPhone.map((limit) => ({ ...limit, place: `code:${limit.seconds}:${hashed}` })),
    // Apart, so that strangers who sign up with invented numbers use up nobody's new password.
    practice: `codes-of-practice:${purpose}:${tenantId}`,
  };
}

/** In the transaction of the code, so that one that is refused counts nowhere. */
async function countSending({ deps, log }: PublicContext, tx: TenantTransaction, place: CodePlace) {
  const counts = sendingCounts(place);
  for (const { place: counted, most, seconds } of counts.phone) {
    const { count, waitSeconds } = await countAttempt(tx, counted, seconds);
    if (count > most) throw justSent(waitSeconds);
  }
  const { count, waitSeconds } = await countAttempt(tx, counts.practice, daySeconds);
  if (count <= deps.env.PORTAL_SMS_PER_DAY) return;
  log.warn(
    { tenant_id: place.tenantId },
    'a practice has sent as many verification codes as it may in a day',
  );
  throw new AppError('rate_limited', {
    message:
      'No more text messages can be sent here today. Please try again tomorrow, or contact the practice.',
    retryAfterSeconds: waitSeconds,
  });
}

async function takeBackSending(tx: TenantTransaction, place: CodePlace): Promise<void> {
  const { phone, practice } = sendingCounts(place);
  for (const { place: counted } of phone) await takeBackAttempt(tx, counted);
  await takeBackAttempt(tx, practice);
}

/**
 * Tries a code. The try counts once the transaction has committed, so the transaction must not fail when it is wrong.
 * @returns what is stored of the code if it is the right one; undefined for any other, and for one that was tried
 * too often, has been used or has expired
 */
export async function tryCode(
  tx: TenantTransaction,
  place: CodePlace,
  code: string,
  now: Date,
): Promise<Buffer | undefined> {
  const stored = await countTry(tx, place, now, mostTries);
  if (!stored || !timingSafeEqual(hashOf(stored.salt, code), stored.code_hash)) return undefined;
  return stored.code_hash;
}
