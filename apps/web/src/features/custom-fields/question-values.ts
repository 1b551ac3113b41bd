import type { BookingFieldRecord } from '@burrow/contracts/custom-field';
import type { Problems } from '../../lib/form-problems.ts';
import {
  readOptions,
  sliderEnds,
  type FieldOptions,
  type FieldType,
  type Question,
} from './field-options.ts';

/** The values of a custom field's form, with the options of every type. */
export interface QuestionValues {
  field_label: string;
  field_type: FieldType;
  required: boolean;
  rows: string;
  min: string;
  max: string;
  step: string;
  /** One per line. */
  choices: string;
}

export const emptyQuestion: QuestionValues = {
  field_label: '',
  field_type: 'text',
  required: false,
  rows: '',
  min: '',
  max: '',
  step: '',
  choices: '',
};

const written = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** The form's values for an existing custom field. */
export function valuesOfQuestion(field: BookingFieldRecord): QuestionValues {
  const options = readOptions(field.field_options);
  return {
    field_label: field.field_label,
    field_type: field.field_type,
    required: field.required === '1',
    rows: written(options.rows),
    min: written(options.min),
    max: written(options.max),
    step: written(options.step),
    choices: (options.options ?? []).join('\n'),
  };
}

const numberIn = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** The choices: one per line, without blank lines. */
export const choicesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const given = (options: Record<string, number | undefined>): FieldOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** The options of the chosen type; those entered for other types are omitted. */
export function optionsOf({ field_type: type, rows, min, max, step, choices }: QuestionValues): FieldOptions {
  switch (type) {
    case 'textarea': {
      return given({ rows: numberIn(rows) });
    }
    case 'number':
    case 'slider': {
      return given({ min: numberIn(min), max: numberIn(max), step: numberIn(step) });
    }
    case 'select': {
      return { options: choicesOf(choices) };
    }
    default: {
      return {};
    }
  }
}

/** The custom field that the form describes, as its input needs it. */
export const questionOf = (values: QuestionValues): Question => ({
  field_label: values.field_label.trim() || 'Your field',
  field_type: values.field_type,
  field_options: JSON.stringify(optionsOf(values)),
  required: values.required ? '1' : '0',
});

/** Errors in the options, by field. */
export function questionErrors(values: QuestionValues): Problems<QuestionValues> {
  const errors: Partial<Record<keyof QuestionValues, string>> = {};
  if (values.field_type === 'select') {
    const choices = choicesOf(values.choices);
    if (choices.length === 0) errors.choices = 'Enter at least one option.';
    else if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length)
      errors.choices = 'Enter each option only once.';
  }
  const options = optionsOf(values);
  if (
    options.rows !== undefined &&
    !(Number.isInteger(options.rows) && options.rows >= 1 && options.rows <= 20)
  )
    errors.rows = 'Enter 1 to 20 rows.';
  if (options.step !== undefined && !(options.step > 0)) errors.step = 'Enter more than 0.';
  const { min, max } = values.field_type === 'slider' ? sliderEnds(options) : options;
  if (min !== undefined && max !== undefined && !(min < max))
    errors.max = 'The largest value must be more than the smallest.';
  return errors;
}
