/** The life of an appointment. */
export const bookingStatuses = ['pending', 'confirmed', 'in-progress', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** The published state machine: from each status, where an appointment may go. Cancelled is final. */
const bookingTransitions: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['confirmed', 'in-progress', 'completed', 'cancelled'],
  confirmed: ['in-progress', 'completed', 'cancelled', 'pending'],
  'in-progress': ['completed', 'confirmed', 'cancelled'],
  completed: ['confirmed'],
  cancelled: [],
};

export const canMoveBooking = (from: BookingStatus, to: BookingStatus): boolean =>
  bookingTransitions[from].includes(to);

/** Hours after which a pending or confirmed appointment counts as missed. */
export const missedAfterHours = 3;

export const paymentMethods = ['Cash', 'Card', 'BACS'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * The status that everybody reads. A request that the practice accepted is confirmed to its client, although its status
 * stays pending.
 */
export const shownStatus = (booking: {
  status: BookingStatus;
  is_provisional: 0 | 1;
  staff_accepted: 0 | 1;
}): BookingStatus =>
  booking.status === 'pending' && booking.is_provisional === 0 && booking.staff_accepted === 1
    ? 'confirmed'
    : booking.status;
