import { expect, it } from 'vitest';
import { dayInText } from './day-in-text.ts';

// A Monday.
const today = '2026-11-23';

it.each([
  ['today', '2026-11-23'],
  ['Tomorrow', '2026-11-24'],
  ['tomo', '2026-11-24'],
  ['yesterday', '2026-11-22'],
  ['monday', '2026-11-23'],
  ['fri', '2026-11-27'],
  [' Sunday ', '2026-11-29'],
  ['25/11', '2026-11-25'],
  ['5/12', '2026-12-05'],
  ['25.11.', '2026-11-25'],
  ['25-11-26', '2026-11-25'],
  ['25/11/2027', '2027-11-25'],
  ['2026-12-01', '2026-12-01'],
  // The nearest year.
  ['20/11', '2026-11-20'],
  ['5/1', '2027-01-05'],
  ['29/2', '2028-02-29'],
  ['25 nov', '2026-11-25'],
  ['25th November', '2026-11-25'],
  ['1st dec 2027', '2027-12-01'],
  ['Nov 25', '2026-11-25'],
  ['jan 5, 2027', '2027-01-05'],
])('%s is %s', (text, day) => {
  // The year nearest to a leap day may have none.
  const now = text === '29/2' ? '2027-11-23' : today;
  expect(dayInText(text, now)).toBe(day);
});

it('reads the month first where that is usual', () => {
  expect(dayInText('11/25', today, true)).toBe('2026-11-25');
  expect(dayInText('25/11', today, true)).toBeNull();
});

it.each([
  '',
  'to',
  'tod',
  'mo',
  'm',
  'bella',
  'sunny',
  'mayor',
  '32/1',
  '30/2/2026',
  '31/11',
  '2026-02-30',
  '25',
  '25/11/26/1',
  '25 nov 20262',
  'nov',
  'nov nov',
  '25 25',
  '07700 900123',
  '1/2 tablet',
])('%j names no day', (text) => {
  expect(dayInText(text, today)).toBeNull();
});
