import { expect, it } from 'vitest';
import { draftErrors, draftOf, emptyDraft, optionsOf, questionOf } from './question-draft.ts';

it('sends the options of its own type only', () => {
  const draft = { ...emptyDraft, rows: '3', min: '1', max: '5', step: '0.5', choices: ' Short \n\nLong' };
  expect(optionsOf({ ...draft, type: 'text' })).toEqual({});
  expect(optionsOf({ ...draft, type: 'textarea' })).toEqual({ rows: 3 });
  expect(optionsOf({ ...draft, type: 'slider' })).toEqual({ min: 1, max: 5, step: 0.5 });
  expect(optionsOf({ ...draft, type: 'select' })).toEqual({ options: ['Short', 'Long'] });
  expect(optionsOf({ ...emptyDraft, type: 'number' })).toEqual({});
});

it('reads a question back as it was written', () => {
  const draft = {
    ...emptyDraft,
    label: 'Recall',
    type: 'slider' as const,
    min: '1',
    max: '9',
    required: true,
  };
  const field = { id: 1, display_order: 1, value: null, retired: '0' as const, ...questionOf(draft) };
  expect(draftOf(field)).toEqual(draft);
});

it.each([
  [{ label: ' ' }, 'label'],
  [{ type: 'select' as const }, 'choices'],
  [{ type: 'select' as const, choices: 'Yes\nyes' }, 'choices'],
  [{ type: 'textarea' as const, rows: '0' }, 'rows'],
  [{ type: 'number' as const, min: '5', max: '5' }, 'max'],
  [{ type: 'slider' as const, min: '10' }, 'max'],
  [{ type: 'slider' as const, step: '0' }, 'step'],
])('finds what is wrong with %j', (columns, field) => {
  expect(Object.keys(draftErrors({ ...emptyDraft, label: 'Question', ...columns }))).toEqual([field]);
});

it('finds nothing wrong with a question that is complete', () => {
  expect(draftErrors({ ...emptyDraft, label: 'Question' })).toEqual({});
});
