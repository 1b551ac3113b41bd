import type { Ctx } from '../../context/context.ts';
import { refuseMovedPractice } from '../../db/practice-move.ts';
import { statement, type Statement } from '../../db/statement.ts';

/** The result of requesting access to a practice; the other fields only apply when it was granted. */
interface SupportAccess {
  outcome: 'granted' | 'not_found' | 'practice_suspended' | 'conflict';
  user_id: number;
  tenant_name: string;
  tenant_subdomain: string | null;
}

const createPractice = statement<{ practice_id: number | null }>(
  'operator_create_practice',
  'select c.practice_id from operator_create_practice($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) c',
);
const awaitsAdmin = statement<{ awaits: boolean }>(
  'operator_awaits_admin',
  'select operator_awaits_admin($1, $2, $3, $4, $5) as awaits',
);
const updatePractice = statement<{ done: boolean }>(
  'operator_update_practice',
  'select operator_update_practice($1, $2, $3, $4, $5, $6, $7, $8, $9) as done',
);
const suspendPractice = statement<{ done: boolean }>(
  'operator_suspend_practice',
  'select operator_suspend_practice($1, $2, $3, $4, $5) as done',
);
const extendTrial = statement<{ done: boolean | null }>(
  'operator_extend_trial',
  'select operator_extend_trial($1, $2, $3, $4, $5) as done',
);
const linkAdmin = statement<{ done: boolean | null }>(
  'operator_link_admin',
  'select operator_link_admin($1, $2, $3, $4, $5, $6) as done',
);
const supportAccess = statement<SupportAccess>(
  'operator_support_access',
  'select s.* from operator_support_access($1, $2, $3, $4, $5, $6, $7) s',
);

/** The result of resetting an account; the other fields only apply when it was made. */
interface AccountReset {
  outcome: 'made' | 'not_found' | 'conflict';
  account_id: number;
  /** Whether it had a second factor or single sign-on. */
  had_ways_in: boolean;
}

const accountReset = statement<AccountReset>(
  'operator_account_reset',
  'select r.outcome, r.account_id, r.had_ways_in from operator_account_reset($1, $2, $3, $4, $5, $6) r',
);

/** A one-time link to be stored. */
interface NewLink {
  /** SHA-256 of the link's token. */
  linkHash: Buffer;
  linkExpires: Date;
}

interface NewPractice extends NewLink {
  name: string;
  subdomain: string | null;
  timeZone: string;
  locale: string;
  trialDays: number;
  adminName: string;
  adminEmail: string;
}

/**
 * Runs one of the functions that reach into a practice: they take the caller's key, the time and the request (for the
 * practice's audit log) first, and return nothing when the key is not a superadmin's.
 */
function asOperator<Row>(
  { tx, session, now, requestId }: Ctx,
  asked: Statement<Row>,
  values: readonly unknown[],
): Promise<Row | undefined> {
  return tx.row(asked, [session.keyHash, now, requestId, ...values]);
}

/**
 * Runs one that takes the practice after these.
 * @throws AppError `practice_moving`, `practice_moved`: the change would be missing from the copy
 */
async function inPractice<Row>(
  ctx: Ctx,
  practiceId: number,
  asked: Statement<Row>,
  values: readonly unknown[],
): Promise<Row | undefined> {
  await refuseMovedPractice(ctx.tx, practiceId);
  return asOperator(ctx, asked, [practiceId, ...values]);
}

/** Undefined for a caller who is no superadmin; the id is null when the email's account cannot be an admin. */
export const insertPractice = (
  ctx: Ctx,
  practice: NewPractice,
): Promise<{ practice_id: number | null } | undefined> =>
  asOperator(ctx, createPractice, [
    practice.name,
    practice.subdomain,
    practice.timeZone,
    practice.trialDays,
    practice.adminName,
    practice.adminEmail,
    practice.linkHash,
    practice.linkExpires,
    practice.locale,
  ]);

/** Whether a practice of this name waits for this person as its first admin; another one for them waits for this transaction. */
export const awaitsFirstAdmin = async (ctx: Ctx, name: string, adminEmail: string): Promise<boolean> =>
  (await asOperator(ctx, awaitsAdmin, [name, adminEmail]))?.awaits === true;

interface PracticeNames {
  name: string | undefined;
  subdomain: string | null | undefined;
  /** Its own host, such as pets.example.com. */
  host: string | null | undefined;
}

/** Undefined keeps, a null subdomain or host clears. @returns false for an unknown practice */
export async function renamePractice(
  ctx: Ctx,
  practiceId: number,
  { name, subdomain, host }: PracticeNames,
): Promise<boolean> {
  const values = [name ?? null, subdomain !== undefined, subdomain ?? null];
  values.push(host !== undefined, host ?? null);
  return (await inPractice(ctx, practiceId, updatePractice, values))?.done === true;
}

/** @returns false for an unknown practice */
export const setSuspended = async (ctx: Ctx, practiceId: number, suspended: boolean): Promise<boolean> =>
  (await inPractice(ctx, practiceId, suspendPractice, [suspended]))?.done === true;

/** @returns false for a past day, null for an unknown practice */
export const setTrialEnd = async (ctx: Ctx, practiceId: number, day: string): Promise<boolean | null> =>
  (await inPractice(ctx, practiceId, extendTrial, [day]))?.done ?? null;

/** @returns false when the first admin has joined already, null for an unknown practice */
export const replaceAdminLink = async (
  ctx: Ctx,
  practiceId: number,
  { linkHash, linkExpires }: NewLink,
): Promise<boolean | null> =>
  (await inPractice(ctx, practiceId, linkAdmin, [linkHash, linkExpires]))?.done ?? null;

/**
 * Removes every way in of an account, ends its sessions, and stores a link to choose a new password. The outcome is
 * 'conflict' for a superadmin's account. Undefined for a caller who is no superadmin.
 */
export const resetSignIn = (
  ctx: Ctx,
  email: string,
  { linkHash, linkExpires }: NewLink,
): Promise<AccountReset | undefined> => asOperator(ctx, accountReset, [email, linkHash, linkExpires]);

/** Gives the caller access to a practice with a key that ends at `until`. Undefined for one who is no superadmin. */
export const openSupportAccess = (
  ctx: Ctx,
  practiceId: number,
  { reason, until, keyHash }: { reason: string; until: Date; keyHash: Buffer },
): Promise<SupportAccess | undefined> => inPractice(ctx, practiceId, supportAccess, [reason, until, keyHash]);
