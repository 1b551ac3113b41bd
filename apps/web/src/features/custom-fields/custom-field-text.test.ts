import { expect, it } from 'vitest';
import { customFieldText } from './custom-field-text.ts';

const formats = { day: (day: string | null | undefined) => `day ${day}` };

it.each([
  ['checkbox', '1', 'Yes'],
  ['checkbox', '0', 'No'],
  ['date', '2026-11-21', 'day 2026-11-21'],
  ['slider', '7', '7'],
  ['textarea', ' two\nlines ', 'two\nlines'],
] as const)('reads a %s holding %s', (field_type, value, expected) => {
  expect(customFieldText({ field_type, value }, formats)).toBe(expected);
});

it.each([null, '', '  '])('says nothing for an empty value', (value) => {
  expect(customFieldText({ field_type: 'checkbox', value }, formats)).toBeNull();
});
