import { columns } from '../../db/columns.ts';
import { activeCounter, archiver, inserter, locker, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const editable = columns('note_templates', 'name, body, service_id');

export const insertNoteTemplate = inserter(columns('note_templates', 'kind, name, body, service_id'));
export const lockNoteTemplate = locker('lock_note_template', editable, 'for no key update');
export const updateNoteTemplate = updater('note_templates');
export const countNoteTemplates = activeCounter('note_templates');
export const markArchived = archiver('note_templates');

const insertStarters = statement<{ id: number }>(
  'insert_starter_note_templates',
  `insert into note_templates (tenant_id, kind, name, body, created_at, updated_at)
   select $1, t.kind, t.name, t.body, $3, $3
   from jsonb_to_recordset($2::jsonb) as t (kind text, name text, body text)
   where not exists (select from note_templates n
     where n.tenant_id = $1 and n.kind = t.kind and lower(n.name) = lower(t.name))
   returning id`,
);

/** Adds those whose name the practice does not have. @returns how many */
export const insertStarterTemplates = async (
  { tx, tenantId, now }: Work,
  templates: readonly object[],
): Promise<number> => (await tx.rows(insertStarters, [tenantId, JSON.stringify(templates), now])).length;

const serviceExists = statement<{ id: number }>(
  'service_of_note_template',
  'select s.id from services s where s.tenant_id = $1 and s.id = $2',
);

export const isService = async ({ tx, tenantId }: Work, serviceId: number): Promise<boolean> =>
  (await tx.row(serviceExists, [tenantId, serviceId])) !== undefined;
