import { addDays } from '@burrow/contracts/calendar-day';
import { describe, expect, it } from 'vitest';
import { instantOf, localMoment } from './clock.ts';

const at = (date: string, time: string, zone: string): string | null =>
  instantOf({ date, time }, zone)?.toISOString() ?? null;

describe('the instant of a local time', () => {
  it.each([
    // Winter and summer.
    ['2026-01-15', '10:00', 'Europe/London', '2026-01-15T10:00:00.000Z'],
    ['2026-07-15', '10:00', 'Europe/London', '2026-07-15T09:00:00.000Z'],
    // The clocks go forward: 01:00 to 01:59 are never shown.
    ['2026-03-29', '00:59', 'Europe/London', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29', '01:00', 'Europe/London', null],
    ['2026-03-29', '01:30', 'Europe/London', null],
    ['2026-03-29', '01:59', 'Europe/London', null],
    ['2026-03-29', '02:00', 'Europe/London', '2026-03-29T01:00:00.000Z'],
    // The clocks go back: 01:00 to 01:59 occur twice, and the first one applies.
    ['2026-10-25', '00:59', 'Europe/London', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25', '01:00', 'Europe/London', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25', '01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '01:59', 'Europe/London', '2026-10-25T00:59:00.000Z'],
    ['2026-10-25', '02:00', 'Europe/London', '2026-10-25T02:00:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', null],
    // Half an hour of summer time.
    ['2026-04-05', '01:29', 'Australia/Lord_Howe', '2026-04-04T14:29:00.000Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['2026-04-05', '02:00', 'Australia/Lord_Howe', '2026-04-04T15:30:00.000Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', null],
    ['2026-10-04', '02:30', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    // Two hours of summer time.
    ['2026-10-25', '01:30', 'Antarctica/Troll', '2026-10-24T23:30:00.000Z'],
    ['2026-03-29', '02:30', 'Antarctica/Troll', null],
    // Midnight itself is skipped, and a whole day is.
    ['2026-04-24', '00:00', 'Africa/Cairo', null],
    ['2026-04-24', '00:30', 'Africa/Cairo', null],
    ['2011-12-30', '12:00', 'Pacific/Apia', null],
    ['2011-12-31', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
    // Offsets that are no whole hours, leap days, the ends of the year.
    ['2026-05-01', '09:15', 'Asia/Kathmandu', '2026-05-01T03:30:00.000Z'],
    ['2028-02-29', '12:00', 'Europe/London', '2028-02-29T12:00:00.000Z'],
    ['2026-12-31', '23:59', 'Pacific/Kiritimati', '2026-12-31T09:59:00.000Z'],
    ['2027-01-01', '00:00', 'Pacific/Pago_Pago', '2027-01-01T11:00:00.000Z'],
    ['2199-12-31', '23:45', 'Europe/London', '2199-12-31T23:45:00.000Z'],
  ])('%s %s in %s', (date, time, zone, instant) => {
    expect(at(date, time, zone)).toBe(instant);
  });

  it.each([
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ])('in %s matches the local time, at every quarter of an hour of a year', (zone) => {
    let twice = 0;
    const wrong: unknown[] = [];
    for (let minutes = 0; minutes < 366 * 1440; minutes += 15) {
      const instant = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
      const shown = localMoment(instant, zone);
      const found = instantOf(shown, zone);
      // A repeated local time maps to its first instant, which is earlier than this one.
      const isFirst = found?.getTime() === instant.getTime();
      if (!isFirst) twice += 1;
      if (found && localMoment(found, zone).time === shown.time && (isFirst || found < instant)) continue;
      wrong.push({ instant, shown, found });
    }
    expect(twice).toBeLessThanOrEqual(8);
  });
});

describe('the local time', () => {
  it.each([
    ['2026-01-15T23:30:00Z', 'Europe/London', '2026-01-15 23:30'],
    ['2026-07-15T23:30:00Z', 'Europe/London', '2026-07-16 00:30'],
    ['2026-03-29T00:59:59Z', 'Europe/London', '2026-03-29 00:59'],
    ['2026-03-29T01:00:00Z', 'Europe/London', '2026-03-29 02:00'],
    ['2026-10-25T00:30:00Z', 'Europe/London', '2026-10-25 01:30'],
    ['2026-10-25T01:30:00Z', 'Europe/London', '2026-10-25 01:30'],
    ['2026-01-01T00:00:00Z', 'America/Los_Angeles', '2025-12-31 16:00'],
    ['2026-01-01T10:00:00Z', 'Pacific/Kiritimati', '2026-01-02 00:00'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01 00:00'],
  ])('at %s in %s is %s', (instant, zone, shown) => {
    const { date, time } = localMoment(new Date(instant), zone);
    expect(`${date} ${time}`).toBe(shown);
  });
});

describe('adding days', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 365, '2029-02-28'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', 0, '2026-01-01'],
    ['1900-01-01', -1, '1899-12-31'],
    ['2100-02-28', 1, '2100-03-01'],
  ])('%s and %i is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });
});
