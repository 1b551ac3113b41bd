import type { Session } from '../../../lib/session.ts';
import { canUsePush } from './browser-push.ts';

/** Whose offer this device remembers. */
type Owner = Pick<Session, 'tenantId' | 'userId'>;

const keyOf = ({ tenantId, userId }: Owner): string => `push_offer:${tenantId}:${userId}`;

/** Offers notifications on this device, because an appointment was requested; unless they were accepted or declined here. */
export function offerPush(owner: Owner): void {
  if (!canUsePush() || Notification.permission === 'denied') return;
  if (localStorage.getItem(keyOf(owner)) === null) localStorage.setItem(keyOf(owner), 'open');
}

/** Ends the offer on this device: it was accepted or declined. */
export const endPushOffer = (owner: Owner): void => localStorage.setItem(keyOf(owner), 'closed');

export const isPushOffered = (owner: Owner): boolean => localStorage.getItem(keyOf(owner)) === 'open';
