import { replyVariables } from '@burrow/contracts/conversation-limits';
import type { ReplyTemplateRecord } from '@burrow/contracts/reply-template';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { VariableButtons } from '../../settings/components/variable-buttons.tsx';
import { insertAtCursor } from '../insert-at-cursor.ts';
import { templateProblem } from '../template-text.ts';

/** Adds a reply template, or edits `template`. */
export function ReplyTemplateDialog({
  template,
  onClose,
}: {
  template: ReplyTemplateRecord | null;
  onClose: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useActionForm(template === null ? 'reply_template_create' : 'reply_template_update', {
    draft: template?.id ?? 'new',
    values: { name: template?.name ?? '', subject: template?.subject ?? '', body: template?.body ?? '' },
    rulesOf: 'reply_template_create',
    check: ({ subject, body }) => ({ subject: templateProblem(subject), body: templateProblem(body) }),
    input: ({ name, subject, body }) => ({
      name: name.trim(),
      subject: subject.trim() || null,
      body,
      ...(template === null ? {} : { reply_template_id: template.id }),
    }),
    onSaved: (_answer, { name }) => {
      toast.success(`${name.trim()} ${template === null ? 'added' : 'saved'}`, { about: 'reply template' });
      onClose();
    },
    failure: 'Couldn’t save the template',
    blames: { name_taken: 'name' },
  });
  return (
    <FormDialog
      form={form}
      title={template === null ? 'Add template' : `Edit ${template.name}`}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('subject')} label="Subject" hint="Only used in emails" />
      <TextArea {...form.field('body')} ref={area} label="Text" rows={6} />
      <VariableButtons
        variables={replyVariables}
        onInsert={(variable) =>
          insertAtCursor(area, form.values.body, `{{${variable}}}`, (body) => form.set({ body }))
        }
      />
    </FormDialog>
  );
}

/** Archives or restores a template, with an Undo in the toast. */
export function useTemplateInUse() {
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

/** Archived templates, each with a button that restores it. */
export function ArchivedTemplates() {
  const archived = useQuery(actionQuery('reply_templates', { status: 'archived' }));
  const { put, isBusy } = useTemplateInUse();
  return (
    <ArchivedList
      title="Archived"
      className="mt-2 border-t border-line pt-3"
      items={archived.data ?? []}
      nameOf={({ name }) => name}
      isBusy={isBusy}
      onRestore={({ id, name }) => put(id, name, true)}
    />
  );
}
