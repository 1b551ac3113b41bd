import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { idleSecondsOf } from '../session/public.ts';

const endSessions = statement('end_client_sessions', 'select end_client_sessions($1, $2, $3)');
const ownSessions = statement<OutputOf<'cp/session_list'>[number]>(
  'own_client_sessions',
  `select s.id, s.label, s.network, s.created_at, s.last_used_at, s.is_current as current
   from own_client_sessions($1, $2, make_interval(secs => $3)) s`,
);
const endOwnSessions = statement<{ ended: number }>(
  'end_own_client_sessions',
  'select end_own_client_sessions($1, $2, $3) as ended',
);

/** Ends every session of a client in the current practice, except for that of the key `keptKeyId`. */
export async function endClientSessions(
  tx: TenantTransaction,
  clientId: number,
  now: Date,
  keptKeyId: number | null = null,
): Promise<void> {
  await tx.rows(endSessions, [clientId, now, keptKeyId]);
}

/** The calling client's open sessions, last used first. */
export const listOwnClientSessions = ({
  tx,
  session,
  now,
  deps,
}: Ctx): Promise<OutputOf<'cp/session_list'>> =>
  tx.rows(ownSessions, [session.keyHash, now, idleSecondsOf(deps)]);

/**
 * Ends one of the calling client's sessions, or all but the calling one.
 * @throws AppError `not_found` for a closed or another client's session
 */
export async function endOwnClientSessions(
  { tx, session, now }: Ctx,
  sessionId: number | undefined,
): Promise<void> {
  const row = await tx.row(endOwnSessions, [session.keyHash, sessionId ?? null, now]);
  if (sessionId !== undefined && row?.ended !== 1) throw new AppError('not_found');
}
