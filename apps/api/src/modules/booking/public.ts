export { confirmForClient } from './client-confirmation.ts';
export { findMovePlace, moveForClient, moveToOffer } from './portal-move.ts';
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
export { allowedBy, applyStatus, lockedBooking, momentOf } from './service.ts';
export { moveToTimeZone } from './time-zone.ts';
export { cancelUpcomingBookings, lockUpcomingBookings } from './upcoming.ts';
