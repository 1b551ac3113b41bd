import { choice, needed, paragraph, tick, line, type FieldTemplate } from './question.ts';

export const other: FieldTemplate = {
  id: 7,
  name: 'Other',
  description: 'A few questions that suit any practice; add your own afterwards.',
  businessType: 'Other',
  questions: [
    needed(paragraph('What is this appointment for?', { rows: 3 })),
    paragraph('Anything we should know beforehand', { rows: 2 }),
    line('Emergency contact'),
    choice('Heard about us through', 'Recommendation', 'Search', 'Social media', 'Passing by', 'Other'),
    tick('Photos may be shared'),
  ],
};
