import { expect, it } from 'vitest';
import { wishIn } from './booking-wish.ts';

const dental = { id: 1, name: 'Dental' };
const xray = { id: 2, name: 'Dental X-ray' };
const jo = { id: 3, name: 'Jo Reed' };
const sam = { id: 4, name: 'Sam Khan' };
const known = { services: [dental, xray], staff: [jo, sam] };
// A Monday.
const today = '2026-11-23';
const wish = (text: string) => wishIn(text, known, today, false);

it.each([
  ['Khalid dental jo thu', { name: 'khalid', day: '2026-11-26', service: dental, staff: jo }],
  ['book dental x-ray for max with jo reed', { name: 'max', day: null, service: xray, staff: jo }],
  ['max miller tomorrow', { name: 'max miller', day: '2026-11-24', service: null, staff: null }],
  ['book max', { name: 'max', day: null, service: null, staff: null }],
  ['khan dental jo', { name: 'khan', day: null, service: dental, staff: jo }],
  ['khan dental', { name: 'khan', day: null, service: dental, staff: null }],
  ['max den jo', { name: 'max', day: null, service: dental, staff: jo }],
])('reads %j', (text, expected) => {
  expect(wish(text)).toEqual(expected);
});

it.each(['max', 'max miller', 'dental', 'thursday', '', 'book'])('finds no wish in %j', (text) => {
  expect(wish(text)).toBeNull();
});

it('treats a past day as part of the name', () => {
  expect(wish('max 20/11/2026 jo')?.day).toBeNull();
});
