import { fillIn } from '@burrow/contracts/message-text';
import type { ReplyTemplateRecord } from '@burrow/contracts/reply-template';
import { MessageSquareReply } from 'lucide-react';
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
import { useExampleValues } from '../../settings/use-example-values.ts';
import { useArchivedReplyTemplates, useReplyTemplates } from '../queries.ts';
import { ReplyTemplateDialog } from './reply-template-dialog.tsx';

/** Archives or restores a template, with an Undo in the toast. */
function useTemplateInUse() {
  const archive = useCommand('reply_template_archive');
  const restore = useCommand('reply_template_restore');
  const put = (id: number, name: string, inUse: boolean): void =>
    toast.tell((inUse ? restore : archive).mutateAsync({ reply_template_id: id }), {
      done: `${name} ${inUse ? 'restored' : 'archived'}`,
      failed: `Couldn’t ${inUse ? 'restore' : 'archive'} ${name}`,
      about: `reply template ${id}`,
      undo: () => put(id, name, !inUse),
    });
  return { put, isBusy: (id: number) => restore.isPending && restore.variables.reply_template_id === id };
}

function Templates({
  templates,
  onEdit,
}: {
  templates: readonly ReplyTemplateRecord[];
  onEdit: (template: ReplyTemplateRecord) => void;
}) {
  const { put } = useTemplateInUse();
  const examples = useExampleValues();
  return (
    <ul aria-label="Reply templates" className="divide-y divide-line">
      {templates.map((template) => (
        <li key={template.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{template.name}</p>
            <p className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">
              {[template.subject, template.body]
                .filter((text) => text !== null)
                .map((text) => fillIn(text, examples).replaceAll('\n', ' '))
                .join(' · ')}
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
  );
}

function ArchivedTemplates() {
  const archived = useArchivedReplyTemplates();
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

/** The practice's reply templates. */
export function ReplyTemplatesSettings() {
  const templates = useReplyTemplates();
  const [open, setOpen] = useState<{ template: ReplyTemplateRecord | null } | null>(null);
  return (
    <>
      <Card
        title="Reply templates"
        flush
        actions={
          <>
            <StarterMenu
              command="reply_templates_load_starter"
              list="starter templates"
              record="reply template"
            />
            <AddButton what="reply template" onClick={() => setOpen({ template: null })} />
          </>
        }
      >
        <KeepFocus className="outline-none">
          <QueryView
            query={templates}
            skeleton={<SkeletonRows rows={4} />}
            failure="Couldn’t load the reply templates"
            empty={
              <EmptyState icon={<MessageSquareReply />} title="No reply templates yet">
                Write the messages you often send to clients once, and insert them when you need them. Add
                your own, or load starter templates.
              </EmptyState>
            }
          >
            {(all) => <Templates templates={all} onEdit={(template) => setOpen({ template })} />}
          </QueryView>
          <ArchivedTemplates />
        </KeepFocus>
      </Card>
      {open === null ? null : <ReplyTemplateDialog template={open.template} onClose={() => setOpen(null)} />}
    </>
  );
}
