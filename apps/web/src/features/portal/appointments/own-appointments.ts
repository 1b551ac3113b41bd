import type { PortalBooking } from '@burrow/contracts/portal';
import { byTime } from '../../../lib/booking-time.ts';
import { statusLook } from './appointment-status.ts';

type When = Pick<PortalBooking, 'booking_date' | 'booking_time'>;

/** Whether an appointment has passed. `now` is the practice's clock, `YYYY-MM-DDTHH:MM`. */
export const isPast = ({ booking_date: day, booking_time: time }: When, now: string): boolean =>
  `${day}T${time}` < now;

/**
 * A pet owner's appointments in two lists: upcoming, soonest first, and all others (past or cancelled), latest first. `now`
 * is the practice's clock, `YYYY-MM-DDTHH:MM`.
 */
export function inSections(
  bookings: readonly PortalBooking[],
  now: string,
): { upcoming: PortalBooking[]; previous: PortalBooking[] } {
  const isUpcoming = (booking: PortalBooking) => booking.status !== 'cancelled' && !isPast(booking, now);
  return {
    upcoming: bookings.filter((booking) => isUpcoming(booking)).toSorted(byTime),
    previous: bookings.filter((booking) => !isUpcoming(booking)).toSorted((one, other) => byTime(other, one)),
  };
}

/**
 * The appointments that contain every word of `text` in pet, service, status (as shown or as named in code) or staff.
 */
export function searched(bookings: readonly PortalBooking[], text: string): readonly PortalBooking[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return bookings;
  return bookings.filter(({ animal_name: pet, service, status, staff_member: staff }) => {
    const said = [pet, service, status, statusLook(status, 'list').label, staff].join('\n').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
