import type { PublicContext } from '../../context/context.ts';
import { writeAuditLine } from '../../db/audit-log.ts';
import type { Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { endFeedsOfOthers } from '../calendar-feed/public.ts';
import { recordAccountChange } from '../session/public.ts';
import {
  countOtherAdmins,
  endLinks,
  insertMember,
  lockMember,
  lockTeam,
  updateMember,
  type LockedMember,
} from '../team/public.ts';
import type { SsoAttempt } from './refusals.ts';
import {
  accountOfIdentity,
  connectByEmail,
  makeAccount,
  readProvider,
  type Identity,
  type KeptClaims,
  type SignInAccount,
  type TakenToken,
} from './repository.ts';

type Role = 'admin' | 'staff';

/** A sign-in by a practice's provider, inside a transaction in the practice. */
interface Entry {
  ctx: PublicContext;
  tx: TenantTransaction;
  tenantId: number;
  identity: Identity;
  claims: KeptClaims;
  attempt: SsoAttempt;
}

const accountByEmail = statement<{ account_id: number; is_superadmin: boolean }>(
  'sso_account_by_email',
  'select a.account_id, a.is_superadmin from sso_account_by_email($1::citext) a',
);

const memberOfAccount = statement<{ id: number }>(
  'sso_member',
  'select u.id from users u where u.tenant_id = $1 and u.account_id = $2',
);

const connectInvited = statement<{ outcome: 'connected' | 'expired' | 'taken' }>(
  'sso_connect_invited',
  'select sso_connect_invited($1, $2, $3, $4, $5, $6, $7) as outcome',
);

/**
 * The account for a practice's provider's claims, with the role of its groups: a connected one, an invited person's,
 * or a new one for a mapped group.
 * @param attempt gets the account as soon as it is known to be of the practice
 * @throws AppError `sso_email_unverified`, `sso_connect_first`, `sso_not_invited`, `sso_no_group`, `sso_expired`,
 * `identity_taken`, `not_found`
 */
export const memberOfPractice = (
  ctx: PublicContext,
  tenantId: number,
  taken: TakenToken,
  attempt: SsoAttempt,
): Promise<SignInAccount> =>
  ctx.inPractice(tenantId, async (tx) => {
    const { issuer, claims } = taken;
    const identity = { practiceId: tenantId, issuer, subject: claims.subject };
    const entry = { ctx, tx, tenantId, identity, claims, attempt };
    // Locked, so that the second of two concurrent first sign-ins, or changes of the last admins, sees the first.
    await lockTeam(workOf(entry));
    const account =
      taken.account_id === null
        ? ((await accountOfIdentity(tx, identity, ctx.now)) ?? (await matchedByEmail(entry)))
        : await connectedByLink(entry, taken.account_id, taken.started_at);
    attempt.accountId = account.account_id;
    const member = await tx.row(memberOfAccount, [tenantId, account.account_id]);
    const locked = member && (await lockMember(workOf(entry), member.id));
    if (!locked || locked.disabled) throw new AppError('sso_not_invited');
    await followGroups(entry, locked);
    return account;
  });

const workOf = ({ ctx: { now }, tx, tenantId }: Entry): Work => ({ tx, tenantId, now });

/**
 * The account of an invited person who proved its password and second factor with their link. Its provider need not know them by
 * the account's email, as when an account is connected in a session.
 */
async function connectedByLink(
  entry: Entry,
  accountId: number,
  startedAt: string | null,
): Promise<SignInAccount> {
  const { ctx, tx, tenantId, identity, claims, attempt } = entry;
  const member = await tx.row(memberOfAccount, [tenantId, accountId]);
  if (!member) throw new AppError('sso_not_invited');
  attempt.accountId = accountId;
  const { issuer, subject } = identity;
  const values = [accountId, tenantId, issuer, subject, claims.email, startedAt, ctx.now];
  const outcome = (await tx.row(connectInvited, values))?.outcome;
  // Changed since the start: the provider, or what the person proved.
  if (outcome !== 'connected') throw new AppError(outcome === 'taken' ? 'identity_taken' : 'sso_expired');
  const account = await joined(entry, member.id);
  if (account.is_superadmin) throw new AppError('sso_not_invited');
  await recordAccountChange({ ...ctx, tx }, accountId, 'sso_connected');
  return account;
}

/**
 * Only a verified address matches, and only an account that nothing else opens: no password, no second factor, not the
 * installation's provider. Its owner must connect any other one.
 */
async function matchedByEmail(entry: Entry): Promise<SignInAccount> {
  const { tx, tenantId, claims, ctx, identity, attempt } = entry;
  const { email } = claims;
  if (email === null || !claims.isEmailVerified) throw new AppError('sso_email_unverified');
  const known = await tx.row(accountByEmail, [email]);
  const accountId = known?.account_id ?? (await newAccount(entry, email));
  const member = await tx.row(memberOfAccount, [tenantId, accountId]);
  // The same answer for an account of another practice as for none, so that it reveals no account.
  if (!member || known?.is_superadmin) throw new AppError('sso_not_invited');
  attempt.accountId = accountId;
  const outcome = await connectByEmail(tx, accountId, identity, email, ctx.now);
  if (outcome === 'refused') throw await connectFirst(entry, member.id);
  if (outcome === 'expired') throw new AppError('sso_expired');
  if (outcome === 'taken') throw new AppError('sso_not_invited');
  return joined(entry, member.id);
}

/** The refusal of an account that its owner must connect: with their link, where no password lets them in to do it. */
async function connectFirst(entry: Entry, userId: number): Promise<AppError> {
  const { tx, tenantId } = entry;
  const member = await lockMember(workOf(entry), userId);
  const provider = await readProvider(tx, tenantId);
  if (!provider?.only_sso || member?.joined !== false) return new AppError('sso_connect_first');
  return new AppError('sso_connect_first', {
    message: 'Your email already has a Burrow account. To join, open your invitation link.',
  });
}

/** The account that was just connected, after its person has joined. */
async function joined(entry: Entry, userId: number): Promise<SignInAccount> {
  const { ctx, tx, identity } = entry;
  const account = await accountOfIdentity(tx, identity, ctx.now);
  if (!account) throw new AppError('sso_not_invited');
  await join(entry, userId);
  return account;
}

/** Creates an account and a team member for a person in a mapped group. @returns the account's id */
async function newAccount(entry: Entry, email: string): Promise<number> {
  const { ctx, tx, claims } = entry;
  const { role } = claims;
  if (!role) throw new AppError(role === null ? 'sso_no_group' : 'sso_not_invited');
  const name = claims.name ?? email.slice(0, 200);
  const accountId = await makeAccount(tx, email, name, ctx.now);
  // A disabled account has the address.
  if (accountId === null) throw new AppError('sso_not_invited');
  await insertMember(workOf(entry), {
    account_id: accountId,
    name,
    role,
    takes_bookings: false,
    colour: null,
    accepted_at: null,
  });
  return accountId;
}

/** Accepts the invitation of a person; their link stops working. */
async function join(entry: Entry, userId: number): Promise<void> {
  const work = workOf(entry);
  const member = await lockMember(work, userId);
  if (!member || member.disabled || member.support) throw new AppError('sso_not_invited');
  if (member.joined) return;
  await updateMember(work, userId, { accepted_at: work.now });
  await endLinks(work, userId);
  await note(entry, userId, { joined: true, email: entry.claims.email });
}

/** Sets the role of the person's groups. The last admin keeps the role and can sign in, whatever their groups are. */
async function followGroups(entry: Entry, member: LockedMember): Promise<void> {
  const work = workOf(entry);
  const { role } = entry.claims;
  if (role === undefined || member.support || role === member.role) return;
  const isLastAdmin = member.role === 'admin' && (await countOtherAdmins(work, member.id)) === 0;
  if (isLastAdmin) return;
  if (role === null) throw new AppError('sso_no_group');
  await updateMember(work, member.id, { role });
  if (role === 'staff') await endFeedsOfOthers(work, member.id);
  await note(entry, member.id, { role: role satisfies Role });
}

const note = (
  { ctx, tx, tenantId }: Pick<Entry, 'ctx' | 'tx' | 'tenantId'>,
  userId: number,
  details: Record<string, unknown>,
): Promise<void> =>
  writeAuditLine(tx, {
    tenantId,
    at: ctx.now,
    userId,
    clientId: null,
    action: 'auth/sso_finish',
    entity: 'user',
    entityId: userId,
    details,
    requestId: ctx.requestId,
  });
