import type { NoteTemplateRecord } from '@burrow/contracts/note-template';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { serviceOptions } from '../../bookings/choices.ts';
import { useServices } from '../../services/queries.ts';

interface Values {
  kind: NoteTemplateRecord['kind'];
  name: string;
  body: string;
  service_id: string;
}

const kinds = [
  { value: 'template', label: 'Template', hint: 'Fills a note' },
  { value: 'quick_text', label: 'Quick text', hint: 'Inserted into a note with one press' },
] as const;

/** Adds a note template or a quick text, or edits `template`. */
export function NoteTemplateDialog({
  template,
  onClose,
}: {
  template: NoteTemplateRecord | null;
  onClose: () => void;
}) {
  const services = useServices().data ?? [];
  const values: Values = {
    kind: template?.kind ?? 'template',
    name: template?.name ?? '',
    body: template?.body ?? '',
    service_id: String(template?.service_id ?? ''),
  };
  const form = useActionForm(template === null ? 'note_template_create' : 'note_template_update', {
    draft: template?.id ?? 'new',
    values,
    rulesOf: 'note_template_create',
    idField: template && 'note_template_id',
    input: ({ kind, name, body, service_id }) => ({
      name: name.trim(),
      body,
      service_id: service_id || null,
      ...(template === null ? { kind } : { note_template_id: template.id }),
    }),
    onSaved: (_answer, { name }) => {
      toast.success(`${name.trim()} ${template === null ? 'added' : 'saved'}`, { about: 'note template' });
      onClose();
    },
    failure: 'Couldn’t save the note template',
    blames: { name_taken: 'name' },
  });
  return (
    <FormDialog
      form={form}
      title={template === null ? 'Add note template' : `Edit ${template.name}`}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {template === null ? (
        <RadioGroup
          legend="Kind"
          options={kinds}
          value={form.values.kind}
          onValueChange={(kind) => form.set({ kind })}
        />
      ) : null}
      <TextField {...form.field('name')} label="Name" />
      <Select
        {...form.field('service_id')}
        label="Service"
        emptyLabel="All services"
        options={serviceOptions(
          services,
          template ? { id: template.service_id, name: template.service } : undefined,
        )}
      />
      <TextArea {...form.field('body')} label="Text" rows={7} />
    </FormDialog>
  );
}
