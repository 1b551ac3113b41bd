import { expect, test } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../../lib/format.ts';
import { nearDay, openToday } from './today.ts';

const formats = formatsFor(defaultPracticeLocale, () => new Date('2026-12-30T12:00:00Z'));

test.each([
  ['2026-12-30', 'Today'],
  ['2026-12-31', 'Tomorrow'],
  ['2026-01-05', 'Mon 5 Jan'],
  ['2027-01-05', 'Tue 5 Jan 2027'],
])('%s is called %s', (day, near) => {
  expect(nearDay(day, formats)).toBe(near);
});

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
  expect(openToday({ business_hours: week, closed_today: null }, weekday, asIs)).toBe(text);
});

test('a holiday is named, and another closure is not', () => {
  const day = (holiday: string | null) => ({ business_hours: week, closed_today: { holiday } });
  expect(openToday(day('Christmas Day'), 1, asIs)).toBe('Closed today (Christmas Day)');
  expect(openToday(day(null), 1, asIs)).toBe('Closed today');
});

test('nothing is said of hours that were not given', () => {
  expect(openToday({ business_hours: '{}', closed_today: null }, 1, asIs)).toBeNull();
  const empty = { business_hours: '{"mon":[],"tue":[]}', closed_today: null };
  expect(openToday(empty, 1, asIs)).toBeNull();
});
