import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { TemplatePicker, type FieldTemplate } from '../components/template-picker.tsx';
import { typeNames } from '../field-options.ts';

function TemplateQuestions({ template }: { template: FieldTemplate }) {
  return (
    <ul aria-label={`Fields in ${template.template_name}`} className="mt-2 flex flex-col gap-1 text-sm">
      {template.fields.map((field) => (
        <li key={field.field_label} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">
            {field.field_label}
            {field.required === '1' ? <span className="text-attention"> *</span> : null}
          </span>
          <span className="text-ink-soft">{typeNames[field.field_type]}</span>
        </li>
      ))}
    </ul>
  );
}

const addedText = (added: number): string => {
  if (added === 0) return 'You already have all of these fields';
  return added === 1 ? '1 field added' : `${added} fields added`;
};

/** Adds the usual fields of a type of practice. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const apply = useCommand('booking_field_template_apply');
  const submit = (templateId: number) =>
    apply.mutate(
      { template_id: templateId },
      {
        onSuccess: ({ added }) => {
          toast.success(addedText(added));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || apply.isPending ? undefined : onClose())}
      title="Start from a template"
      description="Adds the fields you don’t have yet. Your existing fields don’t change."
      width="large"
      actions={
        <>
          <Button onClick={onClose} disabled={apply.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={chosen === null}
            busy={apply.isPending}
            busyLabel="Adding..."
            onClick={() => {
              if (chosen !== null) submit(chosen);
            }}
          >
            Add fields
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {apply.isError ? (
          <Banner tone="attention" alert>
            {messageOf(apply.error, 'Couldn’t add the fields.')}
          </Banner>
        ) : null}
        <TemplatePicker
          value={chosen}
          disabled={apply.isPending}
          onChange={setChosen}
          details={(template) => <TemplateQuestions template={template} />}
        />
      </div>
    </Dialog>
  );
}
