import { byTime, upcoming, type Timed } from './booking-time.ts';

/** The columns that decide whether an appointment is a visit. */
export interface Visit extends Timed {
  is_provisional: 0 | 1;
}

export interface VisitSummary<Booking> {
  /** All appointments, cancelled ones and requests too. */
  total: number;
  completed: number;
  cancelled: number;
  /** The latest one that has started. */
  last: Booking | null;
  /** The next one; unanswered requests do not count. */
  next: Booking | null;
}

/** Counts a client's or an animal's appointments. `now` is the practice's clock, `YYYY-MM-DDTHH:MM`. */
export function summariseVisits<Booking extends Visit>(
  bookings: readonly Booking[],
  now: string,
): VisitSummary<Booking> {
  const tookPlace = ({ status }: Booking) => status === 'completed' || status === 'in-progress';
  const count = (status: Booking['status']) => bookings.filter((booking) => booking.status === status).length;
  return {
    total: bookings.length,
    completed: count('completed'),
    cancelled: count('cancelled'),
    last: bookings.toSorted(byTime).findLast(tookPlace) ?? null,
    next: upcoming(bookings, now).find((booking) => booking.is_provisional === 0) ?? null,
  };
}
