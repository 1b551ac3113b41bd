import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { requireFreshProof } from '../../lib/fresh-proof.ts';
import { endOfLink, invitationDays, passwordResetDays, setupLinkPath } from '../../lib/one-time-link.ts';
import { localMoment } from '../../lib/clock.ts';
import { recordAccountChange } from '../session/public.ts';
import { endFeedsOf, endFeedsOfOthers } from '../calendar-feed/public.ts';
import { tellScreens } from '../notification/public.ts';
import { endSolvedNotices } from '../rota/public.ts';
import { listSessions } from './read-model.ts';
import {
  accountOf,
  countOtherAdmins,
  deleteUnreferenced,
  emailOf,
  endLinks,
  endMemberSessions,
  insertLink,
  insertMember,
  hasLiveBookings,
  isShared,
  lockMember,
  lockTeam,
  memberWithAccount,
  providesServices,
  removeFactors,
  updateMember,
  type LockedMember,
} from './repository.ts';

type MemberInput = Omit<ParsedInputOf<'team/update'>, 'staff_id'>;

const conflict = (message: string): AppError => new AppError('conflict', { message });

/** Blocks every change of the practice's team, and every new key, until the transaction ends. */
export const holdOffTeamChanges = (ctx: Ctx): Promise<void> => lockTeam(ctx);

/** A member of the practice, with every other change of its team blocked. */
async function memberToChange(ctx: Ctx, userId: number): Promise<LockedMember> {
  await lockTeam(ctx);
  const member = await lockMember(ctx, userId);
  if (!member) throw new AppError('not_found');
  return member;
}

/** Support access is not the practice's to change: it can only be ended. */
function refuseSupport({ support }: LockedMember): void {
  if (support) throw conflict('Support access can’t be changed. End it instead.');
}

/** Refuses during support access any action that would extend access beyond it, for themselves or others. */
function refuseToSupport({ session }: Ctx): void {
  if (session.supportUntil !== null) {
    throw new AppError('forbidden', {
      message:
        'People can’t be invited or given another role during support access. Ask an admin of the practice.',
    });
  }
}

/** Refuses a change that would leave the practice without a permanent admin who can sign in. */
async function keepAnAdmin(ctx: Ctx, member: LockedMember): Promise<void> {
  const counts = member.role === 'admin' && member.joined && !member.disabled && !member.support;
  if (counts && (await countOtherAdmins(ctx, member.id)) === 0) throw new AppError('last_admin');
}

/** Makes a link for a person; earlier ones stop working. */
async function makeLink(
  ctx: Ctx,
  userId: number,
  purpose: 'join' | 'reset',
): Promise<OutputOf<'team/invite_again'>> {
  const { session, now } = ctx;
  const token = newKey();
  const expiresAt = endOfLink(now, purpose === 'join' ? invitationDays : passwordResetDays);
  await endLinks(ctx, userId);
  await insertLink(ctx, {
    userId,
    purpose,
    tokenHash: hashKey(token),
    createdBy: session.userId,
    createdAt: now,
    expiresAt,
  });
  return { setup_link: setupLinkPath(token), expires_at: expiresAt.toISOString() };
}

/**
 * Invites a person, with their existing account or a new one; the answer does not reveal which.
 * @throws AppError `already_member`, `forbidden` for support
 */
export async function invite(
  ctx: Ctx,
  input: ParsedInputOf<'team/invite'>,
): Promise<OutputOf<'team/invite'>> {
  refuseToSupport(ctx);
  const { tx, now } = ctx;
  const { name, email, role, takes_bookings, color } = input;
  ctx.auditDetails({ email, role });
  const accountId = await accountOf(tx, email, name, now);
  const known = await memberWithAccount(ctx, accountId);
  if (known?.disabled) {
    throw new AppError('already_member', {
      message: 'This person is in your team but disabled. Enable them instead.',
    });
  }
  if (known) throw new AppError('already_member');
  const details = { name, role, takes_bookings, colour: color ?? null };
  const staffId = await insertMember(ctx, { ...details, account_id: accountId, accepted_at: null });
  return { staff_id: staffId, ...(await makeLink(ctx, staffId, 'join')) };
}

/** A pending invitation: of a person who has not joined, and is not disabled. */
async function openInvitation(ctx: Ctx, userId: number): Promise<LockedMember> {
  const member = await memberToChange(ctx, userId);
  if (member.joined) throw conflict('This person has already joined.');
  return member;
}

/**
 * Makes a new link for a person who has not joined yet.
 * @throws AppError `not_found`, `conflict`, `forbidden` for support
 */
export async function inviteAgain(ctx: Ctx, userId: number): Promise<OutputOf<'team/invite_again'>> {
  refuseToSupport(ctx);
  const { disabled } = await openInvitation(ctx, userId);
  if (disabled) throw conflict('This person is disabled. Enable them first.');
  return makeLink(ctx, userId, 'join');
}

/**
 * Withdraws an invitation. The person is removed from the team; one whom records mention is disabled instead.
 * @throws AppError `not_found`; `conflict` when they have joined, or have appointments from today on
 */
export async function cancelInvitation(ctx: Ctx, userId: number): Promise<void> {
  const { tx, now, session } = ctx;
  const member = await openInvitation(ctx, userId);
  // Log the name, because the row is deleted.
  ctx.auditDetails({ name: member.name, email: await emailOf(tx, userId, now) });
  if (await hasLiveBookings(ctx, userId, localMoment(now, session.timeZone).date))
    throw conflict('This person has appointments. Reassign them to another staff member first.');
  // Without its last provider, everyone would provide a service.
  if (!(await providesServices(ctx, userId)) && (await deleteUnreferenced(ctx, userId))) return;
  await disable(ctx, member);
}

/**
 * Changes the given fields of a person. A new role applies from their next request; as staff, they lose the calendar
 * feeds they made of other diaries.
 * @throws AppError `not_found`, `last_admin`, `conflict`, `forbidden` for a new role by support, `step_up_required` for a new admin
 */
export async function changeMember(ctx: Ctx, userId: number, input: MemberInput): Promise<void> {
  const member = await memberToChange(ctx, userId);
  refuseSupport(member);
  if (input.role === 'staff') await keepAnAdmin(ctx, member);
  const { color, ...rest } = input;
  const changes = changesTo(member, { ...rest, colour: color });
  if (changes.role !== undefined) refuseToSupport(ctx);
  if (changes.role === 'admin') requireFreshProof(ctx);
  if (!noteChanges(ctx, changes, { colour: 'color' })) return;
  await updateMember(ctx, userId, changes);
  if (changes.role === 'staff') await endFeedsOfOthers(ctx, userId);
  // Log the old name, because older entries show people by their current name.
  if (changes.name !== undefined) ctx.auditDetails({ old_name: member.name });
  if (changes.role === undefined) return;
  // Log the role, to show who could do what, and when.
  ctx.auditDetails({ role: changes.role });
  // Their open screens follow it.
  tellScreens(ctx);
}

/**
 * Disables a person, or ends support access. Their sessions, links and calendar feeds end.
 * @throws AppError `not_found`, `last_admin`
 */
export async function disableMember(ctx: Ctx, userId: number): Promise<void> {
  const member = await memberToChange(ctx, userId);
  await keepAnAdmin(ctx, member);
  await disable(ctx, member);
}

async function disable(ctx: Ctx, { id, support, disabled }: LockedMember): Promise<void> {
  const { tx, now } = ctx;
  if (support) await updateMember(ctx, id, { support_until: now });
  else if (!disabled) await updateMember(ctx, id, { disabled_at: now });
  // Otherwise open sessions would be valid again once the person is enabled.
  await endMemberSessions(tx, id, null, now);
  await endLinks(ctx, id);
  await endFeedsOf(ctx, id);
}

/**
 * Enables a disabled person.
 * @throws AppError `not_found`, `conflict`, `forbidden` for support
 */
export async function enableMember(ctx: Ctx, userId: number): Promise<void> {
  refuseToSupport(ctx);
  const member = await memberToChange(ctx, userId);
  refuseSupport(member);
  if (!member.disabled) return;
  await updateMember(ctx, userId, { disabled_at: null });
  await endSolvedNotices(ctx);
}

/**
 * Makes a link by which another person chooses a new password.
 * @throws AppError `not_found`; `shared_account` when other practices use the account too; `conflict`; `forbidden` for
 * support
 */
export async function resetPassword(ctx: Ctx, userId: number): Promise<OutputOf<'team/reset_password'>> {
  refuseToSupport(ctx);
  const member = await memberToChange(ctx, userId);
  // Otherwise an unattended session would be enough to take an account over.
  if (member.id === ctx.session.userId) throw conflict('Change your own password under My account.');
  if (member.disabled) throw conflict('This person is disabled. Enable them first.');
  if (!member.joined) throw conflict('This person hasn’t joined yet. Create a new invitation instead.');
  if (await isShared(ctx.tx, userId)) throw new AppError('shared_account');
  return makeLink(ctx, userId, 'reset');
}

/**
 * Removes the second factor of another person, who lost their device, and ends their sessions in this practice.
 * @throws AppError `not_found`; `shared_account` when other practices use the account too; `conflict`; `forbidden` for
 * support
 */
export async function removeSecondFactor(ctx: Ctx, userId: number): Promise<void> {
  refuseToSupport(ctx);
  const { tx, now } = ctx;
  const member = await memberToChange(ctx, userId);
  // Otherwise an unattended session could remove the factor from its own account.
  if (member.id === ctx.session.userId)
    throw conflict('Turn off your own two-step sign-in under My account.');
  if (await isShared(tx, userId)) throw new AppError('shared_account');
  const accountId = await removeFactors(tx, userId);
  if (accountId === null) throw conflict('This person hasn’t set up two-step sign-in.');
  await endMemberSessions(tx, userId, null, now);
  await recordAccountChange(ctx, accountId, 'second_factor_removed', { isAudited: false });
}

/**
 * Ends one session of a person in this practice, or all of them; also one API key, for good.
 * @throws AppError `not_found` for a person or session of others
 */
export async function revokeSessions(ctx: Ctx, userId: number, sessionId: number | undefined): Promise<void> {
  const { tx, now } = ctx;
  if (!(await lockMember(ctx, userId))) throw new AppError('not_found');
  const named = (await listSessions(ctx, userId)).find(({ id }) => id === sessionId);
  // Log the name, because it cannot be looked up once the key is deleted.
  if (named?.kind === 'integration') ctx.auditDetails({ kind: named.kind, name: named.label });
  const ended = await endMemberSessions(tx, userId, sessionId ?? null, now);
  if (sessionId !== undefined && ended === 0) throw new AppError('not_found');
}
