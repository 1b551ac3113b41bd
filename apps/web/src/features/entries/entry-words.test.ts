import { expect, it } from 'vitest';
import { isGroomer, visitNotesTitle } from './entry-words.ts';

it.each([
  ['Grooming', true],
  ['Dog salon', true],
  ['Pet spa', true],
  ['Veterinary', false],
  ['Vet and grooming', false],
  ['Animal clinic & salon', false],
  [null, false],
])('a practice of the type %s is a groomer’s: %s', (type, expected) => {
  expect(isGroomer(type)).toBe(expected);
});

it('calls the notes of a visit by the practice', () => {
  expect([visitNotesTitle('Grooming'), visitNotesTitle('Grooming and vet')]).toEqual([
    'Coat notes',
    'Visit notes',
  ]);
});
