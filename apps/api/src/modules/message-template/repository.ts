import type { MessageKind } from '@burrow/contracts/message-text';
import { sql } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { Work } from '../../db/rows.ts';

/** A practice's own text. */
export interface MessageRow extends Pick<
  Schema['message_templates'],
  'channel' | 'subject' | 'body' | 'enabled'
> {
  kind: MessageKind;
}

/** Stores a practice's own text for an occasion, replacing the previous one. */
export async function saveMessage({ tx, tenantId, now }: Work, message: MessageRow): Promise<void> {
  await tx.run(
    sql('message_templates')
      .insert({ tenant_id: tenantId, ...message, updated_at: now })
      .onConflict(['tenant_id', 'kind', 'channel'])
      .merge(['subject', 'body', 'enabled', 'updated_at']),
  );
}

/**
 * Deletes a practice's own text, so that the standard one applies. One that is switched off stays so: it gets the
 * standard text instead.
 */
export async function forgetMessage(
  { tx, tenantId, now }: Work,
  { kind, channel }: Pick<MessageRow, 'kind' | 'channel'>,
  standard: Pick<MessageRow, 'subject' | 'body'>,
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
