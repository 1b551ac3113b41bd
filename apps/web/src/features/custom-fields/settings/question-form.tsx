import { useRef } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { defaultRows, typeNames, type FieldType } from '../field-options.ts';
import type { DraftErrors, QuestionDraft } from '../question-draft.ts';

export interface QuestionFormProps {
  /** Of the form, for the button that submits it from outside. */
  id: string;
  draft: QuestionDraft;
  errors: DraftErrors;
  onChange: (draft: QuestionDraft) => void;
  onSubmit: () => void;
}

type Part = Pick<QuestionFormProps, 'draft' | 'errors' | 'onChange'>;

const types = Object.entries(typeNames).map(([value, label]) => ({ value, label }));
const isType = (value: string): value is FieldType => value in typeNames;

function Range({ draft, errors, onChange }: Part) {
  const isSlider = draft.type === 'slider';
  const parts = [
    { name: 'min', label: 'Smallest', placeholder: isSlider ? '0' : 'any' },
    { name: 'max', label: 'Largest', placeholder: isSlider ? '10' : 'any' },
    { name: 'step', label: 'Steps of', placeholder: isSlider ? '1' : 'any' },
  ] as const;
  return (
    <div className="grid grid-cols-3 gap-3">
      {parts.map(({ name, label, placeholder }) => (
        <NumberField
          key={name}
          name={name}
          label={label}
          placeholder={placeholder}
          step="any"
          value={draft[name]}
          error={errors[name]}
          onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
        />
      ))}
    </div>
  );
}

/** What the chosen type takes besides. */
function TypeOptions(props: Part) {
  const { draft, errors, onChange } = props;
  if (draft.type === 'number' || draft.type === 'slider') return <Range {...props} />;
  if (draft.type === 'textarea') {
    return (
      <NumberField
        name="rows"
        label="Rows"
        className="w-28"
        min={1}
        max={20}
        step={1}
        placeholder={String(defaultRows)}
        value={draft.rows}
        error={errors.rows}
        onChange={(event) => onChange({ ...draft, rows: event.target.value })}
      />
    );
  }
  if (draft.type !== 'select') return null;
  return (
    <TextArea
      name="choices"
      label="Options"
      hint="One per line."
      required
      rows={5}
      value={draft.choices}
      error={errors.choices}
      onChange={(event) => onChange({ ...draft, choices: event.target.value })}
    />
  );
}

/** The words, the type and the options of a question. */
export function QuestionForm({ id, draft, errors, onChange, onSubmit }: QuestionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form);
  useFocusFirstWrong(form, errors);
  return (
    <form
      id={id}
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField
        name="label"
        label="Label"
        required
        maxLength={200}
        value={draft.label}
        error={errors.label}
        onChange={(event) => onChange({ ...draft, label: event.target.value })}
      />
      <Select
        name="type"
        label="Type"
        options={types}
        value={draft.type}
        error={errors.type}
        onChange={({ target: { value } }) => {
          if (isType(value)) onChange({ ...draft, type: value });
        }}
      />
      <TypeOptions draft={draft} errors={errors} onChange={onChange} />
      <Checkbox
        name="required"
        label="Required"
        hint="Marked with an asterisk. Shown as still needed until it is filled in."
        checked={draft.required}
        onChange={(event) => onChange({ ...draft, required: event.target.checked })}
      />
    </form>
  );
}
