import { randomBytes } from 'node:crypto';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import type { PushOutcome, PushTarget } from '../../lib/ports/push.ts';
import { tellScreens } from '../notification/public.ts';
import { notePushed, removeGone, targetsOf } from './repository.ts';

/** How long a device has to show a notification before the message is sent as a text. */
const patienceSeconds = 300;
const urgentPatienceSeconds = 60;
/** How long a push service keeps one that no text replaces, for a device that is off. */
const keptSeconds = 12 * 60 * 60;

/** A message that goes to a client's devices. */
export interface PlannedPush {
  targets: readonly (PushTarget & { id: number })[];
  /** Which a device returns once it has shown the message; unused when no text can take its place. */
  receipt: string;
  /** Whether no text can take its place. */
  isOnlyWay: boolean;
}

/** What is stored of a push before it is sent: a device may show it before the push service has answered. */
export const receiptHashOf = (push: PlannedPush | null): Buffer | null =>
  push === null || push.isOnlyWay ? null : hashKey(push.receipt);

interface Message {
  channel: 'sms' | 'email';
  client_id: number;
  likes_push: boolean;
  /** Set when devices had their chance. */
  pushed_at: string | null;
  /** Set while the outcome of a text is unknown. */
  handed_over_at: string | null;
}

/**
 * Whether a message goes to the client's devices; null when it doesn't.
 * @param canText whether it could go as a text
 */
export async function planPush(
  { deps, tx, tenantId }: WorkContext,
  message: Message,
  canText: boolean,
): Promise<PlannedPush | null> {
  const { channel, likes_push: likes, pushed_at: pushedAt, handed_over_at: handedOverAt } = message;
  if (channel !== 'sms' || !likes || !deps.push.isConfigured || pushedAt !== null) return null;
  if (canText && handedOverAt !== null) return null;
  const targets = await targetsOf(tx, tenantId, message.client_id);
  if (targets.length === 0) return null;
  return { targets, receipt: randomBytes(24).toString('base64url'), isOnlyWay: !canText };
}

interface Pushing {
  deps: Dependencies;
  claim: { tenantId: number; messageId: number; attempt: number };
  transaction: <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>;
}

interface Notification {
  practiceName: string;
  body: string;
  /** The appointment or the recall that a tap opens; the list of appointments without either. */
  bookingId: number | null;
  recallId: number | null;
  isUrgent: boolean;
  /** What the client knew of the appointment's start before. */
  told: string | null;
}

type Failed = { sent: false; reason: string; isFinal: boolean; mayArrive: false; isOptedOut: false };

/** What became of a notification that no text replaces. */
const endOf = (
  outcomes: readonly PushOutcome[],
): Failed | { sent: true; provider: string; reference: null } => {
  if (outcomes.some(({ kind }) => kind === 'accepted'))
    return { sent: true, provider: 'push', reference: null };
  const failure = outcomes.find((outcome) => outcome.kind === 'failed');
  const reason = failure
    ? `The notification couldn’t be delivered. ${failure.reason}`.trim()
    : 'The client’s device no longer receives notifications, and they can’t be sent text messages. Please call the client.';
  return { sent: false, reason, isFinal: failure === undefined, mayArrive: false, isOptedOut: false };
};

/**
 * Sends a message to all of a client's devices. They learn the text of the message, and the ids of it and its appointment or recall.
 * Subscriptions that have ended are deleted.
 * @returns the outcome where no text can take its place; otherwise null, and it is due as a text: at once unless a push
 * service has taken it
 */
export async function sendPush(
  { deps, claim, transaction }: Pushing,
  { targets, receipt, isOnlyWay }: PlannedPush,
  { practiceName, body, bookingId, recallId, isUrgent, told }: Notification,
): Promise<ReturnType<typeof endOf> | null> {
  const { tenantId } = claim;
  const content = {
    title: practiceName,
    body,
    tenant_id: tenantId,
    booking_id: bookingId,
    recall_id: recallId,
    // The same at each attempt, so that a device replaces the notification that it shows already.
    tag: `${tenantId}-${claim.messageId}`,
    receipt,
  };
  const patience = isUrgent ? urgentPatienceSeconds : patienceSeconds;
  const ttl = isOnlyWay ? keptSeconds : patience;
  const outcomes = await Promise.all(
    targets.map((target) => deps.push.send(target, JSON.stringify(content), ttl)),
  );
  const gone = targets.filter((_, index) => outcomes[index]?.kind === 'gone').map(({ id }) => id);
  const isTaken = outcomes.some(({ kind }) => kind === 'accepted');
  if (isOnlyWay && gone.length === 0) return endOf(outcomes);
  await transaction(async (ctx) => {
    const { tx, now } = ctx;
    await removeGone(tx, tenantId, gone);
    if (isOnlyWay) return;
    const dueAt = new Date(now.getTime() + (isTaken ? patience * 1000 : 0));
    await notePushed(tx, claim, { dueAt, told }, now);
    tellScreens(ctx);
  });
  return isOnlyWay ? endOf(outcomes) : null;
}
