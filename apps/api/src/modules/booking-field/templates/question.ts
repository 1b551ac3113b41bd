import type { BookingFieldOptions, BookingFieldRecord } from '@burrow/contracts/booking-field';

/** A question as a template asks it. */
export interface Question {
  label: string;
  type: BookingFieldRecord['field_type'];
  options: BookingFieldOptions;
  required: boolean;
}

/** A ready-made set of questions for a type of practice. */
export interface FieldTemplate {
  /** Stable: callers keep it. */
  id: number;
  name: string;
  description: string;
  /** What the practice's type of business is called once this was chosen. */
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

/** The same question, which has to be answered. */
export const needed = (asked: Question): Question => ({ ...asked, required: true });
