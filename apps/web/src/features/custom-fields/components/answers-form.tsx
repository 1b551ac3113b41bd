import { useEffect, type RefObject } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { customFieldText } from '../custom-field-text.ts';
import type { Answers, CustomField } from '../answers.ts';
import { FieldInput } from './field-input.tsx';

export interface AnswersFormProps {
  form: RefObject<HTMLFormElement | null>;
  fields: readonly CustomField[];
  /** What the editing began with. */
  began: Answers;
  answers: Answers;
  onChange: (answers: Answers) => void;
  /** What is wrong, by question id. */
  errors: Readonly<Record<string, string>>;
  /** What is wrong altogether. */
  failure: string | null;
  busy: boolean;
  onSave: () => void;
  onCancel: () => void;
}

/** A question no longer asked: its answer stays as it is, or goes. */
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

/** The questions of an appointment, to answer. */
export function AnswersForm(props: AnswersFormProps) {
  const { form, fields, began, answers, onChange, busy, onSave, onCancel } = props;
  const formats = useFormats();
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(':is(input, select, textarea)')?.focus();
  }, [form]);
  useFocusFirstWrong(form, props.errors);
  const unchanged = Object.keys(answers).every((id) => answers[id] === began[id]);
  useFormKeys(form, () => {
    if (unchanged) onCancel();
  });
  const answer = (id: number, value: string) => onChange({ ...answers, [id]: value });
  /** What somebody else has said while this person was writing. */
  const meanwhile = (field: CustomField): string | undefined => {
    if ((field.value ?? '') === began[field.field_id]) return undefined;
    return `Someone else changed this to: ${customFieldText(field, formats) ?? '(empty)'}`;
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSave();
      }}
    >
      {props.failure === null ? null : <FormProblem>{props.failure}</FormProblem>}
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) =>
          field.retired === '1' ? (
            <RetiredAnswer
              key={field.field_id}
              field={field}
              answer={answers[field.field_id] ?? ''}
              onChange={(value) => answer(field.field_id, value)}
            />
          ) : (
            <FieldInput
              key={field.field_id}
              question={field}
              name={String(field.field_id)}
              value={answers[field.field_id] ?? ''}
              error={props.errors[field.field_id]}
              hint={meanwhile(field)}
              className={field.field_type === 'textarea' ? 'sm:col-span-2' : 'self-start'}
              onValueChange={(value) => answer(field.field_id, value)}
            />
          ),
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button
          variant="primary"
          type="submit"
          busy={busy}
          busyLabel="Saving..."
          title="Ctrl + Enter"
          aria-keyshortcuts="Control+Enter"
        >
          Save
        </Button>
      </div>
    </form>
  );
}
