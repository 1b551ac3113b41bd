import type { ReplyTemplateRecord } from '@burrow/contracts/reply-template';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

// $2: 'active', 'archived' or null for both.
const replyTemplateList = statement<ReplyTemplateRecord>(
  'reply_templates',
  `select r.id, r.name, r.subject, r.body, case when r.archived_at is null then '0' else '1' end as archived
   from reply_templates r
   where r.tenant_id = $1 and ($2::text is null or (r.archived_at is null) = ($2 = 'active'))
   order by r.archived_at is not null, lower(r.name), r.id`,
);

/** The reply templates by name, archived ones last. */
export const listReplyTemplates = (
  { tx, tenantId }: Ctx,
  status: 'active' | 'archived' | undefined,
): Promise<ReplyTemplateRecord[]> => tx.rows(replyTemplateList, [tenantId, status ?? null]);
