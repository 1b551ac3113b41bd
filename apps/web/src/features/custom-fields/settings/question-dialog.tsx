import type { BookingFieldRecord } from '@burrow/contracts/custom-field';
import { useState } from 'react';
import { changesTo } from '../../../lib/changes-to.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { FieldInput } from '../components/field-input.tsx';
import { defaultRows, typeNames } from '../field-options.ts';
import {
  emptyQuestion,
  optionsOf,
  questionErrors,
  questionOf,
  valuesOfQuestion,
  type QuestionValues,
} from '../question-values.ts';

const types = Object.entries(typeNames).map(([value, label]) => ({ value, label }));

function Range({ form }: { form: FormOf<QuestionValues> }) {
  const isSlider = form.values.field_type === 'slider';
  return (
    <div className="grid grid-cols-3 gap-3">
      <NumberField {...form.field('min')} label="Smallest" step="any" placeholder={isSlider ? '0' : 'any'} />
      <NumberField {...form.field('max')} label="Largest" step="any" placeholder={isSlider ? '10' : 'any'} />
      <NumberField {...form.field('step')} label="Steps of" step="any" placeholder={isSlider ? '1' : 'any'} />
    </div>
  );
}

function TypeOptions({ form }: { form: FormOf<QuestionValues> }) {
  const { field_type: type } = form.values;
  if (type === 'number' || type === 'slider') return <Range form={form} />;
  if (type === 'textarea') {
    return (
      <NumberField
        {...form.field('rows')}
        label="Rows"
        className="w-28"
        min={1}
        max={20}
        step={1}
        placeholder={String(defaultRows)}
      />
    );
  }
  if (type !== 'select') return null;
  return <TextArea {...form.field('choices')} label="Options" hint="One per line." required rows={5} />;
}

function Preview({ values }: { values: QuestionValues }) {
  const [value, setValue] = useState('');
  return (
    <section aria-label="Preview" className="rounded-md border border-dashed border-edge/60 bg-paper p-3">
      <p className="mb-2 text-xs font-semibold tracking-wide text-ink-soft">Preview</p>
      {/* The key remounts the input for another type. */}
      <FieldInput
        key={values.field_type}
        question={questionOf(values)}
        name="preview"
        value={value}
        onValueChange={setValue}
      />
    </section>
  );
}

const questionInput = (values: QuestionValues) => ({
  field_label: values.field_label,
  field_type: values.field_type,
  field_options: optionsOf(values),
  required: values.required,
});

/** Adds a custom field, or changes `field`. */
export function QuestionDialog({
  field,
  onClose,
}: {
  field: BookingFieldRecord | null;
  onClose: () => void;
}) {
  const form = useActionForm(field === null ? 'booking_field_create' : 'booking_field_update', {
    draft: field?.id ?? 'new',
    values: field === null ? emptyQuestion : valuesOfQuestion(field),
    rulesOf: 'booking_field_create',
    check: questionErrors,
    input: (values, began) => {
      const whole = questionInput(values);
      if (field === null) return whole;
      const changes = changesTo(questionInput(began), whole);
      // Another type has other options.
      const options = changes.field_type === undefined ? {} : { field_options: whole.field_options };
      return { field_id: field.id, ...changes, ...options };
    },
    onSaved: () => {
      toast.success(field === null ? 'Custom field added' : 'Custom field saved');
      onClose();
    },
    failure: 'Couldn’t save the custom field',
    blames: { field_in_use: 'field_type' },
  });
  return (
    <FormDialog
      form={form}
      title={field === null ? 'Add custom field' : 'Edit custom field'}
      submitLabel="Save"
      busyLabel="Saving..."
      after={<Preview values={form.values} />}
      onClose={onClose}
    >
      <TextField {...form.field('field_label')} label="Label" />
      <Select {...form.field('field_type')} label="Type" options={types} />
      <TypeOptions form={form} />
      <Checkbox
        {...form.flag('required')}
        label="Required"
        hint="Marked with an asterisk. Shown as still needed until it is filled in."
      />
    </FormDialog>
  );
}
