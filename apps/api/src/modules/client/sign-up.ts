import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { endUnprovedAccess } from '../portal-access/public.ts';
import { clientWithPhone, insertClient, lockClient, updateClient, type ClientDetails } from './repository.ts';

/** What somebody who signs up tells of themselves; the number is proved. */
type NewPetOwner = Pick<ClientDetails, 'name' | 'email' | 'address'> & { phone: string };

interface SignUpClient {
  id: number;
  /** Whether the practice had them already. */
  isClaimed: boolean;
  /** The client who had given themselves the number without proving it, and lost it. */
  formerHolder?: number;
}

/**
 * The client that a number belongs to, made if the practice has none with it. Of one whom it has, what is blank is
 * filled in, and the rest stays as the practice wrote it. One who signs in with the number and never proved it loses
 * it, with their login; what they wrote down stays theirs.
 * @throws AppError `client_archived`
 */
export async function clientForSignUp(
  tx: TenantTransaction,
  tenantId: number,
  owner: NewPetOwner,
  now: Date,
): Promise<SignUpClient> {
  const details = { ...owner, notes: null, likes_sms: true, likes_email: true };
  const made = await insertClient(tx, tenantId, details, now);
  if (made !== undefined) return { id: made, isClaimed: false };
  const holder = await clientWithPhone(tx, tenantId, owner.phone);
  const client = holder && (await lockClient(tx, tenantId, holder.id));
  // The number was taken off them in the meantime: it belongs to nobody, or to somebody else.
  if (client?.phone !== owner.phone) return clientForSignUp(tx, tenantId, owner, now);
  if (await endUnprovedAccess(tx, tenantId, { id: client.id, phone: owner.phone }, now)) {
    await updateClient(tx, tenantId, client.id, { phone: null }, now);
    const own = await insertClient(tx, tenantId, details, now);
    if (own === undefined) throw new Error('A number that was just freed is free until the commit.');
    return { id: own, isClaimed: false, formerHolder: client.id };
  }
  if (client.archived) throw new AppError('client_archived');
  const added = {
    ...(client.email === null && owner.email !== null ? { email: owner.email } : {}),
    ...(client.address === null && owner.address !== null ? { address: owner.address } : {}),
  };
  if (Object.keys(added).length > 0) await updateClient(tx, tenantId, client.id, added, now);
  return { id: client.id, isClaimed: true };
}
