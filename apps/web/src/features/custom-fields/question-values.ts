import type { BookingFieldRecord } from '@burrow/contracts/booking-field';
import {
  readOptions,
  sliderEnds,
  type FieldOptions,
  type FieldType,
  type Question,
} from './field-options.ts';

/** A question as it is written in its dialog: all text, options of every type side by side. */
export interface QuestionDraft {
  label: string;
  type: FieldType;
  required: boolean;
  rows: string;
  min: string;
  max: string;
  step: string;
  /** One per line. */
  choices: string;
}

export type DraftErrors = Partial<Record<keyof QuestionDraft, string>>;

export const emptyDraft: QuestionDraft = {
  label: '',
  type: 'text',
  required: false,
  rows: '',
  min: '',
  max: '',
  step: '',
  choices: '',
};

const written = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** A question of the practice, to change. */
export function draftOf(field: BookingFieldRecord): QuestionDraft {
  const options = readOptions(field.field_options);
  return {
    label: field.field_label,
    type: field.field_type,
    required: field.required === '1',
    rows: written(options.rows),
    min: written(options.min),
    max: written(options.max),
    step: written(options.step),
    choices: (options.options ?? []).join('\n'),
  };
}

const numberIn = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** The choices of a draft: a line each, without blank ones. */
export const choicesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Leaves out what is undefined. */
const given = (options: Record<string, number | undefined>): FieldOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** The options that the draft's type takes; what was written for other types is left out. */
export function optionsOf({ type, rows, min, max, step, choices }: QuestionDraft): FieldOptions {
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

/** The question that a draft makes, as its input needs it. */
export const questionOf = (draft: QuestionDraft): Question => ({
  field_label: draft.label.trim() || 'Your field',
  field_type: draft.type,
  field_options: JSON.stringify(optionsOf(draft)),
  required: draft.required ? '1' : '0',
});

/** What is wrong with a draft, by its field; nothing when it can be saved. */
export function draftErrors(draft: QuestionDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.label.trim() === '') errors.label = 'Enter a label.';
  if (draft.type === 'select') {
    const choices = choicesOf(draft.choices);
    if (choices.length === 0) errors.choices = 'Enter at least one option.';
    else if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length)
      errors.choices = 'Enter each option only once.';
  }
  const options = optionsOf(draft);
  if (
    options.rows !== undefined &&
    !(Number.isInteger(options.rows) && options.rows >= 1 && options.rows <= 20)
  )
    errors.rows = 'Enter 1 to 20 rows.';
  if (options.step !== undefined && !(options.step > 0)) errors.step = 'Enter more than 0.';
  const { min, max } = draft.type === 'slider' ? sliderEnds(options) : options;
  if (min !== undefined && max !== undefined && !(min < max))
    errors.max = 'The largest value must be more than the smallest.';
  return errors;
}
