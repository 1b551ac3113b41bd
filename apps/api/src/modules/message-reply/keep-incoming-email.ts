import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

/** An email from a client, as it is kept. */
interface KeptEmail {
  clientId: number;
  from: string;
  subject: string | null;
  body: string;
  /** The same when it comes again. */
  reference: string;
  fileIds: readonly number[];
}

const keepEmail = statement<{ id: number }>(
  'keep_incoming_email',
  `insert into comms (tenant_id, client_id, type, status, direction, recipient, subject, body, provider,
     provider_reference, dedupe_key, created_at, updated_at)
   values ($1, $2, 'email', 'confirmed', 'in', $3, $4, $5, 'mail', $6, 'in:' || $6, $7, $7)
   on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing
   returning id`,
);

/** Keeps an email in the conversation with a client. @returns whether it came for the first time */
export async function keepIncomingEmail(
  { tx, tenantId, now }: WorkContext,
  { clientId, from, subject, body, reference }: KeptEmail,
): Promise<boolean> {
  const kept = await tx.row(keepEmail, [tenantId, clientId, from, subject, body, reference, now]);
  return kept !== undefined;
}
