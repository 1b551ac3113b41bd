import type { OfferedTerms, SelfChange } from '@burrow/contracts/booking-terms';
import type { Formats } from '../../lib/format.ts';
import { penceOf, amountOf } from '../payments/payment-words.ts';
import { offeredInWords } from '../portal/change/terms-words.ts';

/** The terms of a practice or a service as form values; '' where the practice's apply to a service. */
export interface TermsValues {
  self_change: string;
  cancel_free_hours: string;
  cancel_keep: string;
  cancel_keep_value: string;
  no_show_keep: string;
  no_show_keep_value: string;
  move_limit: string;
  move_notice_hours: string;
}

export const noTerms: TermsValues = {
  self_change: '',
  cancel_free_hours: '',
  cancel_keep: '',
  cancel_keep_value: '',
  no_show_keep: '',
  no_show_keep_value: '',
  move_limit: '',
  move_notice_hours: '',
};

const names = Object.keys(noTerms) as (keyof TermsValues)[];

/** The form's values of a record. */
export const termsOf = (record: Readonly<Record<keyof TermsValues, string | number | null>>): TermsValues =>
  Object.fromEntries(names.map((name) => [name, String(record[name] ?? '')])) as unknown as TermsValues;

const wrongValue = (keep: string, value: string): string | undefined => {
  if (keep !== 'sum' && keep !== 'percent') return undefined;
  if (keep === 'sum') {
    return /^\d{1,7}(\.\d{1,2})?$/.test(value.trim()) && Number(value) > 0
      ? undefined
      : 'Enter an amount such as 10.00.';
  }
  return Number(value) > 0 && Number(value) <= 100 ? undefined : 'Enter a percentage from 1 to 100.';
};

/** Errors in what is kept, by field. */
export const termsErrors = (values: TermsValues) => ({
  cancel_keep_value: wrongValue(values.cancel_keep, values.cancel_keep_value),
  no_show_keep_value: wrongValue(values.no_show_keep, values.no_show_keep_value),
});

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const keepInput = (keep: string, value: string) =>
  keep === 'nothing' || keep === 'sum' || keep === 'percent'
    ? ([keep, keep === 'nothing' ? '0' : value.trim()] as const)
    : ([null, null] as const);

/** The input for the terms of a service; null where the practice's apply. */
export function termsInput(values: TermsValues) {
  const [late, lateValue] = keepInput(values.cancel_keep, values.cancel_keep_value);
  const [missed, missedValue] = keepInput(values.no_show_keep, values.no_show_keep_value);
  return {
    self_change: (values.self_change || null) as SelfChange | null,
    cancel_free_hours: numberOrNull(values.cancel_free_hours),
    cancel_keep: late,
    cancel_keep_value: lateValue,
    no_show_keep: missed,
    no_show_keep_value: missedValue,
    move_limit: numberOrNull(values.move_limit),
    move_notice_hours: numberOrNull(values.move_notice_hours),
  };
}

/** What a rule keeps of a deposit, in pence. */
function keptPence(
  keep: string,
  value: string,
  { price, deposit }: { price: string; deposit: string },
): number {
  if (keep !== 'sum' && keep !== 'percent') return 0;
  const whole = keep === 'sum' ? penceOf(value) : Math.floor((penceOf(price) * Number(value)) / 100);
  return Number.isFinite(whole) ? Math.min(penceOf(deposit), whole) : 0;
}

/** The terms as a client reads them before paying a deposit, for an example price. */
export function exampleInWords(
  values: TermsValues,
  example: { price: string; deposit: string },
  formats: Pick<Formats, 'money'>,
): string {
  const terms: OfferedTerms = {
    self_change: values.self_change === 'off' ? 'off' : 'direct',
    cancel_free_hours: Number(values.cancel_free_hours) || 0,
    late_kept: amountOf(keptPence(values.cancel_keep, values.cancel_keep_value, example)),
    no_show_kept: amountOf(keptPence(values.no_show_keep, values.no_show_keep_value, example)),
    move_limit: 0,
    move_notice_hours: 0,
  };
  return offeredInWords(terms, { at: null, isOver: false }, formats);
}
