import { expect, it } from 'vitest';
import { operatorFormats } from './operator-formats.ts';

it('shows the superadmin times and days in UTC, also in summer, and says so', () => {
  const instant = '2026-07-01T23:30:00Z';
  expect(operatorFormats.dateTime(instant)).toBe('1 Jul 2026, 23:30 UTC');
  expect(operatorFormats.timeOf(instant)).toBe('23:30 UTC');
  expect(operatorFormats.date(instant)).toBe('1 Jul 2026');
});
