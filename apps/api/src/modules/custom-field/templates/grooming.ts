import { amount, choice, day, line, needed, paragraph, scale, tick, type FieldTemplate } from './question.ts';

export const grooming: FieldTemplate = {
  id: 2,
  name: 'Grooming salon',
  description: 'For baths, clips, nails and the handling notes that keep everyone safe.',
  businessType: 'Grooming',
  questions: [
    needed(
      choice(
        'Style',
        'Bath and dry',
        'Bath and tidy',
        'Full groom',
        'Breed standard',
        'Hand strip',
        'Puppy introduction',
        'Short all over',
      ),
    ),
    line('Cut length (blade or comb)'),
    choice('Coat condition', 'Well kept', 'Some tangles', 'Matted', 'Severely matted', 'Moulting'),
    tick('Owner agrees to a short clip if matted'),
    scale('Temperament when handled (0 relaxed, 10 needs two people)'),
    paragraph('Sore or sensitive places', { rows: 2 }),
    line('Skin or shampoo sensitivities'),
    choice('Nails', 'Trim', 'File', 'Leave'),
    choice('Ears', 'Clean and pluck', 'Clean only', 'Leave'),
    amount('Weeks between grooms', { min: 1, max: 52, step: 1 }),
    day('Last flea treatment'),
    tick('Photos may be shared'),
  ],
};
