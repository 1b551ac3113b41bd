import type { attendanceActions } from '@burrow/contracts/attendance';
import type { bookingActions } from '@burrow/contracts/booking-actions';
import type { Handlers } from '../../context/handlers.ts';
import { freeTimes } from '../availability/public.ts';
import { bookWalkIn, cancelNotAttended, setStage } from './attendance.ts';
import { tellScreens } from '../notification/public.ts';
import { changeBooking } from './change-booking.ts';
import { bookingWithDetail } from './detail-read-model.ts';
import { bookingsHere } from './here-read-model.ts';
import { invoiceDocument } from './invoice.ts';
import {
  bookingRequests,
  bookingsOfAnimal,
  bookingsOfClient,
  bookingsOfMonth,
  bookingsToday,
} from './read-model.ts';
import { referralDocument } from './referral.ts';
import { createBooking, moveBooking, replaceNotes, replaceStaffNotes } from './service.ts';

export const bookingHandlers: Handlers<typeof bookingActions> = {
  bookings: (ctx, input) => bookingsOfMonth(ctx, input),
  bookings_by_staff: (ctx, input) => bookingsOfMonth(ctx, input, { staffId: input.staff_id }),
  bookings_by_service: (ctx, input) => bookingsOfMonth(ctx, input, { serviceId: input.service_id }),
  bookings_by_staff_and_service: (ctx, input) =>
    bookingsOfMonth(ctx, input, { staffId: input.staff_id, serviceId: input.service_id }),
  bookings_today: (ctx) => bookingsToday(ctx),
  bookings_pending: (ctx) => bookingRequests(ctx),
  bookings_by_client: (ctx, input) => bookingsOfClient(ctx, input.client_id),
  bookings_by_animal: (ctx, input) => bookingsOfAnimal(ctx, input.animal_id),
  booking: (ctx, input) => bookingWithDetail(ctx, input.booking_id),
  'bookings/free_times': (ctx, input) => freeTimes(ctx, input),
  booking_create: async (ctx, input) => {
    const id = await createBooking(ctx, input);
    tellScreens(ctx);
    return { booking_id: id };
  },
  booking_update: async (ctx, input) => {
    await changeBooking(ctx, input);
    if (input.status !== 'cancelled') tellScreens(ctx);
  },
  booking_status_update: async (ctx, input) => {
    await moveBooking(ctx, input);
    // A cancellation reaches other screens with its notification.
    if (input.status !== 'cancelled') tellScreens(ctx);
  },
  'booking/update_notes': async (ctx, input) => {
    await replaceNotes(ctx, input.booking_id, input.notes ?? null);
    tellScreens(ctx);
  },
  'booking/update_staff_notes': async (ctx, input) => {
    await replaceStaffNotes(ctx, input.booking_id, input.staff_notes ?? null);
    tellScreens(ctx);
  },
  booking_invoice: (ctx, input) => invoiceDocument(ctx, input.booking_id),
  booking_referral: (ctx, input) => referralDocument(ctx, input.booking_id),
};

export const attendanceHandlers: Handlers<typeof attendanceActions> = {
  bookings_here: (ctx) => bookingsHere(ctx),
  booking_stage_set: (ctx, input) => setStage(ctx, input),
  booking_did_not_attend: (ctx, input) => cancelNotAttended(ctx, input),
  booking_walk_in: (ctx, input) => bookWalkIn(ctx, input),
};
