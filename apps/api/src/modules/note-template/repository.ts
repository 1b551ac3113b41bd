import { columns } from '../../db/columns.ts';
import { inserter, locker, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const editable = columns('note_templates', 'name, body, service_id');

export const insertNoteTemplate = inserter(columns('note_templates', 'kind, name, body, service_id'));
export const lockNoteTemplate = locker('lock_note_template', editable, 'for no key update');
export const updateNoteTemplate = updater('note_templates');

const lockAll = statement(
  'lock_note_templates',
  "select pg_advisory_xact_lock(hashtextextended('note_templates:' || $1, 0))",
);

const countActive = statement<{ count: number }>(
  'count_note_templates',
  `select count(*)::integer as count from note_templates n
   where n.tenant_id = $1 and n.archived_at is null and n.id is distinct from $2::bigint`,
);

const insertStarters = statement<{ id: number }>(
  'insert_starter_note_templates',
  `insert into note_templates (tenant_id, kind, name, body, created_at, updated_at)
   select $1, t.kind, t.name, t.body, $3, $3
   from jsonb_to_recordset($2::jsonb) as t (kind text, name text, body text)
   where not exists (select from note_templates n
     where n.tenant_id = $1 and n.kind = t.kind and lower(n.name) = lower(t.name))
   returning id`,
);

const setArchived = statement<{ id: number }>(
  'archive_note_template',
  `update note_templates set archived_at = case when $3 then coalesce(archived_at, $4) end, updated_at = $4
   where tenant_id = $1 and id = $2 returning id`,
);

/** How many are in use, without `except`; blocks adding and restoring until the transaction ends. */
export async function countNoteTemplates(
  { tx, tenantId }: Work,
  except: number | null = null,
): Promise<number> {
  const [, row] = await Promise.all([
    tx.rows(lockAll, [String(tenantId)]),
    tx.row(countActive, [tenantId, except]),
  ]);
  return row?.count ?? 0;
}

/** Adds those whose name the practice does not have. @returns how many */
export const insertStarterTemplates = async (
  { tx, tenantId, now }: Work,
  templates: readonly object[],
): Promise<number> => (await tx.rows(insertStarters, [tenantId, JSON.stringify(templates), now])).length;

/** Archives or restores; idempotent. @returns false for an unknown one */
export const markArchived = async (
  { tx, tenantId, now }: Work,
  templateId: number,
  isArchived: boolean,
): Promise<boolean> => (await tx.row(setArchived, [tenantId, templateId, isArchived, now])) !== undefined;

const serviceExists = statement<{ id: number }>(
  'service_of_note_template',
  'select s.id from services s where s.tenant_id = $1 and s.id = $2',
);

export const isService = async ({ tx, tenantId }: Work, serviceId: number): Promise<boolean> =>
  (await tx.row(serviceExists, [tenantId, serviceId])) !== undefined;
