import type { Ctx } from '../../context/context.ts';
import { tellClients, type ToldEvent } from '../message/public.ts';
import { notify } from '../notification/public.ts';
import type { BookingChanges, LockedBooking } from './repository.ts';

/**
 * Sends the notifications of a change to an appointment: to colleagues of a cancelled one, and, unless suppressed, to
 * its client of a cancellation, an accepted request, a confirmation, or another day or time.
 */
export async function notifyClientOfChange(
  ctx: Ctx,
  booking: LockedBooking,
  changes: BookingChanges,
  tellsClient: boolean,
): Promise<void> {
  const event = eventOf(booking, changes);
  if (event && tellsClient) await tellClients(ctx, event, [booking.id], booking);
  if (changes.status === 'cancelled') await notify(ctx, { kind: 'booking_cancelled', bookingId: booking.id });
}

function eventOf(booking: LockedBooking, changes: BookingChanges): ToldEvent | null {
  const { status, is_provisional: isRequest = booking.is_provisional } = changes;
  if (status === 'cancelled') return 'booking_cancellation';
  if (isRequest) return null;
  // A client who was notified of the acceptance is not notified of the confirmation.
  const isConfirmed = booking.status === 'pending' && status === 'confirmed';
  if (booking.is_provisional || isConfirmed) return 'booking_confirmation';
  const { booking_date: date = booking.booking_date, booking_time: time = booking.booking_time } = changes;
  const isMoved = date !== booking.booking_date || time !== booking.booking_time;
  return isMoved ? 'booking_change' : null;
}
