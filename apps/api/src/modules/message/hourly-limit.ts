import { createHash } from 'node:crypto';
import type { WorkContext } from '../../context/context.ts';
import { countAttempt, takeBackAttempt } from '../../db/attempt-count.ts';

// At most so many emails an hour to one address.

const hourSeconds = 3600;

/** Keys of the hourly counts of an address: the practice's own, and that of all practices. */
function hourlyPlaces(tenantId: number, address: string): readonly [string, string] {
  // Hashed, because the table of counts contains no addresses.
  const hashed = createHash('sha256').update(address.toLowerCase()).digest('base64url');
  return [`mail-to:${tenantId}:${hashed}`, `mail-to:${hashed}`];
}

/**
 * Counts an email to an address, for the practice and for all: a mailbox is not flooded through any of them, and one
 * practice cannot use up what others may send there.
 * @returns null when it may be sent; otherwise it is not counted, and may be sent from then on
 */
export async function countHourly(
  { tx, tenantId, deps, now }: WorkContext,
  address: string,
): Promise<Date | null> {
  const most = deps.env.MAIL_PER_RECIPIENT_PER_HOUR;
  const [own, overall] = hourlyPlaces(tenantId, address);
  for (const [place, limit] of [
    [own, most],
    [overall, 2 * most],
  ] as const) {
    const { count, waitSeconds } = await countAttempt(tx, place, hourSeconds);
    if (count <= limit) continue;
    await takeBackAttempt(tx, place);
    if (place === overall) await takeBackAttempt(tx, own);
    return new Date(now.getTime() + waitSeconds * 1000);
  }
  return null;
}

/** Removes an email that was certainly not sent from the hourly counts, so that its retries do not use them up. */
export async function uncountHourly({ tx, tenantId }: WorkContext, address: string): Promise<void> {
  // In the order in which they are counted, so that two messages to an address cannot deadlock.
  for (const place of hourlyPlaces(tenantId, address)) await takeBackAttempt(tx, place);
}
