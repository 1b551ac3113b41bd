import type { portalBookingActions } from '@burrow/contracts/portal-booking';
import { prepared, type Handlers } from '../../context/handlers.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { portalAvailability, portalStaff } from '../availability/public.ts';
import { requestBooking } from '../booking/public.ts';
import { bookedWithDeposit } from '../deposit/public.ts';

export const portalBookingHandlers: Handlers<typeof portalBookingActions> = {
  'cp/booking_availability': (ctx, input) => portalAvailability(ctx, input),
  'cp/booking_staff': (ctx, input) => portalStaff(ctx, input.service_id),
  'cp/booking_create': prepared({
    // A deposit requires a call to the card provider, which must not happen in a transaction.
    isPrepared: ({ payment_id: paymentId }) => paymentId !== undefined,
    prepare: async (ctx, { payment_id: paymentId }): Promise<number | undefined> =>
      paymentId === undefined ? undefined : bookedWithDeposit(ctx, paymentId),
    run: async (ctx, input, booked) => {
      const bookingId = booked ?? (await requestBooking(ctx, ownClientId(ctx), input));
      return { booking_id: bookingId, id: bookingId };
    },
  }),
};
