import type { NoteTemplateRecord } from '@burrow/contracts/note-template';
import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { Card } from '../../../ui/card.tsx';
import { EditArchiveMenu } from '../../../ui/edit-archive-menu.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { StarterMenu } from '../../settings/components/starter-menu.tsx';
import { useArchivedNoteTemplates, useNoteTemplates } from '../queries.ts';
import { NoteTemplateDialog } from './note-template-dialog.tsx';

/** Archives or restores a template, with an Undo in the toast. */
function useTemplateInUse() {
  const archive = useCommand('note_template_archive');
  const restore = useCommand('note_template_restore');
  const put = (id: number, name: string, inUse: boolean): void =>
    toast.tell((inUse ? restore : archive).mutateAsync({ note_template_id: id }), {
      done: `${name} ${inUse ? 'restored' : 'archived'}`,
      failed: `Couldn’t ${inUse ? 'restore' : 'archive'} ${name}`,
      about: `note template ${id}`,
      undo: () => put(id, name, !inUse),
    });
  return { put, isBusy: (id: number) => restore.isPending && restore.variables.note_template_id === id };
}

function Templates({
  label,
  templates,
  onEdit,
}: {
  label: string;
  templates: readonly NoteTemplateRecord[];
  onEdit: (template: NoteTemplateRecord) => void;
}) {
  const { put } = useTemplateInUse();
  if (templates.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3 className="border-b border-line bg-sunken/60 px-4 py-1.5 text-sm font-semibold text-ink-soft">
        {label}
      </h3>
      <ul className="divide-y divide-line">
        {templates.map((template) => (
          <li key={template.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{template.name}</p>
              <p className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">
                {[template.service, template.body.replaceAll('\n', ' ')].filter(Boolean).join(' · ')}
              </p>
            </div>
            <EditArchiveMenu
              name={template.name}
              onEdit={() => onEdit(template)}
              onArchive={() => put(template.id, template.name, false)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ArchivedTemplates() {
  const archived = useArchivedNoteTemplates();
  const { put, isBusy } = useTemplateInUse();
  return (
    <ArchivedList
      title="Archived"
      className="border-t border-line px-4 py-3"
      items={archived.data ?? []}
      nameOf={({ name }) => name}
      isBusy={isBusy}
      onRestore={({ id, name }) => put(id, name, true)}
    />
  );
}

/** The practice's note templates and quick texts. */
export function NoteTemplatesSettings() {
  const templates = useNoteTemplates();
  const [open, setOpen] = useState<{ template: NoteTemplateRecord | null } | null>(null);
  const edit = (template: NoteTemplateRecord) => setOpen({ template });
  return (
    <>
      <Card
        title="Note templates"
        flush
        actions={
          <>
            <StarterMenu
              command="note_templates_load_starter"
              list="starter templates"
              record="note template"
            />
            <AddButton what="note template" onClick={() => setOpen({ template: null })} />
          </>
        }
      >
        <KeepFocus className="outline-none">
          <QueryView
            query={templates}
            skeleton={<SkeletonRows rows={4} />}
            failure="Couldn’t load the note templates"
            empty={
              <EmptyState icon={<NotebookPen />} title="No note templates yet">
                A template fills a note, and a quick text is inserted into one. Add your own, or load starter
                templates.
              </EmptyState>
            }
          >
            {(all) => (
              <>
                <Templates
                  label="Templates"
                  templates={all.filter(({ kind }) => kind === 'template')}
                  onEdit={edit}
                />
                <Templates
                  label="Quick texts"
                  templates={all.filter(({ kind }) => kind === 'quick_text')}
                  onEdit={edit}
                />
              </>
            )}
          </QueryView>
          <ArchivedTemplates />
        </KeepFocus>
      </Card>
      {open === null ? null : <NoteTemplateDialog template={open.template} onClose={() => setOpen(null)} />}
    </>
  );
}
