import { createHash } from 'node:crypto';
import type { WorkContext } from '../../context/context.ts';
import { countAttempt, takeBackAttempt } from '../../db/attempt-count.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable, Transaction } from '../../db/transaction.ts';
import type { MessageChannel } from '@burrow/contracts/message-text';
import { dayBegan } from './facts.ts';

/** A message that this process has claimed; `attempt` distinguishes the claims. */
export interface Claim {
  tenantId: number;
  messageId: number;
  attempt: number;
}

/** How long the lease of a claimed message lasts. */
const lease = '60 seconds';

const claimDue = statement<{ tenant_id: number; message_id: number; attempt: number }>(
  'claim_due_messages',
  `select m.tenant_id, m.message_id, m.attempt from claim_messages($1, $2, '${lease}', $3, $4) m`,
);

/** Claims the next due messages of a channel, over all practices: at most the rate per second. */
export async function claimMessages(
  control: Queryable,
  channel: MessageChannel,
  { now, perSecond, most }: { now: Date; perSecond: number; most: number },
): Promise<Claim[]> {
  const rows = await control.rows(claimDue, [channel, now, perSecond, most]);
  return rows.map(({ tenant_id: tenantId, message_id: messageId, attempt }) => ({
    tenantId,
    messageId,
    attempt,
  }));
}

const takeTurn = statement(
  'take_messages_turn',
  "select pg_advisory_xact_lock(hashtextextended('messages:' || $1::bigint, 0))",
);
// The appointment first, in the same order as changes to it.
const lockBookingOfMessage = statement(
  'lock_booking_of_message',
  `select b.id from bookings b
   join comms k on k.tenant_id = b.tenant_id and k.booking_id = b.id
   where b.tenant_id = $1 and k.id = $2 for share of b`,
);
const lockMessage = statement(
  'lock_message',
  'select k.id from comms k where k.tenant_id = $1 and k.id = $2 for update',
);

/**
 * Waits until no other text message of the practice is being counted, and blocks others until the transaction ends.
 */
export async function awaitTextTurn(tx: Transaction, tenantId: number): Promise<void> {
  await tx.rows(takeTurn, [tenantId]);
}

/**
 * Locks the data of a message until the transaction ends, and lets the practice's texts be counted one by one. Reads
 * afterwards are consistent.
 */
export async function holdMessage(tx: Transaction, { tenantId, messageId }: Claim): Promise<void> {
  await Promise.all([
    tx.rows(takeTurn, [tenantId]),
    tx.rows(lockBookingOfMessage, [tenantId, messageId]),
    tx.rows(lockMessage, [tenantId, messageId]),
  ]);
}

/** SQL list of the kinds whose event can happen again to an appointment. */
const repeatable = "('booking_confirmation', 'booking_change', 'change_declined')";

/** SQL: the key of a queued message is free for the next one, unless its event happens only once. */
export const freedKey = `case when kind in ${repeatable} and dedupe_key not like 'asked:%'
     then null else dedupe_key end`;

// The lease begins again: an email with files takes longer.
const handOverMessage = statement(
  'hand_over_message',
  `update comms set recipient = $3, subject = $4, body = $5, told_starts_at = $6, handed_over_at = $7, updated_at = $7,
     locked_until = $7::timestamptz + interval '${lease}', last_error = coalesce($8, last_error), dedupe_key = ${freedKey},
     push_receipt = case when pushed_at is null then $9 else push_receipt end
   where tenant_id = $1 and id = $2`,
);

export interface Handover {
  recipient: string;
  subject: string | null;
  body: string;
  toldStartsAt: string | null;
  /** The reason to record if the outcome of this attempt is unknown too; null for no new one. */
  doubt: string | null;
  /** Of a message that goes to the client's devices. */
  receiptHash: Buffer | null;
}

/** Records with the commit that a message is about to be sent to the provider, with its content. */
export function noteHandover(
  tx: Transaction,
  { tenantId, messageId }: Claim,
  { recipient, subject, body, toldStartsAt, doubt, receiptHash }: Handover,
  now: Date,
): void {
  const values = [tenantId, messageId, recipient, subject, body, toldStartsAt, now, doubt, receiptHash];
  tx.beforeCommit(handOverMessage, values);
}

const deleteMessage = statement('delete_message', 'delete from comms where tenant_id = $1 and id = $2');

/** Withdraws an unsent message. */
export function withdraw(tx: Transaction, { tenantId, messageId }: Claim): void {
  tx.beforeCommit(deleteMessage, [tenantId, messageId]);
}

// Checking it was no attempt.
const postponeMessage = statement(
  'postpone_message',
  `update comms set due_at = coalesce($3, due_at), locked_until = $4, attempts = attempts - 1, updated_at = $5
   where tenant_id = $1 and id = $2`,
);

/** Postpones a message until it is due, or releases it until it may be checked again. */
export function postpone(
  tx: Transaction,
  { tenantId, messageId }: Claim,
  { dueAt = null, lookAgainAt = null }: { dueAt?: Date | null; lookAgainAt?: Date | null },
  now: Date,
): void {
  tx.beforeCommit(postponeMessage, [tenantId, messageId, dueAt, lookAgainAt, now]);
}

// A process that claimed it after the lease decides instead.
const isStillOurs = "tenant_id = $1 and id = $2 and attempts = $3 and status = 'pending'";

const failMessage = statement<{ id: number }>(
  'fail_message',
  `update comms set status = 'failed', last_error = $4, locked_until = null, dedupe_key = ${freedKey}, updated_at = $5,
     handed_over_at = case when $6 then handed_over_at end
   where ${isStillOurs} returning id`,
);

/**
 * Marks a message as failed.
 * @param mayArrive whether it may have been delivered anyway: then the provider is asked before it is ever resent
 * @returns whether this claim was still valid
 */
export async function giveUp(
  tx: Transaction,
  { tenantId, messageId, attempt }: Claim,
  { reason, mayArrive }: { reason: string; mayArrive: boolean },
  now: Date,
): Promise<boolean> {
  return (await tx.row(failMessage, [tenantId, messageId, attempt, reason, now, mayArrive])) !== undefined;
}

// Read by practice, like the list of failed messages.
const failedAlike = statement<{ id: number }>(
  'message_failed_alike',
  `select k.id from comms k join tenants t on t.id = k.tenant_id
   where k.tenant_id = $1 and k.id <> $2 and k.last_error = $3 and k.updated_at >= ${dayBegan('$4::timestamptz')}
     and k.status = 'failed' and k.kind is not null and k.dismissed_at is null limit 1`,
);

/**
 * Whether another message has failed for the same reason since the practice's day began, and is still in the list.
 */
export const hasFailedAlike = async (
  tx: Transaction,
  { tenantId, messageId }: Claim,
  reason: string,
  now: Date,
): Promise<boolean> => (await tx.row(failedAlike, [tenantId, messageId, reason, now])) !== undefined;

const ownKey = (message: string): string =>
  `concat_ws(':', ${message}.kind, ${message}.booking_id, ${message}.type)`;

// A message that was certainly not delivered is queued as before, and covers the next such event of its appointment.
const retryMessage = statement(
  'retry_message',
  `update comms set due_at = $4, last_error = $5, locked_until = null, updated_at = $6,
     handed_over_at = case when $7 then handed_over_at end,
     told_starts_at = case when $7 then told_starts_at else $8 end,
     dedupe_key = case when $7 or dedupe_key is not null or kind not in ${repeatable}
         or exists (select from comms o where o.tenant_id = $1 and o.dedupe_key = ${ownKey('comms')})
       then dedupe_key else ${ownKey('comms')} end
   where ${isStillOurs}`,
);

/**
 * Records that a message could not be sent and when to retry.
 * @param told what the client knew before, for one that was certainly not delivered
 */
export function tryAgain(
  tx: Transaction,
  { tenantId, messageId, attempt }: Claim,
  failure: { reason: string; mayArrive: boolean; at: Date; told: string | null },
  now: Date,
): void {
  const { at, reason, mayArrive, told } = failure;
  tx.beforeCommit(retryMessage, [tenantId, messageId, attempt, at, reason, now, mayArrive, told]);
}

// The provider may already have reported delivery or failure; a sent message stays sent.
const noteSentMessage = statement(
  'note_sent_message',
  `update comms set status = case status when 'pending' then 'sent' else status end, sent_at = coalesce(sent_at, $3),
     provider = $4, provider_reference = $5, locked_until = null, handed_over_at = null,
     last_error = case status when 'failed' then last_error end, updated_at = $3
   where tenant_id = $1 and id = $2`,
);

/** Records that the provider has accepted a message, with its id. */
export function noteSent(
  tx: Transaction,
  { tenantId, messageId }: Claim,
  { provider, reference }: { provider: string; reference: string | null },
  now: Date,
): void {
  tx.beforeCommit(noteSentMessage, [tenantId, messageId, now, provider, reference]);
}

const optOut = statement(
  'opt_out_of_texts',
  `update clients set likes_sms = false, sms_stopped_at = $4, updated_at = $4
   where tenant_id = $1 and id = $2 and phone = $3 and likes_sms`,
);

/**
 * The owner of a number has opted out at the provider: their client gets no more text messages.
 * @param phone as clients have it; no effect when the client now has another one
 */
export function stopTexting(
  tx: Transaction,
  tenantId: number,
  { clientId, phone }: { clientId: number; phone: string | null },
  now: Date,
): void {
  tx.beforeCommit(optOut, [tenantId, clientId, phone, now]);
}

const hourSeconds = 3600;

/** Keys of the hourly counts of an address: the practice's own, and that of all practices. */
function hourlyPlaces(tenantId: number, address: string): readonly [string, string] {
  // Hashed, because the table of counts contains no addresses.
  const hashed = createHash('sha256').update(address.toLowerCase()).digest('base64url');
  return [`mail-to:${tenantId}:${hashed}`, `mail-to:${hashed}`];
}

/**
 * Counts an email towards the hourly limits of its address: the practice's, and a larger one of all practices, so that no
 * mailbox is flooded and no practice uses up the others' share.
 * @returns null when it may be sent; otherwise it is not counted, and may be sent from that moment
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
