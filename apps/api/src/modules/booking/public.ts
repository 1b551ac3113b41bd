export { confirmForClient } from './client-confirmation.ts';
export { moveForClient } from './move-for-client.ts';
export { bookingReferences, missing } from './references.ts';
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
export { lockBooking } from './repository.ts';
export { momentOf } from './service.ts';
export { moveToTimeZone } from './time-zone.ts';
export { cancelUpcomingBookings, lockUpcomingBookings } from './upcoming.ts';
