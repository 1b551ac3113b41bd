import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Env } from '../../config/env.ts';
import type { PortalPractice, PublicContext } from '../../context/context.ts';
import { takeBackAttempts } from '../../db/attempt-count.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import { checkTakesCodes, internationalPhone, portalPhone } from '../../lib/phone-number.ts';
import { SmsUnavailable } from '../../lib/ports/sms.ts';
import { traceEvent } from '../security-log/public.ts';
import {
  countForNetwork,
  countForNumber,
  countForPractice,
  justSent,
  uncountForNumber,
  type CodeCount,
  type NetworkTurn,
} from './code-limits.ts';
import {
  countTry,
  deleteOldCodes,
  replaceCode,
  secondsToNextCode,
  takeBackCode,
  type CodePlace,
  type CodePurpose,
} from './code-repository.ts';
import { inKeptRegion } from './in-kept-region.ts';
import { loginHolder, type LoginHolder } from './repository.ts';

/** How long a code is valid. */
const goodForSeconds = 600;
/** How long after one code the next can be sent. */
const apartSeconds = 60;
const maxTries = 5;

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

/** Whom a code goes to. */
interface Recipient {
  place: CodePlace;
  /** Refuses ineligible people, which reveals who is a client. */
  check?: () => void;
  /** Whether it counts as a client's, for whom half of the codes are kept. */
  isClient: boolean;
  /** Whether the answer must be the same for clients and others. */
  isDiscreet: boolean;
  /** Whether the number was verified before; then it may be on the islands. */
  isProved: boolean;
}

/** A code whose row is committed. */
interface PreparedCode {
  code: string;
  place: CodePlace;
  practice: PortalPractice;
  hash: Buffer;
  former: Parameters<typeof takeBackCode>[3];
  isFirst: boolean;
  count: CodeCount;
}

/** The answer to a request for a code. */
interface CodeSent {
  success: true;
  resend_after: number;
  expires_in: number;
  clients_only: boolean;
}

/**
 * Sends a code to a phone, after its row is committed. If it cannot be sent, it is cancelled and the previous one is
 * restored; if the outcome is unknown, it is the valid one, and the next has to wait. A network over its limit still gets
 * the first code of a number, but then nothing in the answer depends on who has the number.
 * @returns the seconds until another can be sent, and those of its validity
 * @throws AppError `code_just_sent`, `rate_limited`, `sms_unavailable`, `invalid_input`, and the errors of `check`
 */
export async function sendCodeTo(
  ctx: PublicContext,
  tenantId: number,
  recipientOf: (tx: TenantTransaction, practice: PortalPractice) => Promise<Recipient>,
): Promise<CodeSent> {
  const turn = await countForNetwork(ctx);
  const prepared = await inKeptRegion(ctx, tenantId, async (tx, practice) =>
    prepareCode(ctx, tx, { practice, turn, ...(await recipientOf(tx, practice)) }),
  );
  if (prepared.isFirst) await turn.forgive();
  const { clientsOnly, isWithheld } = prepared.count;
  // Not awaited while answers must not differ: sending takes longer than sending nothing.
  if (clientsOnly) sendLater(ctx, prepared, isWithheld);
  else await send(ctx, prepared);
  return {
    success: true,
    resend_after: apartSeconds,
    expires_in: goodForSeconds,
    clients_only: clientsOnly,
  };
}

/** Replaces the code of a number, and counts the new one. A refusal undoes both. */
async function prepareCode(
  ctx: PublicContext,
  tx: TenantTransaction,
  { place, practice, turn, check, ...whom }: Recipient & { practice: PortalPractice; turn: NetworkTurn },
): Promise<PreparedCode> {
  const { env } = ctx.deps;
  // The answers to a network over its limit must not distinguish clients.
  const isUniform = turn.refusal !== null && check !== undefined;
  const withIslands = env.PORTAL_SMS_ISLANDS || (whom.isProved && !isUniform);
  checkTakesCodes(place.phone, practice.locale, { withIslands });
  if (!isUniform) check?.();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const salt = randomBytes(16);
  const hash = codeHash(env, place, salt, code);
  const timing = { now: ctx.now, goodForSeconds, apartSeconds };
  const former = await replaceCode(tx, place, { salt, code_hash: hash, ...timing });
  if (former === false) throw justSent(await secondsToNextCode(tx, place, ctx.now, apartSeconds));
  const isFirst = await countForNumber(tx, place);
  if (turn.refusal !== null && !isFirst) throw turn.refusal;
  const { isDiscreet, isClient } = whom;
  const { tenantId } = place;
  const count = await countForPractice(ctx, tx, { tenantId, isDiscreet, isClient: isClient && !isUniform });
  await deleteOldCodes(tx, tenantId, ctx.now);
  return { code, place, practice, hash, former, isFirst, count };
}

/** Sends a code; takes it back if it certainly does not arrive. */
async function send(ctx: PublicContext, prepared: PreparedCode): Promise<void> {
  const { place, hash, former, count } = prepared;
  try {
    await handOver(ctx, prepared);
  } catch (error) {
    const mayArrive = error instanceof SmsUnavailable && error.mayArrive;
    if (!mayArrive) {
      await ctx.inPractice(place.tenantId, async (tx) => {
        await takeBackCode(tx, place, hash, former);
        await uncountForNumber(tx, place);
        await takeBackAttempts(tx, count.places);
      });
    }
    throw error;
  }
}

/** Sends a code to a client without waiting for it, and none to others. */
function sendLater(ctx: PublicContext, prepared: PreparedCode, isWithheld: boolean): void {
  const { tenantId, phone } = prepared.place;
  if (isWithheld) return traceEvent(ctx, { event: 'code_withheld', identity: phone, tenantId });
  handOver(ctx, prepared).catch((error: unknown) => {
    ctx.log.warn({ err: error, tenant_id: tenantId }, 'a verification code could not be sent');
  });
}

async function handOver(ctx: PublicContext, { code, place, practice }: PreparedCode): Promise<void> {
  const to = internationalPhone(place.phone, practice.locale);
  if (to === null) throw new Error('The phone number can’t be dialled.');
  await ctx.deps.sms.send({ to, body: messageOf(code, practice) });
  const { tenantId, phone, purpose } = place;
  traceEvent(ctx, { event: 'code_sent', reason: purpose, identity: phone, tenantId });
}

/** Whether a number is a client's, by the practice's own record or because they verified it. */
const isActiveClient = (client: LoginHolder | undefined): boolean =>
  client !== undefined && !client.archived && (!client.has_login || client.phone_proved);

/**
 * Sends a code for a new account or a new password; see {@link sendCodeTo}.
 * @param check refuses ineligible people, by the client who has the number
 */
export const sendCode = (
  ctx: PublicContext,
  asked: Asked,
  purpose: 'register' | 'reset',
  check: (client: LoginHolder | undefined) => void,
): Promise<CodeSent> =>
  sendCodeTo(ctx, asked.tenant_id, async (tx, practice) => {
    const place = codePlace(asked, purpose, practice);
    const client = await loginHolder(tx, place.tenantId, place.phone);
    return {
      place,
      check: () => check(client),
      // A sign-up counts as a stranger's for everyone, so that its limit does not reveal who is a client.
      isClient: purpose === 'reset' && isActiveClient(client),
      isDiscreet: false,
      isProved: client?.phone_proved === true,
    };
  });

/**
 * Sends a code for signing in to any number. The answer is the same for clients and others, but when new numbers
 * have used up their codes, only clients get one.
 * @throws AppError as {@link sendCodeTo}
 */
export const sendSignInCode = (ctx: PublicContext, asked: Asked): Promise<CodeSent> =>
  sendCodeTo(ctx, asked.tenant_id, async (tx, practice) => {
    const place = codePlace(asked, 'sign_in', practice);
    const client = await loginHolder(tx, place.tenantId, place.phone);
    // Clients on the islands are refused too unless allowed: the refusal would tell them apart.
    return { place, isClient: isActiveClient(client), isDiscreet: true, isProved: false };
  });

/** In the format in which phones offer to fill the code in. */
function messageOf(code: string, { tenant_name: name }: PortalPractice): string {
  return `${code} is your verification code for ${nameInText(name)}. It's valid for ${goodForSeconds / 60} minutes.`;
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
