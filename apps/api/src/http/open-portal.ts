import type { PortalPractice } from '../context/context.ts';
import { refuseMovedPractice } from '../db/practice-move.ts';
import { statement } from '../db/statement.ts';
import type { Queryable } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';

const openPortalStatement = statement<PortalPractice>('open_portal', 'select p.* from open_portal($1) p');

/**
 * Opens a practice inside `transaction` without a session, and sets it for row-level security.
 * @throws AppError `not_found` for an unknown or suspended one; `practice_moving`, `practice_moved`
 */
export async function openPortal(transaction: Queryable, tenantId: number): Promise<PortalPractice> {
  const practice = await transaction.row(openPortalStatement, [tenantId]);
  if (!practice) await refuseMovedPractice(transaction, tenantId);
  if (!practice) throw new AppError('not_found', { message: 'Practice not found.' });
  return practice;
}
