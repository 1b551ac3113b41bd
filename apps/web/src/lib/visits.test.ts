import { expect, test } from 'vitest';
import { summariseVisits, type Visit } from './visits.ts';

const now = '2026-11-21T10:00';

function visit(at: string, status: Visit['status'], provisional = false): Visit & { at: string } {
  return {
    at,
    booking_date: at.slice(0, 10),
    booking_time: at.slice(11),
    status,
    is_provisional: provisional ? 1 : 0,
  };
}

test('the last visit took place, the next one is the first still to come', () => {
  const summary = summariseVisits(
    [
      visit('2026-12-24T09:00', 'confirmed'),
      visit('2026-11-28T09:00', 'pending'),
      visit('2026-11-20T09:00', 'confirmed'),
      visit('2026-11-02T15:30', 'completed'),
      visit('2026-10-30T15:30', 'cancelled'),
      visit('2026-05-02T09:00', 'completed'),
    ],
    now,
  );
  expect(summary.last?.at).toBe('2026-11-02T15:30');
  expect(summary.next?.at).toBe('2026-11-28T09:00');
  expect(summary).toMatchObject({ total: 6, completed: 2, cancelled: 1 });
});

test('a request, a cancelled one and a missed one are no next visit', () => {
  const summary = summariseVisits(
    [
      visit('2026-11-22T09:00', 'pending', true),
      visit('2026-11-23T09:00', 'cancelled'),
      visit('2026-11-21T09:59', 'confirmed'),
    ],
    now,
  );
  expect(summary.next).toBeNull();
  expect(summary.last).toBeNull();
});

test('an appointment at this very minute is still to come', () => {
  expect(summariseVisits([visit(now, 'confirmed')], now).next?.at).toBe(now);
});

test('an animal that is being seen now was seen last now', () => {
  expect(summariseVisits([visit('2026-11-21T09:45', 'in-progress')], now).last?.at).toBe('2026-11-21T09:45');
});
