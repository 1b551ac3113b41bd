import type { WorkContext } from '../../context/context.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';

/** A text message to our number. */
export interface IncomingText {
  /** In international format, with a leading +. */
  from: string;
  body: string;
  /** The provider's own interpretation: `STOP`, `START` or `HELP`; '' for none. */
  optOutType: string;
  /** The provider's id of it; the same when it is sent again. */
  reference: string;
  requestId: string;
}

/** A practice that wrote to the number of an incoming text, and what about. */
export interface TextingPractice extends Pick<Schema['comms'], 'tenant_id' | 'client_id' | 'booking_id'> {
  message_kind: string;
  suspended: boolean;
}

/** For how long after a message a reply from its number is accepted. */
export const answersFor = 30 * 24 * 60 * 60 * 1000;
const maxReplyLength = 1600;

const keepReply = statement<{ id: number }>(
  'keep_reply',
  `insert into comms (tenant_id, client_id, booking_id, type, status, direction, recipient, body, provider,
     provider_reference, dedupe_key, created_at, updated_at, is_carried_out)
   values ($1, $2, $3, 'sms', 'confirmed', 'in', $4, $5, 'twilio', $6, 'in:' || $6, $7, $7, $8)
   on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing
   returning id`,
);

/** What a text message answers, and whether a keyword has settled it, so that no one needs to read it. */
interface Answered extends Pick<TextingPractice, 'client_id' | 'booking_id'> {
  isCarriedOut: boolean;
}

/**
 * Keeps a text message in the conversation with its client, and in the log of the appointment that it answers.
 * @returns whether it came for the first time
 */
export async function keepText(
  { tx, tenantId, now }: WorkContext,
  { from, body, reference }: IncomingText,
  { client_id: clientId, booking_id: bookingId, isCarriedOut }: Answered,
): Promise<boolean> {
  const words = Array.from(body.trim()).slice(0, maxReplyLength).join('') || '(no text)';
  const values = [tenantId, clientId, bookingId, from, words, reference, now, isCarriedOut];
  const kept = await tx.row(keepReply, values);
  return kept !== undefined;
}
