import type { portalBookingActions } from '@burrow/contracts/portal-booking';
import type { Handlers } from '../../lib/handlers.ts';
import { portalAvailability } from './portal-availability.ts';
import { requestBooking } from './portal-request.ts';

export const portalBookingHandlers: Handlers<typeof portalBookingActions> = {
  'cp/booking_availability': (ctx, input) => portalAvailability(ctx, input),
  'cp/booking_create': async (ctx, input) => {
    const bookingId = await requestBooking(ctx, input);
    return { booking_id: bookingId, id: bookingId };
  },
};
