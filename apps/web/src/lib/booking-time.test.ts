import { describe, expect, it } from 'vitest';
import { byTime, endTime, isMissed, upcoming, type Timed } from './booking-time.ts';

const at = (booking_date: string, booking_time: string, status: Timed['status'] = 'confirmed') => ({
  booking_date,
  booking_time,
  status,
  stage: null,
});

describe('a missed appointment', () => {
  it('is more than three hours past', () => {
    expect(isMissed(at('2026-11-21', '09:00'), '2026-11-21T12:00')).toBe(false);
    expect(isMissed(at('2026-11-21', '09:00'), '2026-11-21T12:01')).toBe(true);
    expect(isMissed(at('2026-11-20', '23:00', 'pending'), '2026-11-21T02:30')).toBe(true);
  });

  it.each(['in-progress', 'completed', 'cancelled'] as const)('is never %s', (status) => {
    expect(isMissed(at('2026-11-01', '09:00', status), '2026-11-21T12:00')).toBe(false);
  });

  it('is never one whose client has arrived', () => {
    expect(isMissed({ ...at('2026-11-21', '09:00'), stage: 'arrived' }, '2026-11-21T12:01')).toBe(false);
  });
});

it('sorts by day, then time', () => {
  const rows = [at('2026-11-21', '10:00'), at('2026-11-20', '15:00'), at('2026-11-21', '09:30')];
  expect(rows.toSorted(byTime)).toEqual([rows[1], rows[2], rows[0]]);
});

it('lists upcoming appointments that are pending or confirmed, soonest first', () => {
  const rows = [
    at('2026-01-16', '09:00', 'pending'),
    at('2026-01-14', '10:00'),
    at('2026-01-14', '09:00'),
    at('2026-01-14', '08:59'),
    at('2026-01-15', '09:00', 'cancelled'),
    at('2026-01-15', '09:00', 'completed'),
    at('2026-01-14', '09:30', 'in-progress'),
  ];
  expect(upcoming(rows, '2026-01-14T09:00')).toEqual([rows[2], rows[1], rows[0]]);
});

it.each([
  ['09:30', 45, '10:15'],
  ['23:30', 60, '00:30'],
])('from %s for %i minutes ends at %s', (time, minutes, end) => {
  expect(endTime(time, minutes)).toBe(end);
});
