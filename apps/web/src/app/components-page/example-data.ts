import { defaultPracticeLocale, formatsOf } from '../../lib/format.ts';
import type { SpeciesKind } from '../../ui/species-kind.ts';

// What the examples show: a small practice in the UK. The days are fixed, so that pictures of the page can be compared.

export const formats = formatsOf(defaultPracticeLocale);

/** A Wednesday. */
export const today = '2026-11-25';

export const longName = 'Lady Wilhelmina Featherstonehaugh-Cholmondeley of Lower Willow Lane';

export const longText =
  'Bella is nervous around other dogs, so please book the first appointment of the day and let her wait in the side room. ' +
  'She settles when her owner holds her. A muzzle is in her notes since the visit in March.';

export interface ExampleClient {
  id: number;
  name: string;
  animals: string;
  phone: string;
  balance: string;
}

export const clients: readonly ExampleClient[] = [
  { id: 1, name: 'Ann Whitaker', animals: 'Bella, Max', phone: '07700 900112', balance: '45.00' },
  { id: 2, name: 'Tom Ashworth', animals: 'Whiskers', phone: '07700 900245', balance: '0.00' },
  { id: 3, name: longName, animals: 'Sir Barnaby, Duchess, Archibald', phone: '', balance: '1280.50' },
  { id: 4, name: 'Priya Shah', animals: 'Clover', phone: '07700 900871', balance: '0.00' },
];

export const species: readonly { kind: SpeciesKind; name: string }[] = [
  { kind: 'dog', name: 'Dog' },
  { kind: 'cat', name: 'Cat' },
  { kind: 'rabbit', name: 'Rabbit' },
  { kind: 'bird', name: 'Bird' },
  { kind: 'fish', name: 'Fish' },
  { kind: 'reptile', name: 'Reptile' },
  { kind: 'turtle', name: 'Tortoise' },
  { kind: 'horse', name: 'Horse' },
  { kind: 'other', name: 'Ferret' },
];

export const services = [
  { id: 1, name: 'Consultation', price: '48.00' },
  { id: 2, name: 'Booster vaccination', price: '62.00' },
  { id: 3, name: 'Nail clip', price: '15.00' },
] as const;

export const staffOptions = [
  { value: '1', label: 'Dr Sarah Mitchell' },
  { value: '2', label: 'James Cooper' },
  { value: '3', label: 'Emma Hughes (on leave)', disabled: true },
];
