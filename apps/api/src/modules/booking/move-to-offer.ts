import type { WorkContext } from '../../context/context.ts';
import { closeOpenChange, recordChange, termsAfterMove } from '../booking-terms/public.ts';
import type { MovePlace } from './portal-move.ts';
import {
  assignResources,
  releaseResources,
  resourceChange,
  updateBooking,
  type BookingChanges,
  type LockedBooking,
} from './repository.ts';
import { notifyClientOfChange } from './service.ts';

/**
 * Moves an appointment to a time that the practice has offered and its client has accepted, found free under the diary's
 * lock, and notifies the client. It is confirmed. Price, deposit and everything else stay with it. The terms are those of a
 * move by the client, who asked for it, or the waitlist would be a way round the late fee; it does not count as one of theirs.
 * @param booking its row, locked until the transaction ends
 */
export async function moveToOffer(
  ctx: WorkContext,
  booking: LockedBooking,
  { resource_ids: resourceIds, ...place }: MovePlace & { duration_minutes: number },
): Promise<void> {
  const { now } = ctx;
  const changes: BookingChanges = {
    ...place,
    status: 'confirmed',
    is_provisional: false,
    overlap_allowed: false,
    terms: termsAfterMove(booking, { by: 'client', at: now, startsAt: place.starts_at }),
    ...resourceChange(booking, resourceIds, now),
  };
  closeOpenChange(ctx, booking.id, 'lapsed');
  recordChange(ctx, booking, {
    kind: 'move',
    by_client: true,
    to_date: place.booking_date,
    to_time: place.booking_time,
    to_staff_id: place.staff_id,
  });
  // Release the rooms first: another appointment may use them at the new time.
  await releaseResources(ctx, booking.id);
  await updateBooking(ctx, booking.id, changes);
  await assignResources(ctx, booking.id, resourceIds);
  await notifyClientOfChange(ctx, booking, changes, true);
}
