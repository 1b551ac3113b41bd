import type { MessageChannel, MessageKind } from '@burrow/contracts/message-text';
import { sql } from '../../db/database.ts';
import type { Work } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';

type Text = Pick<Schema['message_templates'], 'subject' | 'body'>;
type Stored = Text & Pick<Schema['message_templates'], 'enabled'>;

/** Which message a text is of. */
interface Which {
  kind: MessageKind;
  channel: MessageChannel;
}

/** A practice's own text. */
export type MessageRow = Which & Stored;

// The update changes nothing, and locks a row that exists.
const storeAndLock = statement<Stored>(
  'lock_message_template',
  `insert into message_templates as m (tenant_id, kind, channel, subject, body, updated_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (tenant_id, kind, channel) do update set kind = m.kind
   returning m.subject, m.body, m.enabled`,
);

/**
 * The stored text of an occasion, which is locked until the transaction ends. The standard text is stored, switched on, if
 * there is none.
 */
export async function lockMessage(
  { tx, tenantId, now }: Work,
  { kind, channel }: Which,
  { subject, body }: Text,
): Promise<Stored> {
  const row = await tx.row(storeAndLock, [tenantId, kind, channel, subject, body, now]);
  if (!row) throw new Error('The message template was not stored.');
  return row;
}

/** Changes the stored text of an occasion. */
export async function saveMessage(
  { tx, tenantId, now }: Work,
  { kind, channel, ...stored }: MessageRow,
): Promise<void> {
  await tx.run(
    sql('message_templates')
      .where({ tenant_id: tenantId, kind, channel })
      .update({ ...stored, updated_at: now }),
  );
}

/**
 * Deletes a practice's own text, so that the standard one applies. One that is switched off stays so: it gets the
 * standard text instead.
 */
export async function forgetMessage(
  { tx, tenantId, now }: Work,
  { kind, channel }: Which,
  standard: Text,
): Promise<void> {
  const which = { tenant_id: tenantId, kind, channel };
  await tx.run(
    sql('message_templates')
      .where({ ...which, enabled: true })
      .delete(),
  );
  await tx.run(
    sql('message_templates')
      .where(which)
      .update({ ...standard, updated_at: now }),
  );
}
