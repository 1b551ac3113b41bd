import { actionNamed } from '@burrow/contracts/actions';
import { expect, it } from 'vitest';
import { fieldRules } from '../../../contract.ts';
import { problemsIn } from '../../lib/form-problems.ts';
import {
  emptyQuestion,
  optionsOf,
  questionErrors,
  questionOf,
  valuesOfQuestion,
  type QuestionValues,
} from './question-values.ts';

const rules = fieldRules(actionNamed('booking_field_create'));
const problems = (values: QuestionValues) => Object.keys(problemsIn(values, rules, questionErrors(values)));

it('sends the options of its own type only', () => {
  const values = { ...emptyQuestion, rows: '3', min: '1', max: '5', step: '0.5', choices: ' Short \n\nLong' };
  expect(optionsOf({ ...values, field_type: 'text' })).toEqual({});
  expect(optionsOf({ ...values, field_type: 'textarea' })).toEqual({ rows: 3 });
  expect(optionsOf({ ...values, field_type: 'slider' })).toEqual({ min: 1, max: 5, step: 0.5 });
  expect(optionsOf({ ...values, field_type: 'select' })).toEqual({ options: ['Short', 'Long'] });
  expect(optionsOf({ ...emptyQuestion, field_type: 'number' })).toEqual({});
});

it('restores a stored field', () => {
  const values = {
    ...emptyQuestion,
    field_label: 'Recall',
    field_type: 'slider' as const,
    min: '1',
    max: '9',
    required: true,
  };
  const field = { id: 1, display_order: 1, value: null, retired: '0' as const, ...questionOf(values) };
  expect(valuesOfQuestion(field)).toEqual(values);
});

it.each([
  [{ field_label: ' ' }, 'field_label'],
  [{ field_type: 'select' as const }, 'choices'],
  [{ field_type: 'select' as const, choices: 'Yes\nyes' }, 'choices'],
  [{ field_type: 'textarea' as const, rows: '0' }, 'rows'],
  [{ field_type: 'number' as const, min: '5', max: '5' }, 'max'],
  [{ field_type: 'slider' as const, min: '10' }, 'max'],
  [{ field_type: 'slider' as const, step: '0' }, 'step'],
])('finds what is wrong with %j', (columns, field) => {
  expect(problems({ ...emptyQuestion, field_label: 'Question', ...columns })).toEqual([field]);
});

it('accepts a complete field', () => {
  expect(problems({ ...emptyQuestion, field_label: 'Question' })).toEqual([]);
});
