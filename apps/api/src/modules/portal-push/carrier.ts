import { randomBytes } from 'node:crypto';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import type { PushTarget } from '../../lib/ports/push.ts';
import { notePushed, removeGone, targetsOf } from './repository.ts';

/** How long a device has to show a notification before the message is sent as a text. */
const patienceSeconds = 300;

/** A message that goes to a client's devices first. */
export interface PlannedPush {
  targets: readonly (PushTarget & { id: number })[];
}

interface Message {
  channel: 'sms' | 'email';
  client_id: number;
  likes_push: boolean;
  /** Set when devices had their chance. */
  pushed_at: string | null;
  /** Set while the outcome of a text is unknown. */
  handed_over_at: string | null;
}

/** Whether a text message goes to the client's devices first; null when it doesn't. */
export async function planPush(
  { deps, tx, tenantId }: WorkContext,
  message: Message,
): Promise<PlannedPush | null> {
  const { channel, likes_push: likes, pushed_at: pushedAt, handed_over_at: handedOverAt } = message;
  if (channel !== 'sms' || !likes || pushedAt !== null || handedOverAt !== null) return null;
  if (!deps.push.isConfigured) return null;
  const targets = await targetsOf(tx, tenantId, message.client_id);
  return targets.length === 0 ? null : { targets };
}

interface Pushing {
  deps: Dependencies;
  claim: { tenantId: number; messageId: number; attempt: number };
  transaction: <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>;
}

interface Notification {
  practiceName: string;
  body: string;
  /** What the client knew of the appointment's start before. */
  told: string | null;
}

/**
 * Sends a message to all of a client's devices. The text of the message is all that they learn. Subscriptions that have ended
 * are deleted.
 * @returns whether a push service has taken it; otherwise it goes as a text message at once
 */
export async function sendPush(
  { deps, claim, transaction }: Pushing,
  { targets }: PlannedPush,
  { practiceName, body, told }: Notification,
): Promise<boolean> {
  const { tenantId } = claim;
  const receipt = randomBytes(24).toString('base64url');
  const text = JSON.stringify({ title: practiceName, body, tenant_id: tenantId, receipt });
  const outcomes = await Promise.all(
    targets.map(async (target) => ({
      id: target.id,
      ...(await deps.push.send(target, text, patienceSeconds)),
    })),
  );
  const gone = outcomes.filter(({ kind }) => kind === 'gone').map(({ id }) => id);
  const isTaken = outcomes.some(({ kind }) => kind === 'accepted');
  if (!isTaken && gone.length === 0) return false;
  await transaction(async ({ tx, now }) => {
    await removeGone(tx, tenantId, gone);
    if (!isTaken) return;
    const dueAt = new Date(now.getTime() + patienceSeconds * 1000);
    await notePushed(tx, claim, { receiptHash: hashKey(receipt), dueAt, told }, now);
  });
  return isTaken;
}
