import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

const endSessions = statement('end_client_sessions', 'select end_client_sessions($1, $2, $3)');

/** Ends every session of a client in the current practice, except for that of the key `keptKeyId`. */
export async function endClientSessions(
  tx: TenantTransaction,
  clientId: number,
  now: Date,
  keptKeyId: number | null = null,
): Promise<void> {
  await tx.rows(endSessions, [clientId, now, keptKeyId]);
}
