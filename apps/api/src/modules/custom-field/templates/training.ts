import { amount, choice, day, line, needed, paragraph, scale, tick, type FieldTemplate } from './question.ts';

export const training: FieldTemplate = {
  id: 5,
  name: 'Training and behaviour',
  description: 'For classes and one-to-ones: goals, history and how the dog copes.',
  businessType: 'Training',
  questions: [
    needed(paragraph('What would you like to achieve?', { rows: 3 })),
    choice('Format', 'One to one', 'Group class', 'At home', 'Walk and train', 'Online'),
    scale('Reactivity to dogs (0 none, 10 severe)'),
    scale('Reactivity to people (0 none, 10 severe)'),
    tick('Has bitten or snapped'),
    paragraph('What happened, and when', { rows: 3 }),
    paragraph('Training so far', { rows: 2 }),
    line('Lead, collar or other equipment used'),
    choice('Works best for', 'Food', 'Toys', 'Praise', 'Not sure yet'),
    amount('Sessions planned', { min: 1, max: 52, step: 1 }),
    day('Goals to be reviewed on'),
    tick('Seen by a vet about this'),
  ],
};
