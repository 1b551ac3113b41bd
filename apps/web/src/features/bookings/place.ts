import type { BookingDetail } from '@burrow/contracts/booking';
import type { BookingChanges } from './use-booking-update.ts';

/** Where in the diary an appointment is: the day, the time and whose column. */
export interface Place {
  date: string;
  time: string;
  staffId: number | null;
}

export const placeOf = (
  booking: Pick<BookingDetail, 'booking_date' | 'booking_time' | 'staff_id'>,
): Place => ({
  date: booking.booking_date,
  time: booking.booking_time,
  staffId: booking.staff_id,
});

export const sameStart = (one: Place, other: Place): boolean =>
  one.date === other.date && one.time === other.time;

/** What `booking_update` is told to move an appointment; staff only when it changes (0 takes them off). */
export const movedTo = (to: Place, from: Place): BookingChanges => ({
  booking_date: to.date,
  booking_time: to.time,
  ...(to.staffId === from.staffId ? {} : { staff_id: to.staffId ?? 0 }),
});
