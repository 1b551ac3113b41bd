import {
  replyVariables,
  replyVariablesProblem,
  unknownReplyVariablesProblem,
} from '@burrow/contracts/message-text';
import type { ReplyTemplateRecord } from '@burrow/contracts/reply-template';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { InsertVariable, useCursor, type Part } from '../../settings/components/insert-variable.tsx';
import { MessagePreview } from '../../settings/components/message-preview.tsx';

/** Adds a reply template, or edits `template`, with a preview. */
export function ReplyTemplateDialog({
  template,
  onClose,
}: {
  template: ReplyTemplateRecord | null;
  onClose: () => void;
}) {
  const form = useActionForm(template === null ? 'reply_template_create' : 'reply_template_update', {
    draft: template?.id ?? 'new',
    values: {
      name: template?.name ?? '',
      subject: template?.subject ?? '',
      body: template?.body ?? '',
    },
    rulesOf: 'reply_template_create',
    check: ({ subject, body }) => ({
      subject: replyVariablesProblem(subject) ?? undefined,
      body: replyVariablesProblem(body) ?? undefined,
    }),
    idField: template && 'reply_template_id',
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
    failure: 'Couldn’t save the reply template',
    blames: { name_taken: 'name' },
  });
  const { insert, control } = useCursor(form);
  const { subject, body } = form.values;
  // A missing brace is an error only once the person has finished typing.
  const text = (part: Part) => ({
    ...form.field(part),
    ...control(part),
    error: form.errors[part] ?? unknownReplyVariablesProblem(form.values[part]) ?? undefined,
  });
  return (
    <FormDialog
      form={form}
      width="large"
      title={template === null ? 'Add reply template' : `Edit ${template.name}`}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-[3fr_2fr]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <TextField {...form.field('name')} label="Name" />
        <TextField {...text('subject')} label="Subject" hint="For emails" />
        <TextArea {...text('body')} label="Text" rows={7} />
        <InsertVariable variables={replyVariables} onInsert={insert} />
      </div>
      <MessagePreview
        channel={subject.trim() === '' ? 'sms' : 'email'}
        variables={replyVariables}
        subject={subject}
        body={body}
      />
    </FormDialog>
  );
}
