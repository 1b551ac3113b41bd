import type { Session } from '../../lib/session.ts';
import { canUsePasskeys } from '../second-factor/passkeys.ts';

/** Whose offer this device remembers. */
type Owner = Pick<Session, 'tenantId' | 'userId'>;

const keyOf = ({ tenantId, userId }: Owner): string => `passkey_offer:${tenantId}:${userId}`;

/** Answers are immediate; a browser that gives none must not delay the sign-in. */
const patienceMs = 300;

/** Whether the device has a fingerprint, a face or a screen lock for passkeys. */
export async function hasScreenLock(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patienceMs));
  const asked = PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
  return Promise.race([asked, late]);
}

/** Offers a passkey on this device, unless one was added or declined here. */
export function offerPasskey(owner: Owner): void {
  if (localStorage.getItem(keyOf(owner)) === null) localStorage.setItem(keyOf(owner), 'open');
}

/** Ends the offer on this device: a passkey was added, used or declined. */
export const endPasskeyOffer = (owner: Owner): void => localStorage.setItem(keyOf(owner), 'closed');

export const isPasskeyOffered = (owner: Owner): boolean => localStorage.getItem(keyOf(owner)) === 'open';
