import { fillIn } from '@burrow/contracts/message-text';
import type { ReplyTemplateRecord } from '@burrow/contracts/reply-template';
import { MessageSquareReply } from 'lucide-react';
import { useState } from 'react';
import { AddButton } from '../../../ui/add-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EditArchiveMenu } from '../../../ui/edit-archive-menu.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StarterMenu } from '../../settings/components/starter-menu.tsx';
import { useExampleValues } from '../../settings/use-example-values.ts';
import { ArchivedTemplates, useTemplateInUse } from '../archived-templates.tsx';
import { useReplyTemplates } from '../queries.ts';
import { ReplyTemplateDialog } from './reply-template-dialog.tsx';

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
          <ArchivedTemplates className="px-4 py-3" />
        </KeepFocus>
      </Card>
      {open === null ? null : <ReplyTemplateDialog template={open.template} onClose={() => setOpen(null)} />}
    </>
  );
}
