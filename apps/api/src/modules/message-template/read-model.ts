import type { MessageTemplateRecord } from '@burrow/contracts/message-template';
import { messageChannels, messageKinds } from '@burrow/contracts/message-text';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { MessageRow } from './repository.ts';
import { isStandardText, standardTexts } from './standard-texts.ts';

const ownMessages = statement<MessageRow>(
  'own_messages',
  `select m.kind, m.channel, m.subject, m.body, m.enabled from message_templates m where m.tenant_id = $1`,
);

/** A practice's messages by occasion and channel: its own text, or the standard one. */
export async function messageTemplates({ tx, tenantId }: Ctx): Promise<MessageTemplateRecord[]> {
  const rows = await tx.rows(ownMessages, [tenantId]);
  return messageKinds.flatMap((kind) =>
    messageChannels.map((channel) => {
      const standard = standardTexts[kind][channel];
      const own = rows.find((row) => row.kind === kind && row.channel === channel);
      const isStandard = own === undefined || isStandardText(kind, channel, own);
      const { subject, body } = isStandard ? standard : own;
      return {
        kind,
        channel,
        subject,
        body,
        enabled: own && !own.enabled ? '0' : '1',
        is_default: isStandard ? '1' : '0',
      };
    }),
  );
}
