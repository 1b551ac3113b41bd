import type { BookingRow } from '@burrow/contracts/booking';
import { expect, test } from 'vitest';
import { upcomingOf } from './upcoming.ts';

const at = (id: number, booking_date: string, booking_time: string, status: BookingRow['status']) =>
  ({ id, booking_date, booking_time, status }) as BookingRow;

test('what is still to come is pending or confirmed and has not begun, soonest first', () => {
  const bookings = [
    at(1, '2026-01-16', '09:00', 'pending'),
    at(2, '2026-01-14', '10:00', 'confirmed'),
    at(3, '2026-01-14', '09:00', 'confirmed'),
    at(4, '2026-01-14', '08:59', 'confirmed'),
    at(5, '2026-01-15', '09:00', 'cancelled'),
    at(6, '2026-01-15', '09:00', 'completed'),
    at(7, '2026-01-14', '09:30', 'in-progress'),
  ];
  expect(upcomingOf(bookings, '2026-01-14T09:00').map(({ id }) => id)).toEqual([3, 2, 1]);
});
