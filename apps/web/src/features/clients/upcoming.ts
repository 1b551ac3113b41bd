import type { BookingRow } from '@burrow/contracts/booking';
import { byTime } from '../../lib/booking-time.ts';

/**
 * The appointments still to come, soonest first: those that archiving can cancel, requests among them.
 * `now` is the practice's clock, `YYYY-MM-DDTHH:MM`.
 */
export const upcomingOf = (bookings: readonly BookingRow[], now: string): BookingRow[] =>
  bookings
    .filter(
      ({ status, booking_date: date, booking_time: time }) =>
        (status === 'pending' || status === 'confirmed') && `${date}T${time}` >= now,
    )
    .toSorted(byTime);
