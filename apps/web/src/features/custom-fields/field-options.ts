import type { BookingFieldOptions, BookingFieldRecord } from '@burrow/contracts/custom-field';

export type FieldType = BookingFieldRecord['field_type'];
export type FieldOptions = BookingFieldOptions;

/** A custom field, as its input needs it. */
export interface Question {
  field_label: string;
  field_type: FieldType;
  /** JSON text, as on the wire. */
  field_options: string;
  required: '1' | '0';
}

/** The names of the field types, in the order they are offered. */
export const typeNames: Readonly<Record<FieldType, string>> = {
  text: 'Short text',
  textarea: 'Long text',
  number: 'Number',
  slider: 'Slider',
  select: 'Choice from a list',
  checkbox: 'Tick box',
  date: 'Date',
};

/** The options of a field; empty when the text can't be parsed. */
export function readOptions(text: string): FieldOptions {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // Options only shape the input, which has defaults.
    return {};
  }
}

export const defaultRows = 4;

/** The range of a slider, by default 0 to 10. */
export const sliderEnds = ({ min = 0, max = 10 }: FieldOptions): { min: number; max: number } => ({
  min,
  max,
});

/** Type and options of a field in one line, such as 'Slider, 0 to 10'. */
export function questionSummary({ field_type: type, field_options: text }: Question): string {
  const options = readOptions(text);
  const name = typeNames[type];
  if (type === 'select') return `${name}: ${(options.options ?? []).join(', ')}`;
  const { min, max } = type === 'slider' ? sliderEnds(options) : options;
  if (min !== undefined && max !== undefined) return `${name}, ${min} to ${max}`;
  if (min !== undefined) return `${name}, ${min} or more`;
  return max === undefined ? name : `${name}, ${max} or less`;
}
