import type { BookingFieldOptions, BookingFieldRecord } from '@burrow/contracts/custom-field';

/** A custom field of a template. */
export interface Question {
  label: string;
  type: BookingFieldRecord['field_type'];
  options: BookingFieldOptions;
  required: boolean;
}

/** A template of custom fields for a type of practice. */
interface FieldTemplate {
  /** Stable: stored by integrators. */
  id: number;
  name: string;
  description: string;
  /** The practice's type after applying this template. */
  businessType: string;
  questions: readonly Question[];
}

const question =
  (type: Question['type']) =>
  (label: string, options: BookingFieldOptions = {}): Question => ({ label, type, options, required: false });

const line = question('text');
const paragraph = question('textarea');
const amount = question('number');
const tick = question('checkbox');
const day = question('date');

const scale = (label: string, min = 0, max = 10): Question =>
  question('slider')(label, { min, max, step: 1 });

const choice = (label: string, ...options: string[]): Question => question('select')(label, { options });

/** The same custom field, required. */
const needed = (asked: Question): Question => ({ ...asked, required: true });

const veterinary: FieldTemplate = {
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

const grooming: FieldTemplate = {
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

const boarding: FieldTemplate = {
  id: 3,
  name: 'Boarding and daycare',
  description: 'For kennels, catteries and daycare: feeding, health, belongings and who to call.',
  businessType: 'Boarding',
  questions: [
    needed(line('Emergency contact while away')),
    needed(line('Usual vet practice and phone')),
    tick('Vaccination card seen'),
    day('Kennel cough vaccination'),
    day('Last flea and worm treatment'),
    line('Food and amount per meal'),
    amount('Meals a day', { min: 1, max: 8, step: 1 }),
    paragraph('Medication: what, how much, when', { rows: 3 }),
    choice('May share with', 'Pets from the same household', 'Friendly pets of a similar size', 'No one'),
    scale('Settles away from home (0 calm, 10 very anxious)'),
    paragraph('Belongings left with us', { rows: 2 }),
    tick('Owner agrees to vet treatment if we cannot reach them'),
  ],
};

const walking: FieldTemplate = {
  id: 4,
  name: 'Dog walking',
  description: 'For walks and visits at home: leads, recall, keys and how to get in.',
  businessType: 'Dog walking',
  questions: [
    needed(choice('Walk', 'Alone', 'With dogs from the same household', 'In a group')),
    tick('Off lead allowed'),
    scale('Recall (0 none, 10 every time)'),
    choice('Wears', 'Collar', 'Harness', 'Slip lead', 'Head collar', 'Muzzle'),
    choice('With other dogs', 'Friendly', 'Selective', 'Nervous', 'Keep apart'),
    line('Pulls towards or runs after'),
    needed(line('Where the key is')),
    paragraph('Getting in: alarm, gate, parking', { rows: 2 }),
    amount('Maximum treats per walk', { min: 0, max: 50, step: 1 }),
    day('Last in season'),
    tick('Towel down on return'),
  ],
};

const training: FieldTemplate = {
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
    paragraph('Previous training', { rows: 2 }),
    line('Lead, collar or other equipment used'),
    choice('Works best for', 'Food', 'Toys', 'Praise', 'Not sure yet'),
    amount('Sessions planned', { min: 1, max: 52, step: 1 }),
    day('Review goals on'),
    tick('Seen by a vet about this'),
  ],
};

const equine: FieldTemplate = {
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

const other: FieldTemplate = {
  id: 7,
  name: 'Other',
  description: 'A few fields that suit any practice; add your own afterwards.',
  businessType: 'Other',
  questions: [
    needed(paragraph('What is this appointment for?', { rows: 3 })),
    paragraph('Anything we should know beforehand', { rows: 2 }),
    line('Emergency contact'),
    choice('Heard about us through', 'Recommendation', 'Search', 'Social media', 'Passing by', 'Other'),
    tick('Photos may be shared'),
  ],
};

/** The templates, in the order they are offered. */
export const fieldTemplates: readonly FieldTemplate[] = [
  veterinary,
  grooming,
  boarding,
  walking,
  training,
  equine,
  other,
];
