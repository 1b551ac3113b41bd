import type { BookingFieldOptions, BookingFieldRecord } from '@burrow/contracts/custom-field';
import { invalidField, type AppError } from '../../lib/app-error.ts';

type FieldType = BookingFieldRecord['field_type'];

/** The options of each type of custom field. */
const fitting: Record<FieldType, readonly (keyof BookingFieldOptions)[]> = {
  text: [],
  textarea: ['rows'],
  number: ['min', 'max', 'step'],
  slider: ['min', 'max', 'step'],
  select: ['options'],
  checkbox: [],
  date: [],
};

const unfit = (message: string): AppError => invalidField('field_options', message);

/** The limits of a number or a slider; a slider always has both. */
export function boundsOf(
  type: FieldType,
  { min, max }: BookingFieldOptions,
): { min: number | undefined; max: number | undefined } {
  return type === 'slider' ? { min: min ?? 0, max: max ?? 10 } : { min, max };
}

/**
 * Checks that a custom field's options are valid for its type.
 * @throws AppError `invalid_input`, naming `field_options`
 */
export function checkFieldOptions(type: FieldType, options: BookingFieldOptions): void {
  const allowed: readonly string[] = fitting[type];
  const stray = Object.keys(options).find((name) => !allowed.includes(name));
  if (stray !== undefined) throw unfit(`“${stray}” doesn’t apply to a ${type} field.`);
  if (type === 'select') checkChoices(options.options);
  const { min, max } = boundsOf(type, options);
  if (min !== undefined && max !== undefined) {
    if (min >= max) throw unfit('The minimum must be less than the maximum.');
    if (options.step !== undefined && options.step > max - min) {
      throw unfit('The step can’t be larger than the range.');
    }
  }
}

function checkChoices(choices: readonly string[] | undefined): void {
  if (choices === undefined) throw unfit('Enter at least one option.');
  if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length) {
    throw unfit('Enter each option once.');
  }
}
