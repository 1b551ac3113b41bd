import type { TenantTransaction } from '../../db/database.ts';
import { AppError } from '../../lib/app-error.ts';
import { clientWithPhone, insertClient, lockClient, updateClient, type ClientDetails } from './repository.ts';

/** What somebody who signs up tells of themselves; the number is proved. */
export type NewPetOwner = Pick<ClientDetails, 'name' | 'email' | 'address'> & { phone: string };

/**
 * The client that a number belongs to, made if the practice has none with it. Of one whom it has, what is blank is
 * filled in, and the rest stays as the practice wrote it.
 * @throws AppError `client_archived`, `conflict`
 */
export async function clientForSignUp(
  tx: TenantTransaction,
  tenantId: number,
  owner: NewPetOwner,
  now: Date,
): Promise<{ id: number; isClaimed: boolean }> {
  const details = { ...owner, notes: null, likes_sms: true, likes_email: true };
  const made = await insertClient(tx, tenantId, details, now);
  if (made !== undefined) return { id: made, isClaimed: false };
  const holder = await clientWithPhone(tx, tenantId, owner.phone);
  const client = holder && (await lockClient(tx, tenantId, holder.id));
  // The number was taken off them in the meantime.
  if (client?.phone !== owner.phone) throw new AppError('conflict');
  if (client.archived) throw new AppError('client_archived');
  const added = {
    ...(client.email === null && owner.email !== null ? { email: owner.email } : {}),
    ...(client.address === null && owner.address !== null ? { address: owner.address } : {}),
  };
  if (Object.keys(added).length > 0) await updateClient(tx, tenantId, client.id, added, now);
  return { id: client.id, isClaimed: true };
}
