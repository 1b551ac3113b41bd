import type { BookingFieldRow, ServiceRow } from '../packages/dev/src/factory-rows.ts';

/**
 * Opening hours of Willow Vets: lunch from 12:30 to 13:30, a late evening on Thursday, shorter at the weekend. It is open
 * every day, so that the demo always starts on a working day.
 */
export const willowHours: Record<string, [string, string][]> = {
  sun: [['10:00', '16:00']],
  mon: [
    ['08:30', '12:30'],
    ['13:30', '18:30'],
  ],
  tue: [
    ['08:30', '12:30'],
    ['13:30', '18:30'],
  ],
  wed: [
    ['08:30', '12:30'],
    ['13:30', '18:30'],
  ],
  thu: [
    ['08:30', '12:30'],
    ['13:30', '19:30'],
  ],
  fri: [
    ['08:30', '12:30'],
    ['13:30', '18:00'],
  ],
  sat: [['09:00', '16:00']],
};

export interface Colleague {
  email: string;
  name: string;
  role: 'admin' | 'staff';
  colour: string;
  takesBookings: boolean;
  /** The kinds of services, which determine the reasons for booking them. */
  duty: 'vet' | 'nurse' | 'desk';
  /** 0 Sunday to 6 Saturday. */
  workdays: readonly number[];
}

export const colleagues: readonly Colleague[] = [
  {
    email: 'admin@willow.demo',
    name: 'Hannah Whitlock',
    role: 'admin',
    colour: '#2f6f5e',
    takesBookings: true,
    duty: 'vet',
    workdays: [0, 1, 2, 4, 5],
  },
  {
    email: 'sam@willow.demo',
    name: 'Sam Okafor',
    role: 'staff',
    colour: '#3d5a99',
    takesBookings: true,
    duty: 'vet',
    workdays: [1, 2, 3, 4, 6],
  },
  {
    email: 'priya@willow.demo',
    name: 'Priya Nair',
    role: 'staff',
    colour: '#8a4f7d',
    takesBookings: true,
    duty: 'vet',
    workdays: [0, 3, 4, 5, 6],
  },
  {
    email: 'tom@willow.demo',
    name: 'Tom Ashworth',
    role: 'staff',
    colour: '#a65a2a',
    takesBookings: true,
    duty: 'nurse',
    workdays: [1, 2, 3, 5, 6],
  },
  {
    email: 'kim@burrow.demo',
    name: 'Kim Tran',
    role: 'staff',
    colour: '#6b7a1f',
    takesBookings: true,
    duty: 'nurse',
    workdays: [0, 2, 4, 5],
  },
  {
    email: 'megan@willow.demo',
    name: 'Megan Lloyd',
    role: 'staff',
    colour: '#5c6670',
    takesBookings: false,
    duty: 'desk',
    workdays: [1, 2, 3, 4, 5],
  },
];

export interface Offer extends Pick<
  ServiceRow,
  'name' | 'description' | 'base_price_pence' | 'duration_minutes' | 'colour' | 'online'
> {
  duty: 'vet' | 'nurse';
  /** The share of visits, per hundred. */
  share: number;
}

export const offers: readonly Offer[] = [
  {
    name: 'Consultation',
    description: 'A first look at a new problem, with a full clinical examination.',
    base_price_pence: 4950,
    duration_minutes: 30,
    colour: '#2f6f5e',
    online: true,
    duty: 'vet',
    share: 36,
  },
  {
    name: 'Repeat consultation',
    description: 'A check of progress within four weeks of a consultation for the same problem.',
    base_price_pence: 3600,
    duration_minutes: 15,
    colour: '#5f9484',
    online: true,
    duty: 'vet',
    share: 12,
  },
  {
    name: 'Booster vaccination',
    description: 'Yearly booster with a health check. Please bring the vaccination card.',
    base_price_pence: 5800,
    duration_minutes: 15,
    colour: '#3d5a99',
    online: true,
    duty: 'vet',
    share: 15,
  },
  {
    name: 'First vaccinations',
    description:
      'Puppies and kittens from eight weeks: one of two injections, worming and flea treatment, and time for your questions.',
    base_price_pence: 4250,
    duration_minutes: 30,
    colour: '#6d88c4',
    online: true,
    duty: 'vet',
    share: 5,
  },
  {
    name: 'Microchip',
    description:
      'Implant and registration. A legal requirement for dogs from eight weeks and for cats from 20 weeks.',
    base_price_pence: 2400,
    duration_minutes: 15,
    colour: '#7a6a55',
    online: true,
    duty: 'nurse',
    share: 4,
  },
  {
    name: 'Nail clip',
    description: 'Claws, nails or beak trimmed by a nurse.',
    base_price_pence: 1750,
    duration_minutes: 15,
    colour: '#b08a2e',
    online: true,
    duty: 'nurse',
    share: 12,
  },
  {
    name: 'Nurse clinic',
    description: 'Weight, diet, diabetes or post-operative check with a registered veterinary nurse.',
    base_price_pence: 2200,
    duration_minutes: 30,
    colour: '#a65a2a',
    online: true,
    duty: 'nurse',
    share: 11,
  },
  {
    name: 'Blood test',
    description: 'Sample taken and run in our own laboratory; results the next day.',
    base_price_pence: 11800,
    duration_minutes: 30,
    colour: '#a33b4a',
    online: true,
    duty: 'nurse',
    share: 6,
  },
  {
    name: 'Dental scale and polish',
    description:
      'Under general anaesthetic, with a check of every tooth. Extractions are charged separately.',
    base_price_pence: 34500,
    duration_minutes: 90,
    colour: '#8a4f7d',
    online: false,
    duty: 'vet',
    share: 4,
  },
  {
    name: 'X-ray',
    description: 'Two views under sedation, read by the vet the same day.',
    base_price_pence: 26500,
    duration_minutes: 60,
    colour: '#54606b',
    online: false,
    duty: 'vet',
    share: 3,
  },
  {
    name: 'Neutering – cat',
    description: 'Day case. Please give no food after eight the evening before.',
    base_price_pence: 9800,
    duration_minutes: 45,
    colour: '#6b7a1f',
    online: false,
    duty: 'vet',
    share: 3,
  },
  {
    name: 'Neutering – dog',
    description:
      'Day case with overnight fasting, pain relief to take home and a free check after three days.',
    base_price_pence: 28500,
    duration_minutes: 90,
    colour: '#8c9c3c',
    online: false,
    duty: 'vet',
    share: 3,
  },
];

type Field = Pick<BookingFieldRow, 'field_label' | 'field_type' | 'field_options'>;

export const insurers: readonly string[] = [
  'Not insured',
  'Meadow Pet Cover',
  'Hearth & Hound',
  'PawSure',
  'Other',
];

export const bookingFields: readonly Field[] = [
  { field_label: 'Presenting complaint', field_type: 'textarea', field_options: { rows: 3 } },
  { field_label: 'Temperature (°C)', field_type: 'number', field_options: { min: 20, max: 45, step: 0.1 } },
  { field_label: 'Pain score', field_type: 'slider', field_options: { min: 0, max: 10, step: 1 } },
  { field_label: 'Vaccinations up to date', field_type: 'checkbox', field_options: {} },
  { field_label: 'Insurance provider', field_type: 'select', field_options: { options: [...insurers] } },
  { field_label: 'Last meal', field_type: 'text', field_options: {} },
  { field_label: 'Next check', field_type: 'date', field_options: {} },
];
