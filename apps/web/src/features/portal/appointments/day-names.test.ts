import { expect, test } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../../lib/format.ts';
import { nearDay } from './day-names.ts';

const formats = formatsFor(defaultPracticeLocale, () => new Date('2026-12-30T12:00:00Z'));

test.each([
  ['2026-12-30', 'Today'],
  ['2026-12-31', 'Tomorrow'],
  ['2026-01-05', 'Mon 5 Jan'],
  ['2027-01-05', 'Tue 5 Jan 2027'],
])('%s is called %s', (day, near) => {
  expect(nearDay(day, formats)).toBe(near);
});
