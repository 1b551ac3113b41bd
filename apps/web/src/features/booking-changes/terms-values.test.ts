import { describe, expect, it, test } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import {
  exampleInWords,
  noTerms,
  termsErrors,
  termsInput,
  termsOf,
  type TermsValues,
} from './terms-values.ts';

const formats = formatsFor(defaultPracticeLocale);
const terms: TermsValues = {
  self_change: 'direct',
  cancel_free_hours: '24',
  cancel_keep: 'sum',
  cancel_keep_value: '10.00',
  no_show_keep: 'percent',
  no_show_keep_value: '50',
  move_limit: '3',
  move_notice_hours: '12',
};

test('a service without terms of its own sends null for each, and is restored from it', () => {
  expect(Object.values(termsInput(noTerms)).every((value) => value === null)).toBe(true);
  expect(termsOf(termsInput(noTerms))).toEqual(noTerms);
  expect(termsOf(termsInput(terms))).toEqual(terms);
  expect(termsInput({ ...terms, cancel_keep: 'nothing' }).cancel_keep_value).toBe('0');
});

describe('what is kept', () => {
  it.each([
    ['sum', '', false],
    ['sum', '0', false],
    ['sum', '10.5', true],
    ['percent', '101', false],
    ['percent', '100', true],
    ['nothing', '', true],
    ['', '', true],
  ])('%s of "%s" is valid: %s', (cancel_keep, cancel_keep_value, isValid) => {
    const wrong = termsErrors({ ...terms, cancel_keep, cancel_keep_value }).cancel_keep_value;
    expect(wrong === undefined).toBe(isValid);
  });
});

test('the example is never more than the deposit', () => {
  const of = (values: Partial<TermsValues>, deposit = '25.00') =>
    exampleInWords({ ...terms, ...values }, { price: '40.00', deposit }, formats);
  expect(of({})).toBe(
    'You can cancel free of charge until 24 hours before the appointment. After that, the practice keeps £10.00 of your deposit. If you don’t attend, the practice keeps £20.00 of your deposit.',
  );
  expect(of({}, '5.00')).toMatch(/After that, or if you don’t attend, the practice keeps £5\.00/);
  expect(of({ cancel_keep: 'nothing', no_show_keep: 'nothing' })).toBe(
    'You can cancel free of charge until the appointment starts.',
  );
  expect(of({ cancel_keep_value: 'ten' })).toMatch(
    /^You can cancel free of charge until the appointment starts\. If/,
  );
});
