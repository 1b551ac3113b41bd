import { expect, test } from 'vitest';
import { openToday } from './open-today.ts';

const week = JSON.stringify({
  mon: [['09:00', '17:00']],
  tue: [
    ['09:00', '12:00'],
    ['13:30', '24:00'],
  ],
  sun: [],
});
const asIs = (text: string) => text;

test.each([
  [1, 'Open today 09:00–17:00'],
  [2, 'Open today 09:00–12:00, 13:30–24:00'],
  [0, 'Closed today'],
  [3, 'Closed today'],
])('on weekday %i: %s', (weekday, text) => {
  expect(openToday(week, weekday, asIs)).toBe(text);
});

test('nothing is said of hours that were not given', () => {
  expect(openToday('{}', 1, asIs)).toBeNull();
  expect(openToday('{"mon":[],"tue":[]}', 1, asIs)).toBeNull();
});
