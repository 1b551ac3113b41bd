import type { BookingFieldOptions, BookingFieldRecord } from '@burrow/contracts/custom-field';

/** A custom field of a template. */
export interface Question {
  label: string;
  type: BookingFieldRecord['field_type'];
  options: BookingFieldOptions;
  required: boolean;
}

/** A template of custom fields for a type of practice. */
export interface FieldTemplate {
  /** Stable: stored by integrators. */
  id: number;
  name: string;
  description: string;
  /** The practice's type after applying this template. */
  businessType: string;
  questions: readonly Question[];
}

const question =
  (type: Question['type']) =>
  (label: string, options: BookingFieldOptions = {}): Question => ({ label, type, options, required: false });

export const line = question('text');
export const paragraph = question('textarea');
export const amount = question('number');
export const tick = question('checkbox');
export const day = question('date');

export const scale = (label: string, min = 0, max = 10): Question =>
  question('slider')(label, { min, max, step: 1 });

export const choice = (label: string, ...options: string[]): Question =>
  question('select')(label, { options });

/** The same custom field, required. */
export const needed = (asked: Question): Question => ({ ...asked, required: true });
