import type { WorkContext } from '../../context/context.ts';
import { notify } from '../notification/public.ts';
import { lockBooking, updateBooking } from './repository.ts';

/**
 * Confirms an appointment on the client's reply, and notifies the practice. A confirmed one stays as it is.
 * @returns false if it is not upcoming, or only a request
 */
export async function confirmForClient(ctx: WorkContext, bookingId: number): Promise<boolean> {
  const booking = await lockBooking(ctx, bookingId);
  if (!booking || booking.is_provisional) return false;
  if (booking.status === 'confirmed') return true;
  if (booking.status !== 'pending') return false;
  await updateBooking(ctx, bookingId, { status: 'confirmed' });
  await notify(ctx, { kind: 'client_confirmed', bookingId });
  return true;
}
