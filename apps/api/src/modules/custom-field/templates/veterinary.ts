import { amount, choice, day, line, needed, paragraph, scale, tick, type FieldTemplate } from './question.ts';

export const veterinary: FieldTemplate = {
  id: 1,
  name: 'Veterinary practice',
  description: 'For a clinic that examines, vaccinates, treats and operates.',
  businessType: 'Veterinary',
  questions: [
    needed(paragraph('Reason for visit', { rows: 3 })),
    day('Symptoms since'),
    scale('Pain or discomfort (0 none, 10 severe)'),
    choice('Eating and drinking', 'As usual', 'Less than usual', 'More than usual', 'Not at all'),
    paragraph('Current medication and doses', { rows: 2 }),
    line('Last eaten'),
    tick('Fasted as instructed'),
    amount('Weight at home (kg)', { min: 0, max: 1500, step: 0.1 }),
    choice('Vaccinations', 'Up to date', 'Due', 'Lapsed', 'Not known'),
    choice('Insurance', 'Not insured', 'Insured, owner claims', 'Insured, direct claim'),
    line('Insurance provider and policy number'),
    tick('Consent to sedation if needed'),
  ],
};
