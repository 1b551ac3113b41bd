export const bookingStatuses = ['pending', 'confirmed', 'in-progress', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** The published state machine: the statuses an appointment may change to from each. Cancelled is final. */
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
 * The status that the practice and its clients see. An accepted request is shown to the client as confirmed, although
 * its status stays pending.
 */
export const shownStatus = (booking: {
  status: BookingStatus;
  is_provisional: 0 | 1;
  staff_accepted: 0 | 1;
}): BookingStatus =>
  booking.status === 'pending' && booking.is_provisional === 0 && booking.staff_accepted === 1
    ? 'confirmed'
    : booking.status;
