import { minutesOf, startOf, timeOf } from '@burrow/contracts/calendar-day';
import type { BookingStage } from '@burrow/contracts/booking-stage';
import { missedAfterHours, type BookingStatus } from '@burrow/contracts/booking-status';

/** The columns with an appointment's date and time. */
export interface Timed {
  booking_date: string;
  booking_time: string;
  status: BookingStatus;
}

type Start = Pick<Timed, 'booking_date' | 'booking_time'>;

/** Sorts appointments by day and time. */
export const byTime = (one: Start, other: Start): number =>
  `${one.booking_date}T${one.booking_time}`.localeCompare(`${other.booking_date}T${other.booking_time}`);

/**
 * The upcoming appointments, soonest first: pending (including requests) or confirmed, starting now or later. `now` is
 * the practice's clock, `YYYY-MM-DDTHH:MM`.
 */
export const upcoming = <Booking extends Timed>(bookings: readonly Booking[], now: string): Booking[] =>
  bookings
    .filter(
      ({ status, booking_date: day, booking_time: time }) =>
        (status === 'pending' || status === 'confirmed') && `${day}T${time}` >= now,
    )
    .toSorted(byTime);

/**
 * Whether an appointment counts as missed: still pending or confirmed more than three hours after its time, and its
 * client has not arrived.
 * `now` is the practice's clock, `YYYY-MM-DDTHH:MM`.
 */
export function isMissed(booking: Timed & { stage: BookingStage | null }, now: string): boolean {
  if ((booking.status !== 'pending' && booking.status !== 'confirmed') || booking.stage) return false;
  const at = Date.parse(`${booking.booking_date}T${booking.booking_time}Z`);
  return Date.parse(`${now}Z`) - at > missedAfterHours * 3_600_000;
}

/** The time an appointment ends, `HH:MM`; after midnight it counts from 00:00. */
export const endTime = (time: string, minutes: number): string => timeOf((minutesOf(time) + minutes) % 1440);

/** When an appointment is: its day, and the times at which it starts and ends. */
export function whenOf(booking: Pick<Timed, 'booking_date' | 'booking_time'> & { duration_minutes: number }) {
  const { date, time: start } = startOf(booking);
  return { date, start, end: endTime(start, booking.duration_minutes) };
}
