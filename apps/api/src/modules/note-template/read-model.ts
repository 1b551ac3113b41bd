import type { NoteTemplateRecord } from '@burrow/contracts/note-template';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

// $2: 'active', 'archived' or null for both.
const noteTemplateList = statement<NoteTemplateRecord>(
  'note_templates',
  `select n.id, n.kind, n.name, n.body, n.service_id, s.name as service,
          case when n.archived_at is null then '0' else '1' end as archived
   from note_templates n
   left join services s on s.tenant_id = n.tenant_id and s.id = n.service_id
   where n.tenant_id = $1 and ($2::text is null or (n.archived_at is null) = ($2 = 'active'))
   order by n.archived_at is not null, lower(n.name), n.id`,
);

/** The note templates and quick texts by name, archived ones last. */
export const listNoteTemplates = (
  { tx, tenantId }: Ctx,
  status: 'active' | 'archived' | undefined,
): Promise<NoteTemplateRecord[]> => tx.rows(noteTemplateList, [tenantId, status ?? null]);
