import { byTime, type Timed } from '../../lib/booking-time.ts';

/**
 * The appointments that archiving can cancel: pending (requests too) or confirmed, and beginning now or later; soonest
 * first. `now` is the practice's clock, `YYYY-MM-DDTHH:MM`.
 */
export const upcomingBookings = <Booking extends Timed>(
  bookings: readonly Booking[],
  now: string,
): Booking[] =>
  bookings
    .filter(
      ({ status, booking_date: day, booking_time: time }) =>
        (status === 'pending' || status === 'confirmed') && `${day}T${time}` >= now,
    )
    .toSorted(byTime);
