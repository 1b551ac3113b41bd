import { columns } from '../../db/columns.ts';
import { activeCounter, archiver, inserter, locker, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const editable = columns('reply_templates', 'name, subject, body');

export const insertReplyTemplate = inserter(editable);
export const lockReplyTemplate = locker('lock_reply_template', editable, 'for no key update');
export const updateReplyTemplate = updater('reply_templates');
export const countReplyTemplates = activeCounter('reply_templates');
export const markArchived = archiver('reply_templates');

const insertStarters = statement<{ id: number }>(
  'insert_starter_reply_templates',
  `insert into reply_templates (tenant_id, name, subject, body, created_at, updated_at)
   select $1, t.name, t.subject, t.body, $3, $3
   from jsonb_to_recordset($2::jsonb) as t (name text, subject text, body text)
   where not exists (select from reply_templates r where r.tenant_id = $1 and lower(r.name) = lower(t.name))
   returning id`,
);

/** Adds those whose name the practice does not have. @returns how many */
export const insertStarterTemplates = async (
  { tx, tenantId, now }: Work,
  templates: readonly object[],
): Promise<number> => (await tx.rows(insertStarters, [tenantId, JSON.stringify(templates), now])).length;
