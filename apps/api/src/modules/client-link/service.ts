import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, PortalPractice, PublicContext } from '../../context/context.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { maskedPhone, takesCodes } from '../../lib/phone-number.ts';
import { smallLogo } from '../file/public.ts';
import {
  answerByCode,
  inKeptRegion,
  isUnverified,
  openByCode,
  refusedCode,
  sendCodeTo,
  useCode,
  type CodePlace,
} from '../portal-access/public.ts';
import { openLink, practiceOfLink, type OpenLink } from './repository.ts';

/** The same for an unknown, expired or foreign link. */
const unknownLink = (): AppError =>
  new AppError('not_found', {
    message:
      'This link doesn’t work any more. Please use the one in your latest message, or contact the practice.',
  });

/** @throws AppError `not_found` */
async function practiceOf({ control, now }: PublicContext, tokenHash: Buffer): Promise<number> {
  const tenantId = await practiceOfLink(control, tokenHash, now);
  if (tenantId === null) throw unknownLink();
  return tenantId;
}

/** @throws AppError `not_found`, `client_archived` */
async function linkInUse(
  { now }: PublicContext,
  tx: TenantTransaction,
  tenantId: number,
  tokenHash: Buffer,
): Promise<OpenLink> {
  const link = await openLink(tx, tenantId, tokenHash, now);
  if (!link) throw unknownLink();
  if (link.archived) {
    throw new AppError('client_archived', {
      message: 'This link can’t be used at the moment. Please contact the practice.',
    });
  }
  return link;
}

/** Where a link leads. */
const targetOf = ({ kind, record_id: id }: OpenLink): OutputOf<'cp/link/open'> => ({
  kind,
  booking_id: kind === 'booking' ? id : null,
  offer_id: kind === 'offer' ? id : null,
  recall_id: kind === 'recall' ? id : null,
});

/** How the client of a link can sign in. Verified numbers on the islands get codes, because the practice made the link. */
function signInOf({ deps }: PublicContext, link: OpenLink, { locale }: PortalPractice) {
  const { phone, phone_proved: isProved } = link;
  const withIslands = deps.env.PORTAL_SMS_ISLANDS || isProved;
  if (phone === null || !takesCodes(phone, locale, { withIslands })) return 'contact';
  // The client typed this number without verifying it, so its owner may be another person.
  return isUnverified(link) ? 'password' : 'code';
}

/**
 * What a link shows before its code.
 * @throws AppError `not_found`, `client_archived`
 */
export async function describeLink(
  ctx: PublicContext,
  { token }: ParsedInputOf<'cp/link'>,
): Promise<OutputOf<'cp/link'>> {
  const tokenHash = hashKey(token);
  const tenantId = await practiceOf(ctx, tokenHash);
  return ctx.inPractice(tenantId, async (tx, practice) => {
    const link = await linkInUse(ctx, tx, tenantId, tokenHash);
    return {
      tenant_id: tenantId,
      tenant_name: practice.tenant_name,
      tenant_logo: await smallLogo(tx, tenantId),
      color: practice.colour,
      kind: link.kind,
      phone: link.phone === null ? null : maskedPhone(link.phone),
      sign_in: signInOf(ctx, link, practice),
    };
  });
}

/**
 * Where a link leads, for the client it was made for.
 * @throws AppError `not_found`, also for another client's link
 */
export async function openOwnLink(
  ctx: Ctx,
  { token }: ParsedInputOf<'cp/link/open'>,
): Promise<OutputOf<'cp/link/open'>> {
  const link = await openLink(ctx.tx, ctx.tenantId, hashKey(token), ctx.now);
  if (link?.id !== ownClientId(ctx)) throw unknownLink();
  return targetOf(link);
}

/** @throws AppError `phone_unsuitable`, `phone_not_verified` */
function codePlaceOf(
  ctx: PublicContext,
  tenantId: number,
  link: OpenLink,
  practice: PortalPractice,
): CodePlace {
  const signIn = signInOf(ctx, link, practice);
  if (signIn === 'contact' || link.phone === null) throw new AppError('phone_unsuitable');
  if (signIn === 'password') {
    throw new AppError('phone_not_verified', {
      message: 'Your mobile number hasn’t been verified yet. Please sign in with your password.',
    });
  }
  return { tenantId, purpose: 'sign_in', phone: link.phone };
}

/**
 * Sends a code to the number that the client of a link has now.
 * @throws AppError `not_found`, `client_archived`, `phone_unsuitable`, `phone_not_verified`, `code_just_sent`,
 * `rate_limited`, `sms_unavailable`
 */
export async function startLink(
  ctx: PublicContext,
  { token }: ParsedInputOf<'cp/link/start'>,
): Promise<OutputOf<'cp/link/start'>> {
  const tokenHash = hashKey(token);
  const tenantId = await practiceOf(ctx, tokenHash);
  return sendCodeTo(ctx, tenantId, async (tx, practice) => {
    const link = await linkInUse(ctx, tx, tenantId, tokenHash);
    const place = codePlaceOf(ctx, tenantId, link, practice);
    return { place, isClient: true, isDiscreet: false, isProved: link.phone_proved };
  });
}

/**
 * Signs the client of a link in with the code.
 * @throws AppError `not_found`, `code_not_valid`, `client_archived`, `phone_unsuitable`, `phone_not_verified`
 */
export async function verifyLink(
  ctx: PublicContext,
  { token, code }: ParsedInputOf<'cp/link/verify'>,
): Promise<OutputOf<'cp/link/verify'>> {
  const tokenHash = hashKey(token);
  const tenantId = await practiceOf(ctx, tokenHash);
  const outcome = await inKeptRegion(ctx, tenantId, async (tx, practice) => {
    const link = await linkInUse(ctx, tx, tenantId, tokenHash);
    const place = codePlaceOf(ctx, tenantId, link, practice);
    if (!(await useCode(ctx, tx, place, code))) return undefined;
    return { link, opened: await openByCode(ctx, tx, place, link, 'cp/link/verify', { link: link.kind }) };
  });
  if (!outcome) throw refusedCode(ctx, tenantId, 'link');
  return { ...(await answerByCode(ctx, tenantId, outcome.opened)), ...targetOf(outcome.link) };
}
