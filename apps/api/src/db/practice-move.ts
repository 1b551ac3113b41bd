import { AppError } from '../lib/app-error.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

interface Move {
  moved_to: string | null;
}

// Asked only where a practice was not found or is suspended, and before a superadmin changes it.
const byPractice = statement<Move>('move_of_practice', 'select m.moved_to from move_of_practice($1) m');
const bySecret = statement<Move>('move_of_secret', 'select m.moved_to from move_of_secret($1) m');

const byHost = statement<Move>('move_of_host', 'select m.moved_to from move_of_host($1) m');
const byAccount = statement<Move>('move_of_account', 'select m.moved_to from move_of_account($1) m');

/** How long callers are asked to wait: a move takes minutes. */
const retryAfterSeconds = 300;

/** @throws AppError `practice_moving` or `practice_moved` if there is a move */
function refuseMoved(move: Move | undefined): void {
  if (!move) return;
  const { moved_to } = move;
  if (moved_to === null) throw new AppError('practice_moving', { retryAfterSeconds });
  throw new AppError('practice_moved', {
    message: `This practice’s new web address is ${moved_to}.`,
    moved_to,
  });
}

/** Refuses a practice that is being moved to another installation, or was. */
export const refuseMovedPractice = async (transaction: Queryable, tenantId: number): Promise<void> =>
  refuseMoved(await transaction.row(byPractice, [tenantId]));

/** The same by the hash of an API key, a session or the token of a calendar feed. */
export const refuseMovedSecret = async (transaction: Queryable, hash: Buffer): Promise<void> =>
  refuseMoved(await transaction.row(bySecret, [hash]));

/** The same by the host of the request's address. */
export const refuseMovedHost = async (control: Queryable, host: string): Promise<void> =>
  refuseMoved(await control.row(byHost, [host]));

/** The same for a person who proved who they are, and has no other practice. */
export const refuseMovedAccount = async (control: Queryable, accountId: number): Promise<void> =>
  refuseMoved(await control.row(byAccount, [accountId]));
