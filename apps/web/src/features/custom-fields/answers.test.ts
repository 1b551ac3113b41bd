import { expect, it } from 'vitest';
import { answersOf, changedAnswers, customFieldText, unansweredFields, type CustomField } from './answers.ts';

const field = (field_id: number, columns: Partial<CustomField> = {}): CustomField => ({
  field_id,
  field_label: `Question ${field_id}`,
  field_type: 'text',
  field_options: '{}',
  required: '0',
  display_order: field_id,
  value: null,
  retired: '0',
  ...columns,
});

it('sends only changed answers', () => {
  const fields = [field(1, { value: 'a' }), field(2, { value: 'b' }), field(3)];
  const began = answersOf(fields);
  expect(changedAnswers(fields, began, began)).toEqual({});
  expect(changedAnswers(fields, began, { ...began, 1: ' a ', 2: '', 3: 'c' })).toEqual({ 2: '', 3: 'c' });
});

it('treats an empty required tick box as no', () => {
  const fields = [
    field(1, { field_type: 'checkbox' }),
    field(2, { field_type: 'checkbox', required: '1' }),
    field(3, { field_type: 'checkbox', required: '1', value: '1' }),
    field(4, { field_type: 'checkbox', required: '1', value: '1', retired: '1' }),
  ];
  const began = answersOf(fields);
  expect(changedAnswers(fields, began, began)).toEqual({ 2: '0' });
});

it('lists required fields without an answer, but no tick boxes', () => {
  const fields = [
    field(1),
    field(2, { required: '1' }),
    field(3, { required: '1', value: 'a' }),
    field(4, { required: '1', field_type: 'checkbox' }),
    field(5, { required: '1', retired: '1' }),
  ];
  expect(unansweredFields(fields, answersOf(fields))).toEqual(['2']);
  expect(unansweredFields(fields, { ...answersOf(fields), 2: 'b', 3: '  ' })).toEqual(['3']);
});

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
