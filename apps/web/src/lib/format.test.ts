import { describe, expect, it } from 'vitest';
import {
  defaultPracticeLocale,
  formatAge,
  formatBytes,
  formatDuration,
  formatPhone,
  formatsFor,
  formatsOf,
  phoneLink,
} from './format.ts';

const at = (instant: string) => () => new Date(instant);
const british = formatsFor(defaultPracticeLocale, at('2026-11-21T23:30:00Z'));

describe('ages', () => {
  it.each([
    ['2023-09-20', '3 years 2 months'],
    ['2023-11-21', '3 years'],
    ['2025-10-22', '1 year'],
    ['2025-10-21', '1 year 1 month'],
    ['2026-06-21', '5 months'],
    ['2026-10-22', 'Under 1 month'],
    ['2026-11-21', 'Under 1 month'],
    ['2024-02-29', '2 years 8 months'],
    [null, 'Unknown'],
    ['', 'Unknown'],
    ['not a date', 'Unknown'],
    ['2026-02-30', 'Unknown'],
    ['2027-01-01', 'Unknown'],
  ])('%s is %s', (dob, age) => {
    expect(formatAge(dob, '2026-11-21')).toBe(age);
  });

  it('accepts a date followed by a time', () => {
    expect(formatAge('2025-11-21T00:00:00.000Z', '2026-11-21')).toBe('1 year');
  });
});

describe('the practice in Britain', () => {
  it('writes money', () => {
    expect(british.money('45.00')).toBe('£45.00');
    expect(british.money('1234.5')).toBe('£1,234.50');
    expect(british.money('0.00')).toBe('£0.00');
    expect(british.money(null)).toBe('–');
  });

  it('writes counts and percentages', () => {
    expect(british.count(1, 'booking')).toBe('1 booking');
    expect(british.count(0, 'booking')).toBe('0 bookings');
    expect(british.count(12345, 'booking')).toBe('12,345 bookings');
    expect(british.percent(12.5)).toBe('12.5%');
    expect(british.percent(100)).toBe('100.0%');
    expect(british.percent(-3.25)).toBe('-3.3%');
    expect(british.percent(null)).toBe('–');
  });

  it('writes days and times', () => {
    expect(british.day('2026-11-21')).toBe('21 Nov 2026');
    expect(british.shortDay('2026-06-22')).toBe('Mon 22 Jun');
    expect(british.shortDay('2027-06-22')).toBe('Tue 22 Jun 2027');
    expect(british.shortDay('2025-12-31')).toBe('Wed 31 Dec 2025');
    expect(british.shortDay('someday')).toBe('someday');
    expect(british.day(null)).toBe('–');
    expect(british.day('someday')).toBe('someday');
    expect(british.month('2026-11')).toBe('November 2026');
    expect(british.shortMonth('2025-11')).toBe('Nov 2025');
    expect(british.time('09:30')).toBe('09:30');
    expect(british.weekdays.map((weekday) => weekday.long)).toEqual([
      'Sunday',
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
  });

  it('shows instants on its own clock, in summer an hour later', () => {
    expect(british.dateTime('2026-07-01T09:30:00.000Z')).toBe('1 Jul 2026, 10:30');
    expect(british.date('2026-06-30T23:30:00.000Z')).toBe('1 Jul 2026');
  });
});

it('uses the practice’s clock, not the browser’s', () => {
  expect(british.now()).toBe('2026-11-21T23:30');
  const auckland = formatsFor(
    { locale: 'en-NZ', currency: 'NZD', time_zone: 'Pacific/Auckland' },
    at('2026-11-21T23:30:00Z'),
  );
  expect(auckland.today()).toBe('2026-11-22');
  expect(auckland.now()).toBe('2026-11-22T12:30');
});

it('writes midnight as 00', () => {
  expect(formatsFor(defaultPracticeLocale, at('2026-11-21T00:05:00Z')).now()).toBe('2026-11-21T00:05');
});

it.each([
  [15, '15 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
])('writes %i minutes as %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});

it.each([
  ['07700900001', '07700 900001'],
  ['+447700900001', '07700 900001'],
  ['+44 (0)20 7946 0000', '020 7946 0000'],
  ['0121 496 0000', '0121 496 0000'],
  ['01632960000', '01632 960000'],
  ['+33 1 23 45 67 89', '+33 1 23 45 67 89'],
  ['ask at reception', 'ask at reception'],
  [null, ''],
])('writes the phone %s as %s', (phone, text) => {
  expect(formatPhone(phone)).toBe(text);
});

it('dials digits only', () => {
  expect(phoneLink('+44 (0)7700 900001')).toBe('tel:+447700900001');
  expect(phoneLink('020 7946 0000')).toBe('tel:02079460000');
});

it.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [10_485_760, '10 MB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it("creates a practice's formats once, and again when its settings change", () => {
  const formats = formatsOf({ ...defaultPracticeLocale });
  expect(formatsOf({ ...defaultPracticeLocale })).toBe(formats);
  expect(formatsOf({ ...defaultPracticeLocale, currency: 'EUR' }).money('45.00')).toBe('€45.00');
  expect(formats.money('45.00')).toBe('£45.00');
});
