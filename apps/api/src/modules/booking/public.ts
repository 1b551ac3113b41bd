export { settleCancellation } from './cancellation.ts';
export { confirmForClient } from './client-confirmation.ts';
export { moveToOffer } from './move-to-offer.ts';
export { findMovePlace, moveForClient } from './portal-move.ts';
export {
  lockDiary,
  checkRequest,
  insertAccepted,
  insertRequest,
  requestBooking,
  stillPossible,
  type AppointmentRequest,
  type WantedAppointment,
} from './portal-request.ts';
export { bookingReferences, missing, refuseTransferred } from './references.ts';
export { lockBooking, updateBooking, type LockedBooking } from './repository.ts';
export { allowedBy, momentOf } from './service.ts';
export { moveToTimeZone } from './time-zone.ts';
export { cancelUpcomingBookings, lockUpcomingBookings } from './upcoming.ts';
