import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { endOfLink, invitationDays, passwordResetDays, setupLinkPath } from '../../lib/one-time-link.ts';
import { localeInput, timeZoneInput } from '../../lib/region.ts';
import { recordAccountChange } from '../session/public.ts';
import {
  awaitsFirstAdmin,
  insertPractice,
  openSupportAccess,
  renamePractice,
  replaceAdminLink,
  resetSignIn,
  setSuspended,
  setTrialEnd,
} from './repository.ts';

const minuteMs = 60_000;
const defaultTimeZone = 'Europe/London';
const defaultLocale = 'en-GB';

/** A link that is answered once, and its stored form. */
function newLink(now: Date, days = invitationDays) {
  const token = newKey();
  const linkExpires = endOfLink(now, days);
  return {
    stored: { linkHash: hashKey(token), linkExpires },
    answer: { setup_link: setupLinkPath(token), expires_at: linkExpires.toISOString() },
  };
}

/**
 * Creates a practice whose trial begins now, with its first admin invited by a one-time link of seven days.
 * @throws AppError `subdomain_taken`; `conflict` for a repeated request; `invalid_input` for an email whose account cannot be an admin,
 * an unknown time zone or locale
 */
export async function createPractice(
  ctx: Ctx,
  input: ParsedInputOf<'superadmin/practice_create'>,
): Promise<OutputOf<'superadmin/practice_create'>> {
  // A repeated request whose answer was lost; with a subdomain, it is taken.
  if (input.subdomain === undefined && (await awaitsFirstAdmin(ctx, input.tenant_name, input.admin_email)))
    throw new AppError('conflict', {
      message:
        'You’ve already created a practice with this name for this person, who hasn’t joined yet. Find it in the list and create a new link.',
    });
  const link = newLink(ctx.now);
  const created = await insertPractice(ctx, {
    name: input.tenant_name,
    subdomain: input.subdomain ?? null,
    timeZone: timeZoneInput(input.time_zone ?? defaultTimeZone),
    locale: localeInput(input.locale ?? defaultLocale),
    trialDays: input.trial_days,
    adminName: input.admin_name,
    adminEmail: input.admin_email,
    ...link.stored,
  });
  if (!created) throw new AppError('forbidden');
  if (created.practice_id === null)
    throw invalidField('admin_email', 'This account can’t be the admin of a practice.');
  return { practice_id: created.practice_id, ...link.answer };
}

/** @throws AppError `not_found`, `subdomain_taken`, `host_taken` */
export async function updatePractice(
  ctx: Ctx,
  input: ParsedInputOf<'superadmin/practice_update'>,
): Promise<OutputOf<'superadmin/practice_update'>> {
  const changes = { name: input.tenant_name, subdomain: input.subdomain, host: input.custom_host };
  return doneOrMissing(await renamePractice(ctx, input.practice_id, changes));
}

/**
 * Suspends a practice, which refuses its people from their next request on, or resumes it.
 * @throws AppError `not_found`
 */
export const suspendPractice = async (
  ctx: Ctx,
  practiceId: number,
  suspended: boolean,
): Promise<{ success: true }> => doneOrMissing(await setSuspended(ctx, practiceId, suspended));

/**
 * Sets the last day of the trial (YYYY-MM-DD on the practice's clock).
 * @throws AppError `not_found`, `invalid_input` for a past day
 */
export async function extendTrial(
  ctx: Ctx,
  { practice_id: practiceId, trial_end_date: day }: ParsedInputOf<'superadmin/practice_extend_trial'>,
): Promise<OutputOf<'superadmin/practice_extend_trial'>> {
  const extended = await setTrialEnd(ctx, practiceId, day);
  if (extended === false) throw invalidField('trial_end_date', 'Choose today or a later day.');
  return doneOrMissing(extended === true);
}

/**
 * Creates a new one-time link for the first admin; earlier ones stop working.
 * @throws AppError `not_found`, `conflict` once someone has joined
 */
export async function newAdminLink(
  ctx: Ctx,
  practiceId: number,
): Promise<OutputOf<'superadmin/practice_admin_link'>> {
  const link = newLink(ctx.now);
  const replaced = await replaceAdminLink(ctx, practiceId, link.stored);
  if (replaced === null) throw new AppError('not_found');
  if (!replaced)
    throw new AppError('conflict', {
      message: 'Someone has already joined this practice. Ask one of its admins to invite people.',
    });
  return link.answer;
}

/**
 * Opens a practice to the caller, as one of its admins, for some minutes. The reason is written to its audit log.
 * @throws AppError `not_found`, `practice_suspended`, `conflict` for a superadmin who is a member of it
 */
export async function openSupport(
  ctx: Ctx,
  { practice_id: practiceId, reason, minutes }: ParsedInputOf<'superadmin/support_access'>,
): Promise<OutputOf<'superadmin/support_access'>> {
  const key = newKey();
  const until = new Date(ctx.now.getTime() + minutes * minuteMs);
  const access = await openSupportAccess(ctx, practiceId, { reason, until, keyHash: hashKey(key) });
  if (!access) throw new AppError('forbidden');
  if (access.outcome === 'conflict')
    throw new AppError('conflict', {
      message: 'This account is already in this practice’s team. Use another superadmin account for support.',
    });
  if (access.outcome !== 'granted') throw new AppError(access.outcome);
  return {
    api_key: key,
    user_id: access.user_id,
    practice_id: practiceId,
    tenant_name: access.tenant_name,
    tenant_subdomain: access.tenant_subdomain,
    support_until: until.toISOString(),
  };
}

/**
 * Recovers an account whose holder may not be its owner: removes the password, the second factor and single sign-on, ends
 * every session, and returns a link to choose a new password. Emails the owner.
 * @throws AppError `not_found`, `conflict` for a superadmin's account
 */
export async function resetAccount(ctx: Ctx, email: string): Promise<OutputOf<'superadmin/account_reset'>> {
  const link = newLink(ctx.now, passwordResetDays);
  const reset = await resetSignIn(ctx, email, link.stored);
  if (reset === undefined) throw new AppError('forbidden');
  const { outcome, account_id: accountId, had_ways_in: hadWaysIn } = reset;
  if (outcome === 'not_found') throw new AppError('not_found', { message: 'No account uses this email.' });
  if (outcome === 'conflict')
    throw new AppError('conflict', {
      message: 'This account belongs to a superadmin, so it can’t be reset here.',
    });
  // Their practices' audit logs have a line from the reset itself.
  const reason = hadWaysIn ? 'ways_in_removed' : undefined;
  await recordAccountChange(ctx, accountId, 'account_reset', { reason, isAudited: false });
  return link.answer;
}

function doneOrMissing(done: boolean): { success: true } {
  if (!done) throw new AppError('not_found');
  return { success: true };
}
