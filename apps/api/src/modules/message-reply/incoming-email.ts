import { maxEmailLength, maxSubjectLength } from '@burrow/contracts/conversation-limits';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { cutText } from '../../lib/cut-text.ts';
import { attachFiles, oneLine } from '../message/public.ts';
import { tellScreens } from '../notification/public.ts';
import { tellDesk } from './tell-desk.ts';

/** An email from a client of the practice. */
export interface IncomingEmail {
  clientId: number;
  /** The address of its sender. */
  from: string;
  subject: string | null;
  /** What the client wrote, as plain text. */
  body: string;
  /** Identifies it, such as its Message-ID; the same when it is received again. */
  reference: string;
  /** Files of the practice that came with it, stored already with the client, in their order. */
  fileIds: readonly number[];
  /** Whether a program wrote it: it is kept, but marks nothing as unread and notifies no one. */
  isAutomatic: boolean;
}

// $8: whether no one needs to read it, so that it marks nothing as unread.
const keepEmail = statement<{ id: number }>(
  'keep_incoming_email',
  `insert into comms (tenant_id, client_id, type, status, direction, recipient, subject, body, provider,
     provider_reference, dedupe_key, created_at, updated_at, is_carried_out)
   values ($1, $2, 'email', 'confirmed', 'in', $3, $4, $5, 'email', $6, 'in:' || $6, $7, $7, $8)
   on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing
   returning id`,
);

/**
 * Keeps an email in the conversation with its client, in the caller's transaction. One that a person wrote marks the
 * conversation as unread and notifies the practice. Idempotent by the reference.
 * @returns whether it came for the first time; otherwise nothing is kept
 */
export async function keepIncomingEmail(
  ctx: WorkContext,
  { clientId, from, subject, body, reference, fileIds, isAutomatic }: IncomingEmail,
): Promise<boolean> {
  const { tx, tenantId, now } = ctx;
  const title = subject === null ? null : cutText(oneLine(subject), maxSubjectLength) || null;
  const words = cutText(body.trim(), maxEmailLength) || '(no text)';
  const kept = await tx.row(keepEmail, [tenantId, clientId, from, title, words, reference, now, isAutomatic]);
  if (!kept) return false;
  attachFiles(tx, tenantId, kept.id, fileIds);
  if (!isAutomatic) await tellDesk(ctx, words, { client_id: clientId, booking_id: null });
  tellScreens({ ...ctx, action: 'conversation_mark' });
  return true;
}
