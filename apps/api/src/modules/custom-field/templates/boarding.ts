import { amount, choice, day, line, needed, paragraph, scale, tick, type FieldTemplate } from './question.ts';

export const boarding: FieldTemplate = {
  id: 3,
  name: 'Boarding and daycare',
  description: 'For kennels, catteries and daycare: feeding, health, belongings and who to ring.',
  businessType: 'Boarding',
  questions: [
    needed(line('Emergency contact while away')),
    needed(line('Usual vet practice and phone')),
    tick('Vaccination card seen'),
    day('Kennel cough vaccination'),
    day('Last flea and worm treatment'),
    line('Food and amount a meal'),
    amount('Meals a day', { min: 1, max: 8, step: 1 }),
    paragraph('Medication: what, how much, when', { rows: 3 }),
    choice('May share with', 'Animals of the same family', 'Friendly animals of a like size', 'Nobody'),
    scale('Settles away from home (0 calm, 10 very anxious)'),
    paragraph('Belongings left with us', { rows: 2 }),
    tick('Owner agrees to vet treatment if we cannot reach them'),
  ],
};
