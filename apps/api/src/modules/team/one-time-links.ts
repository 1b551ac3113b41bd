import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { setupLinkPath } from '../../lib/one-time-link.ts';
import {
  comparePassword,
  forgetStrangers,
  recordAccountChange,
  refuseCommonPassword,
} from '../session/public.ts';
import { recordRefusal, traceEvent } from '../security-log/public.ts';
import { callingDevice, demandSecondStep, proveSecondStep } from '../sign-in-proof/public.ts';

/** The purpose of a valid link; one of the account itself has no practice. */
interface Link {
  tenant_id: number | null;
  account_id: number;
  purpose: 'join' | 'reset';
  email: string;
  name: string;
  tenant_name: string | null;
  password_hash: string | null;
  /** The provider to join with, in a practice that allows only single sign-on. */
  provider_name: string | null;
}

const goodLink = statement<Link>(
  'setup_link_with_provider',
  `select l.tenant_id, l.account_id, l.purpose, l.email, l.name, l.tenant_name, l.password_hash, l.provider_name
   from setup_link_with_provider($1, $2) l`,
);

const redeemRow = statement<{ used: boolean; disconnected: number }>(
  'redeem_setup_link',
  'select r.used, r.disconnected from redeem_setup_link($1, $2, $3, $4, $5, $6) r',
);

const formerLink = statement<{ account_id: number }>(
  'former_setup_link',
  'select l.account_id from former_setup_link($1) l',
);

/** A link that never existed, is expired or used looks the same to its holder, and not in the log. */
async function linkOf(ctx: PublicContext, token: string): Promise<Link> {
  const link = await ctx.control.row(goodLink, [hashKey(token), ctx.now]);
  return link ?? refuseLink(ctx, token);
}

/** @throws AppError `link_expired` */
async function refuseLink(ctx: PublicContext, token: string): Promise<never> {
  const former = await ctx.control.row(formerLink, [hashKey(token)]);
  const reason = former ? 'link_expired' : 'unknown_link';
  recordRefusal(ctx, { event: 'link_refused', reason, accountId: former?.account_id ?? null });
  throw new AppError('link_expired');
}

/**
 * The person and purpose of a one-time link.
 * @throws AppError `link_expired`
 */
export async function checkLink(ctx: PublicContext, token: string): Promise<OutputOf<'setup_link/check'>> {
  const link = await linkOf(ctx, token);
  const { purpose, email, name, tenant_name, password_hash } = link;
  const has_password = purpose === 'join' && password_hash !== null;
  return { purpose, email, name, tenant_name, has_password, sso: ssoOf(ctx, link, token) };
}

/** What a person joins with in a practice that allows only single sign-on. */
function ssoOf(
  { deps }: PublicContext,
  { tenant_id: practice_id, provider_name: name }: Link,
  token: string,
): OutputOf<'setup_link/check'>['sso'] {
  const { PUBLIC_URL: publicUrl } = deps.env;
  if (practice_id === null || name === null) return null;
  return { practice_id, name, link_url: publicUrl ? `${publicUrl}${setupLinkPath(token)}` : null };
}

/**
 * Uses a one-time link. A person who joins with an account that has a password must enter it, and keeps it: the link of
 * one practice must not open the account's other practices. Anyone else chooses one.
 * A second factor is proved as well: someone else may have made the account, with the person's email and a factor of
 * their own.
 * @throws AppError `link_expired`, `weak_password`, `invalid_credentials`, `rate_limited`; `sso_required` to join a
 * practice that allows only single sign-on; `second_factor_required`, and the codes of a wrong answer to it
 */
export async function redeemLink(
  ctx: PublicContext,
  { token, password, ...answer }: ParsedInputOf<'setup_link/use'>,
): Promise<OutputOf<'setup_link/use'>> {
  const { control, deps, now, requestId } = ctx;
  const link = await linkOf(ctx, token);
  // The password would open nothing there, and an account that has one is no longer matched by its email.
  if (link.provider_name !== null) throw new AppError('sso_required');
  const chosenHash =
    link.purpose === 'join' && link.password_hash !== null
      ? await knownAccount(ctx, link, link.password_hash, password, answer)
      : await newPassword(deps, password);
  // Repeat all checks under locks, because hashing took a while.
  const values = [hashKey(token), link.password_hash, chosenHash, now, requestId, callingDevice(ctx)];
  const outcome = await control.row(redeemRow, values);
  if (!outcome?.used) return refuseLink(ctx, token);
  traceEvent(ctx, { event: 'link_used', reason: link.purpose, accountId: link.account_id });
  if (link.purpose === 'reset' || outcome.disconnected > 0) {
    await forgetStrangers(control, link.account_id);
    const reason = outcome.disconnected > 0 ? 'sso_disconnected' : undefined;
    await recordAccountChange(ctx, link.account_id, 'password_changed', { reason });
  }
  return { success: true, email: link.email, tenant_id: link.tenant_id };
}

/** An invitation to a practice that allows only single sign-on. */
interface SsoInvitation {
  practiceId: number;
  /** Whose password and second factor were proved; null if the account has no password. */
  accountId: number | null;
}

/**
 * The invitation of a link with which a person joins by single sign-on. A person whose account has a password proves it, and
 * the second factor, as in `redeemLink`. The link stays valid.
 * @throws AppError `link_expired`, `conflict` in a practice that allows passwords, `invalid_input`, `invalid_credentials`,
 * `rate_limited`; `second_factor_required`, and the codes of a wrong answer to it
 */
export async function proveInvitation(
  ctx: PublicContext,
  { token, password, ...answer }: ParsedInputOf<'auth/sso_join'>,
): Promise<SsoInvitation> {
  const link = await linkOf(ctx, token);
  const { tenant_id: practiceId, account_id: accountId, password_hash: hash } = link;
  if (practiceId === null || link.provider_name === null)
    throw new AppError('conflict', {
      message: 'This practice allows passwords. Open the link again to join.',
    });
  if (hash === null) return { practiceId, accountId: null };
  if (password === undefined) throw invalidField('password', 'Enter your password.');
  await knownAccount(ctx, link, hash, password, answer);
  return { practiceId, accountId };
}

/** Proves that the account that joins is the caller's. */
async function knownAccount(
  ctx: PublicContext,
  { account_id: accountId, tenant_id: practiceId }: Link,
  hash: string,
  password: string,
  { challenge, code, passkey }: Omit<ParsedInputOf<'setup_link/use'>, 'token' | 'password'>,
): Promise<null> {
  const attempt = { accountId, hash, password, place: 'link', event: 'link_refused', practiceId } as const;
  if (!(await comparePassword(ctx, attempt)))
    throw new AppError('invalid_credentials', { message: 'The password is incorrect.' });
  if (challenge === undefined) {
    await demandSecondStep(ctx, { account_id: accountId, password_hash: hash });
    return null;
  }
  const proved = await proveSecondStep(ctx, { challenge, code, passkey }, 'link');
  if (proved.account.account_id !== accountId) throw new AppError('challenge_expired');
  return null;
}

async function newPassword({ passwords }: PublicContext['deps'], password: string): Promise<string> {
  // Not compared with the current one: a refusal would confirm a guessed password to the holder of the link.
  refuseCommonPassword(password);
  return passwords.hash(password);
}
