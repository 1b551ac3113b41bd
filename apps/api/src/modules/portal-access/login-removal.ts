import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { endClientSessions } from './client-sessions.ts';

const deleteLogin = statement<{ deleted: number }>(
  'delete_client_login',
  'delete from client_logins l where l.tenant_id = $1 and l.client_id = $2 returning 1 as deleted',
);
// Waits for a simultaneous password reset that verifies the number, and then keeps the login.
const deleteUnprovedLogin = statement<{ deleted: number }>(
  'delete_unproved_client_login',
  `delete from client_logins l
   where l.tenant_id = $1 and l.client_id = $2 and l.proved_phone is distinct from $3
   returning 1 as deleted`,
);

/**
 * Deletes a client's login, with every session; they can sign up again.
 * @returns false for one without a login
 */
export async function endPortalAccess(
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
  now: Date,
): Promise<boolean> {
  if (!(await tx.row(deleteLogin, [tenantId, clientId]))) return false;
  await endClientSessions(tx, clientId, now);
  return true;
}

/**
 * Deletes the login of a client who never verified their number, with every session.
 * @returns false for one who verified it, or has no login
 */
export async function endUnprovedAccess(
  tx: TenantTransaction,
  tenantId: number,
  client: { id: number; phone: string },
  now: Date,
): Promise<boolean> {
  if (!(await tx.row(deleteUnprovedLogin, [tenantId, client.id, client.phone]))) return false;
  await endClientSessions(tx, client.id, now);
  return true;
}
