import { expect, test } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../../lib/format.ts';
import { dayInYear, nearDay } from './day-names.ts';

const formats = formatsFor(defaultPracticeLocale, () => new Date('2026-12-30T12:00:00Z'));

test.each([
  ['2026-12-30', 'Today', 'Wed 30 Dec'],
  ['2026-12-31', 'Tomorrow', 'Thu 31 Dec'],
  ['2026-01-05', 'Mon 5 Jan', 'Mon 5 Jan'],
  ['2027-01-05', '5 Jan 2027', '5 Jan 2027'],
])('%s is called %s, or %s', (day, near, inYear) => {
  expect(nearDay(day, formats)).toBe(near);
  expect(dayInYear(day, formats)).toBe(inYear);
});
