import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

const lockPractice = statement(
  'lock_practice_diary',
  "select pg_advisory_xact_lock(hashtextextended('diary:' || $1 || ':0', 0))",
);

/**
 * SQL that locks days of the practice `$1`, for a statement that is sent before the diary is read. The practice's lock
 * first, shared: always in this order, so that two transactions never deadlock.
 * @param days SQL for the days in ascending order
 */
export const diaryLockSql = (days: string): string =>
  `with practice as materialized (select pg_advisory_xact_lock_shared(hashtextextended('diary:' || $1::bigint || ':0', 0)))
   select pg_advisory_xact_lock(hashtextextended('diary:' || $1::bigint || ':' || d.day, 0))::text
   from practice, unnest(${days}::text[]) d (day)`;

const lockDays = statement('lock_diary_days', diaryLockSql('$2'));

/**
 * Waits for every other transaction that books in this practice, and blocks new ones until this transaction ends: a
 * check of the diary stays valid.
 */
export async function lockPracticeDiary(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.rows(lockPractice, [String(tenantId)]);
}

/**
 * As {@link lockPracticeDiary}, for some days only: the desk can book on other days meanwhile.
 * @param days in ascending order
 */
export async function lockDiaryDays(
  tx: TenantTransaction,
  tenantId: number,
  days: readonly string[],
): Promise<void> {
  await tx.rows(lockDays, [tenantId, days]);
}
