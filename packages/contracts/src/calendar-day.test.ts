import { expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  addToMonth,
  ageOn,
  dayFormat,
  dayToDate,
  daysBetween,
  isMonth,
  minutesOf,
  monthBounds,
  monthOf,
  timeOf,
  weekdayOf,
} from './calendar-day.ts';

it('steps over months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

it('is not affected by clock changes', () => {
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
});

it('finds weekdays and months', () => {
  expect(weekdayOf('2026-11-21')).toBe(6);
  expect(weekdayOf('2026-11-22')).toBe(0);
  expect(monthOf('2026-11-21')).toBe('2026-11');
  expect(addToMonth('2026-11', 2)).toBe('2027-01');
  expect(addToMonth('2026-01', -1)).toBe('2025-12');
});

it.each(['2026-02-30', '2026-13-01', '21/11/2026', '', '2026-11-21T00:00'])('refuses %s as a day', (text) => {
  expect(dayToDate(text)).toBeNull();
});

it('refuses an invalid day', () => {
  expect(() => addDays('soon', 1)).toThrow(RangeError);
});

it('distinguishes months from other text', () => {
  expect(['2026-11', '2026-00', '2026-13', '26-11', null].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('counts whole months only', () => {
  expect(ageOn('2026-01-31', '2026-02-28')).toEqual({ years: 0, months: 0 });
  expect(ageOn('2026-01-31', '2026-03-31')).toEqual({ years: 0, months: 2 });
});

it('keeps the day of the month, or uses the last day of a shorter one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-03-15', -12)).toBe('2025-03-15');
  expect(monthBounds('2026-12-05')).toEqual(['2026-12-01', '2027-01-01']);
});

it('converts times to minutes and back', () => {
  expect([minutesOf('09:30'), timeOf(570), timeOf(0)]).toEqual([570, '09:30', '00:00']);
});

it.each([
  ['en-GB', 'Monday 23 November 2026'],
  ['en-US', 'Monday, November 23, 2026'],
  ['de-DE', 'Montag, 23. November 2026'],
])('writes a day with its weekday in %s', (locale, expected) => {
  const format = dayFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  expect(format(new Date('2026-11-23T00:00:00Z'))).toBe(expected);
});
