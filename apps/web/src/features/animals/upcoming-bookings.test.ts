import { expect, it } from 'vitest';
import { upcomingBookings } from './upcoming-bookings.ts';

it('are those pending or confirmed that have not begun, soonest first', () => {
  const booking = (
    status: 'pending' | 'confirmed' | 'completed' | 'cancelled',
    day: string,
    time = '09:00',
  ) => ({
    status,
    booking_date: day,
    booking_time: time,
  });
  const bookings = [
    booking('confirmed', '2026-02-01'),
    booking('pending', '2026-01-14', '10:00'),
    booking('confirmed', '2026-01-14', '08:30'),
    booking('cancelled', '2026-02-02'),
    booking('completed', '2026-01-10'),
  ];
  expect(upcomingBookings(bookings, '2026-01-14T09:00').map((one) => one.booking_date)).toEqual([
    '2026-01-14',
    '2026-02-01',
  ]);
});
