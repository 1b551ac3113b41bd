import { choice, line, needed, paragraph, scale, tick, amount, day, type FieldTemplate } from './question.ts';

export const walking: FieldTemplate = {
  id: 4,
  name: 'Dog walking',
  description: 'For walks and visits at home: leads, recall, keys and how to get in.',
  businessType: 'Dog walking',
  questions: [
    needed(choice('Walk', 'Alone', 'With dogs of the same home', 'In a group')),
    tick('Off lead allowed'),
    scale('Recall (0 none, 10 every time)'),
    choice('Wears', 'Collar', 'Harness', 'Slip lead', 'Head collar', 'Muzzle'),
    choice('With other dogs', 'Friendly', 'Selective', 'Nervous', 'Keep apart'),
    line('Pulls towards or runs after'),
    needed(line('Where the key is')),
    paragraph('Getting in: alarm, gate, parking', { rows: 2 }),
    amount('Treats a walk at most', { min: 0, max: 50, step: 1 }),
    day('Last in season'),
    tick('Towel down on return'),
  ],
};
