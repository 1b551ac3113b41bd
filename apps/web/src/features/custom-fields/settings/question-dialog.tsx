import type { BookingFieldRecord } from '@burrow/contracts/booking-field';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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
  return { save, isPending: command.isPending, error: command.error };
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

function focusFirstWrong(formId: string, errors: DraftErrors): void {
  const form = document.querySelector<HTMLFormElement>(`#${CSS.escape(formId)}`);
  const wrong = [...(form?.elements ?? [])].find((control) => (control.getAttribute('name') ?? '') in errors);
  if (wrong instanceof HTMLElement) wrong.focus();
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
  const [draft, setDraft] = useState(() => (field === null ? emptyDraft : draftOf(field)));
  const [errors, setErrors] = useState<DraftErrors>({});
  const { save, isPending, error } = useSaveQuestion(field);
  const refused = refusedFields(error);
  const complain = (found: DraftErrors) => {
    flushSync(() => setErrors(found));
    focusFirstWrong(formId, found);
  };
  const submit = () => {
    if (isPending) return;
    const found = draftErrors(draft);
    complain(found);
    if (Object.keys(found).length > 0) return;
    save(draft, {
      onSuccess: () => {
        toast.success(field === null ? 'Question added' : 'Question saved');
        onClose();
      },
      onError: (failure) => complain(refusedFields(failure) ?? {}),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isPending ? undefined : onClose())}
      title={field === null ? 'Add question' : 'Edit question'}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null && refused === null ? (
          <Banner tone="attention" alert>
            {messageOf(error, 'Failed to save the question')}
          </Banner>
        ) : null}
        <QuestionForm id={formId} draft={draft} errors={errors} onChange={setDraft} onSubmit={submit} />
        <Preview draft={draft} />
      </div>
    </Dialog>
  );
}
