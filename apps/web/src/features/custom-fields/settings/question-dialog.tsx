import type { BookingFieldRecord } from '@burrow/contracts/custom-field';
import { useId, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { useCommand } from '../../../lib/query.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { FieldInput } from '../components/field-input.tsx';
import {
  draftErrors,
  draftOf,
  emptyDraft,
  optionsOf,
  questionOf,
  type DraftErrors,
  type QuestionDraft,
} from '../question-draft.ts';
import { QuestionForm } from './question-form.tsx';

/** What the server found wrong, by the field of the dialog; null when it is about none of them. */
function refusedFields(error: unknown): DraftErrors | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'field_in_use') return { type: error.message };
  const label = error.fields['field_label'];
  return label === undefined ? null : { label };
}

/** Saves a draft as a new question, or as what `field` becomes. */
function useSaveQuestion(field: BookingFieldRecord | null) {
  const create = useCommand('booking_field_create');
  const update = useCommand('booking_field_update');
  const command = field === null ? create : update;
  const save = (
    draft: QuestionDraft,
    then: { onSuccess: () => void; onError: (error: Error) => void },
  ): void => {
    const question = {
      field_label: draft.label,
      field_type: draft.type,
      field_options: optionsOf(draft),
      required: draft.required,
    };
    if (field === null) create.mutate(question, then);
    else update.mutate({ ...question, field_id: field.id }, then);
  };
  return { save, isPending: command.isPending, error: command.error, reset: command.reset };
}

function Preview({ draft }: { draft: QuestionDraft }) {
  const [value, setValue] = useState('');
  return (
    <section aria-label="Preview" className="rounded-md border border-dashed border-edge/60 bg-paper p-3">
      <p className="mb-2 text-xs font-semibold tracking-wide text-ink-soft">Preview</p>
      {/* What was tried with one type means nothing to another. */}
      <FieldInput
        key={draft.type}
        question={questionOf(draft)}
        name="preview"
        value={value}
        onValueChange={setValue}
      />
    </section>
  );
}

/** Adds a question, or changes `field`. */
export function QuestionDialog({
  field,
  onClose,
}: {
  field: BookingFieldRecord | null;
  onClose: () => void;
}) {
  const formId = useId();
  const saving = useSaveQuestion(field);
  const { draft, errors, change, submit, problem } = useDraftForm(
    () => (field === null ? emptyDraft : draftOf(field)),
    saving,
    {
      check: draftErrors,
      refused: refusedFields,
      failed: 'Failed to save the custom field',
      onSaved: () => {
        toast.success(field === null ? 'Custom field added' : 'Custom field saved');
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={field === null ? 'Add custom field' : 'Edit custom field'}
      formId={formId}
      submitLabel="Save"
      busyLabel="Saving..."
      withKeys
      busy={saving.isPending}
      error={problem}
      onClose={onClose}
    >
      <QuestionForm id={formId} draft={draft} errors={errors ?? {}} onChange={change} onSubmit={submit} />
      <Preview draft={draft} />
    </FormDialog>
  );
}
