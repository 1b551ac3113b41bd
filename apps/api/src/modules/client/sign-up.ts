import type { Work } from '../../db/rows.ts';
import { AppError } from '../../lib/app-error.ts';
import { endUnprovedAccess } from '../portal-access/public.ts';
import { clientWithPhone, insertClient, lockClient, updateClient, type ClientDetails } from './repository.ts';

/** The details of a person who signs up; the number is verified. */
type NewPetOwner = Pick<ClientDetails, 'name' | 'email' | 'address'> & { phone: string };

interface SignUpClient {
  id: number;
  /** Whether the practice already had them. */
  isClaimed: boolean;
  /** The client who had entered the number without verifying it, and lost it. */
  formerHolder?: number;
}

/**
 * The client of a verified number, created if the practice has none with it. An existing one's blank fields are filled
 * in, and the rest stays as the practice entered it. A client who signs in with the number and never verified it loses
 * it, with their login; their details stay theirs.
 * @throws AppError `client_archived`
 */
export async function clientForSignUp(work: Work, owner: NewPetOwner): Promise<SignUpClient> {
  const details = {
    ...owner,
    notes: null,
    likes_sms: true,
    likes_email: true,
    likes_recall: true,
    alert: null,
  };
  const made = await insertClient(work, details);
  if (made !== undefined) return { id: made, isClaimed: false };
  const holder = await clientWithPhone(work, owner.phone);
  const client = holder && (await lockClient(work, holder.id));
  // The number was removed from them meanwhile: it is free, or another client's.
  if (client?.phone !== owner.phone) return clientForSignUp(work, owner);
  const { tx, tenantId, now } = work;
  if (await endUnprovedAccess(tx, tenantId, { id: client.id, phone: owner.phone }, now)) {
    await updateClient(work, client.id, { phone: null });
    const own = await insertClient(work, details);
    if (own === undefined) throw new Error('The phone number was taken again before the commit.');
    return { id: own, isClaimed: false, formerHolder: client.id };
  }
  if (client.archived) throw new AppError('client_archived');
  const added = {
    ...(client.email === null && owner.email !== null ? { email: owner.email } : {}),
    ...(client.address === null && owner.address !== null ? { address: owner.address } : {}),
  };
  if (Object.keys(added).length > 0) await updateClient(work, client.id, added);
  return { id: client.id, isClaimed: true };
}
