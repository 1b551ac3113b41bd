import { amount, choice, day, line, needed, paragraph, scale, tick, type FieldTemplate } from './question.ts';

export const equine: FieldTemplate = {
  id: 6,
  name: 'Equine practice',
  description: 'For visits to the yard: where the horse is, its passport and who will hold it.',
  businessType: 'Equine',
  questions: [
    needed(line('Yard and directions')),
    needed(paragraph('Reason for visit', { rows: 3 })),
    line('Who will hold the horse, and phone'),
    line('Passport number'),
    tick('Passport signed: not for human consumption'),
    scale('Lameness (AAEP grade 0 to 5)', 0, 5),
    day('Last tetanus and flu vaccination'),
    day('Last worming or egg count'),
    line('Farrier and date of last visit'),
    choice('Sedation', 'Not needed', 'If needed', 'Always needed', 'Reacted badly before'),
    amount('Height (hands)', { min: 4, max: 20, step: 0.1 }),
    line('Insurance provider and policy number'),
  ],
};
