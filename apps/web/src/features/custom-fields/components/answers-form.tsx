import { useEffect, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import {
  answersOf,
  changedAnswers,
  customFieldText,
  unansweredFields,
  type CustomField,
} from '../answers.ts';
import { FieldInput } from './field-input.tsx';

/** The answer to an archived field, to keep or remove. */
function RetiredAnswer({
  field,
  answer,
  onChange,
}: {
  field: CustomField;
  answer: string;
  onChange: (answer: string) => void;
}) {
  const text = customFieldText(field, useFormats());
  const isKept = answer !== '';
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1 text-ink-soft">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">
          {field.field_label} <span className="font-normal">(no longer used)</span>
        </p>
        <p className={isKept ? 'wrap-anywhere whitespace-pre-line' : 'line-through'}>{text}</p>
      </div>
      <Button size="small" variant="quiet" onClick={() => onChange(isKept ? '' : (field.value ?? ''))}>
        {isKept ? 'Remove' : 'Keep'}
        <span className="sr-only"> the answer to {field.field_label}</span>
      </Button>
    </div>
  );
}

const failed = 'Failed to update custom fields';

/** The form for an appointment's custom fields. It keeps the answers if saving fails. */
export function AnswersForm({
  bookingId,
  fields,
  onSaved,
  onClose,
}: {
  bookingId: number;
  fields: readonly CustomField[];
  onSaved: () => void;
  onClose: () => void;
}) {
  const formats = useFormats();
  const [began] = useState(() => answersOf(fields));
  const form = useActionForm('booking_custom_field_values_set', {
    draft: bookingId,
    values: began,
    check: (answers) =>
      Object.fromEntries(unansweredFields(fields, answers).map((id) => [id, 'This is required.'])),
    input: (answers) => {
      const values = changedAnswers(fields, began, answers);
      return Object.keys(values).length === 0 ? null : { booking_id: bookingId, values };
    },
    onSaved: () => {
      onClose();
      onSaved();
    },
    onUnchanged: onClose,
    failure: failed,
  });
  // Also shown at the top, because the refused field may be far below.
  const isRefused = form.refusal !== null && Object.keys(form.errors).length > 0;
  const { element } = form;
  useEffect(() => {
    element.current?.querySelector<HTMLElement>(':is(input, select, textarea)')?.focus();
  }, [element]);
  /** Says that another person has changed this answer in the meantime. */
  const meanwhile = (field: CustomField): string | undefined => {
    if ((field.value ?? '') === began[field.field_id]) return undefined;
    return `Someone else changed this to: ${customFieldText(field, formats) ?? '(empty)'}`;
  };
  return (
    <Form
      form={form}
      onEscape={() => {
        if (!form.changed) onClose();
      }}
    >
      <FormProblem>{form.problem ?? (isRefused ? failureText(failed, form.refusal) : null)}</FormProblem>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) =>
          field.retired === '1' ? (
            <RetiredAnswer
              key={field.field_id}
              field={field}
              answer={form.values[field.field_id] ?? ''}
              onChange={(answer) => form.set({ [field.field_id]: answer })}
            />
          ) : (
            <FieldInput
              key={field.field_id}
              question={field}
              name={String(field.field_id)}
              value={form.values[field.field_id] ?? ''}
              error={form.errors[field.field_id]}
              hint={meanwhile(field)}
              className={field.field_type === 'textarea' ? 'sm:col-span-2' : 'self-start'}
              onValueChange={(answer) => form.set({ [field.field_id]: answer })}
            />
          ),
        )}
      </div>
      <div className="flex justify-end gap-2">
        <FormButtons form={form} onCancel={onClose} />
      </div>
    </Form>
  );
}
