import { expect, test } from 'vitest';
import { zonedInstant } from './zoned-instant.ts';

test.each([
  ['in winter', '2026-11-21', '09:30', 'Europe/London', '2026-11-21T09:30:00.000Z'],
  ['in summer', '2026-07-01', '09:30', 'Europe/London', '2026-07-01T08:30:00.000Z'],
  ['before the clocks go back', '2026-10-25', '00:30', 'Europe/London', '2026-10-24T23:30:00.000Z'],
  ['the first of a time shown twice', '2026-10-25', '01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
  ['after the clocks went back', '2026-10-25', '02:30', 'Europe/London', '2026-10-25T02:30:00.000Z'],
  ['far west', '2026-11-21', '20:00', 'America/Los_Angeles', '2026-11-22T04:00:00.000Z'],
  ['half an hour off', '2026-11-21', '04:00', 'Asia/Kolkata', '2026-11-20T22:30:00.000Z'],
])('%s', (_when, day, time, zone, instant) => {
  expect(zonedInstant(day, time, zone)?.toISOString()).toBe(instant);
});

test('a time that the clock skips, and what is no time, have no instant', () => {
  expect(zonedInstant('2026-03-29', '01:30', 'Europe/London')).toBeNull();
  expect(zonedInstant('soon', '09:00', 'Europe/London')).toBeNull();
});
