export { confirmForClient } from './client-confirmation.ts';
export {
  lockDiary,
  checkRequest,
  insertRequest,
  requestBooking,
  stillPossible,
  type AppointmentRequest,
  type WantedAppointment,
} from './portal-request.ts';
export { moveToTimeZone } from './time-zone.ts';
export { cancelUpcomingBookings, lockUpcomingBookings } from './upcoming.ts';
