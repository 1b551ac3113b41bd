export { settleCancellation } from './cancellation.ts';
export { confirmForClient } from './client-confirmation.ts';
export { findMovePlace, moveForClient } from './portal-move.ts';
export {
  lockDiary,
  checkRequest,
  insertRequest,
  requestBooking,
  stillPossible,
  type AppointmentRequest,
  type WantedAppointment,
} from './portal-request.ts';
export { refuseTransferred } from './references.ts';
export { lockBooking, updateBooking } from './repository.ts';
export { allowedBy, momentOf } from './service.ts';
export { moveToTimeZone } from './time-zone.ts';
export { cancelUpcomingBookings, lockUpcomingBookings } from './upcoming.ts';
