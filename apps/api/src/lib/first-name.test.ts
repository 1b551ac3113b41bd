import { expect, it } from 'vitest';
import { firstName } from './first-name.ts';

it.each([
  ['Gwendolyn Testwright', 'en-GB', 'Gwendolyn'],
  ['  Anne-Marie  O’Neill ', 'en-GB', 'Anne-Marie'],
  ['Zoë Maria Müller', 'de-DE', 'Zoë'],
  ['Ann', 'en-GB', 'Ann'],
  ['Mrs Hughes', 'en-GB', 'Mrs Hughes'],
  ['Dr. Sam Patel', 'en-GB', 'Dr. Sam Patel'],
  ['J Smith', 'en-GB', 'J Smith'],
  ['JB Smith', 'en-GB', 'JB Smith'],
  ['Smith, Ann', 'en-GB', 'Smith, Ann'],
  ['Ann & Bob Miller', 'en-GB', 'Ann & Bob Miller'],
  ['Ann and Bob', 'en-GB', 'Ann and Bob'],
  ['Hilltop Farm Ltd', 'en-GB', 'Hilltop Farm Ltd'],
  ['The Old Dairy', 'en-GB', 'The Old Dairy'],
  ['Kovács Anna', 'hu-HU', 'Kovács Anna'],
  ['Owner 42', 'en-GB', 'Owner 42'],
  ['', 'en-GB', ''],
])('greets %j in %s as %j', (name, locale, greeted) => {
  expect(firstName(name, locale)).toBe(greeted);
});
