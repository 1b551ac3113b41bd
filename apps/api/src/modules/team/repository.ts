import { columns, type RowOf } from '../../db/columns.ts';
import { isForeignKeyViolation } from '../../db/constraint-errors.ts';
import { sql } from '../../db/database.ts';
import { inserter, remover, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

const memberColumns = columns('users', 'id, name, role, takes_bookings, colour');

/** A person of the practice whose row is locked until the transaction ends. */
export interface LockedMember extends RowOf<typeof memberColumns> {
  /** Has accepted the invitation. */
  joined: boolean;
  disabled: boolean;
  /** Has temporary support access. */
  support: boolean;
}

// The practice's own row first: changes of its team are serialised, so that two of them cannot each remove the other's
// last admin. Not the strongest lock, which would block everything that references the practice.
const lockTeamRow = statement('lock_team', 'select 1 from tenants t where t.id = $1 for no key update');

const lockMemberRow = statement<LockedMember>(
  'lock_member',
  `select ${memberColumns.of('u')}, u.accepted_at is not null as joined, u.disabled_at is not null as disabled,
          u.support_until is not null as support
   from users u
   where u.tenant_id = $1 and u.id = $2 and (u.support_until is null or u.support_until > $3)
   for update`,
);

const otherAdmins = statement<{ count: number }>(
  'other_admins',
  `select count(*)::integer as count from users u
   where u.tenant_id = $1 and u.id <> $2 and u.role = 'admin' and u.accepted_at is not null
     and u.disabled_at is null and u.support_until is null`,
);

const accountFor = statement<{ account_id: number }>(
  'team_account',
  'select team_account($1::citext, $2, $3) as account_id',
);

const memberOfAccount = statement<{ disabled: boolean }>(
  'member_of_account',
  `select u.disabled_at is not null as disabled from users u where u.tenant_id = $1 and u.account_id = $2`,
);

const liveBookings = statement(
  'member_live_bookings',
  `select 1 from bookings b
   where b.tenant_id = $1 and b.staff_id = $2 and b.booking_date >= $3
     and b.status in ('pending', 'confirmed', 'in-progress')
   limit 1`,
);

const providedServices = statement(
  'services_of_member',
  'select 1 from service_staff p where p.tenant_id = $1 and p.user_id = $2 limit 1',
);

const accountIsShared = statement<{ shared: boolean | null }>(
  'team_account_is_shared',
  'select team_account_is_shared($1) as shared',
);

const memberEmail = statement<{ email: string }>(
  'member_email',
  "select a.email from team_accounts($1, interval '0') a where a.user_id = $2",
);

const endSessions = statement<{ ended: number }>(
  'end_team_sessions',
  'select end_team_sessions($1, $2, $3) as ended',
);

const removeFactorsStatement = statement<{ account_id: number | null }>(
  'team_remove_factors',
  'select team_remove_factors($1) as account_id',
);

/** Removes every factor of a person. @returns their account; null without a factor, and for a shared account */
export const removeFactors = async (tx: TenantTransaction, userId: number): Promise<number | null> =>
  (await tx.row(removeFactorsStatement, [userId]))?.account_id ?? null;

/** Blocks every other change of the practice's team until the transaction ends. */
export async function lockTeam({ tx, tenantId }: Work): Promise<void> {
  await tx.rows(lockTeamRow, [tenantId]);
}

/** A member of the practice, locked; undefined for anyone else, and after the end of their support access. */
export const lockMember = ({ tx, tenantId, now }: Work, userId: number): Promise<LockedMember | undefined> =>
  tx.row(lockMemberRow, [tenantId, userId, now]);

/** How many other permanent admins could still sign in. */
export const countOtherAdmins = async ({ tx, tenantId }: Work, userId: number): Promise<number> =>
  (await tx.row(otherAdmins, [tenantId, userId]))?.count ?? 0;

/** The account of an address, created when there is none. */
export async function accountOf(
  tx: TenantTransaction,
  email: string,
  name: string,
  now: Date,
): Promise<number> {
  const row = await tx.row(accountFor, [email, name, now]);
  if (!row) throw new Error('The team function returned no account.');
  return row.account_id;
}

/** Whether an account is in this practice's team already, and if so, whether disabled. */
export const memberWithAccount = (
  { tx, tenantId }: Work,
  accountId: number,
): Promise<{ disabled: boolean } | undefined> => tx.row(memberOfAccount, [tenantId, accountId]);

export const insertMember = inserter(
  columns('users', 'account_id, name, role, takes_bookings, colour, accepted_at'),
);

/** Whether a person has an appointment of `today` or later that is neither completed nor cancelled. */
export const hasLiveBookings = async (
  { tx, tenantId }: Work,
  userId: number,
  today: string,
): Promise<boolean> => (await tx.row(liveBookings, [tenantId, userId, today])) !== undefined;

/** Whether a service names this person as one of those who provide it. */
export const providesServices = async ({ tx, tenantId }: Work, userId: number): Promise<boolean> =>
  (await tx.row(providedServices, [tenantId, userId])) !== undefined;

/** Whether this person's account is also used by another practice, or is a superadmin's. */
export const isShared = async (tx: TenantTransaction, userId: number): Promise<boolean> =>
  (await tx.row(accountIsShared, [userId]))?.shared !== false;

/** The address of a member of the practice. */
export const emailOf = async (
  tx: TenantTransaction,
  userId: number,
  now: Date,
): Promise<string | undefined> => (await tx.row(memberEmail, [now, userId]))?.email;

/** Ends one key of a person in this practice, or all their sessions in it; returns how many. */
export const endMemberSessions = async (
  tx: TenantTransaction,
  userId: number,
  sessionId: number | null,
  now: Date,
): Promise<number> => (await tx.row(endSessions, [userId, sessionId, now]))?.ended ?? 0;

export const updateMember = updater('users');
const deleteMember = remover('users');

/**
 * Deletes a person with what is only theirs, such as working hours, unless other records mention them.
 * @returns whether they were deleted
 */
export async function deleteUnreferenced(work: Work, userId: number): Promise<boolean> {
  // The database knows every reference; after its refusal the transaction goes on.
  await work.tx.run(sql.raw('savepoint before_deletion'));
  try {
    await deleteMember(work, userId);
    return true;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    await work.tx.run(sql.raw('rollback to savepoint before_deletion'));
    return false;
  }
}

/** Ends every unused link of a person. */
export async function endLinks({ tx, tenantId }: Work, userId: number): Promise<void> {
  await tx.run(sql('setup_links').where({ tenant_id: tenantId, user_id: userId }).whereNull('used_at').del());
}

interface NewLink {
  userId: number;
  purpose: 'join' | 'reset';
  tokenHash: Buffer;
  createdBy: number | null;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertLink({ tx, tenantId }: Work, link: NewLink): Promise<void> {
  await tx.run(
    sql('setup_links').insert({
      tenant_id: tenantId,
      user_id: link.userId,
      purpose: link.purpose,
      token_hash: link.tokenHash,
      created_by_user_id: link.createdBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    }),
  );
}
