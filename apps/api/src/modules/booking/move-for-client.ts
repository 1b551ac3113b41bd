import type { WorkContext } from '../../context/context.ts';
import type { AppointmentRequest } from './portal-request.ts';
import {
  assignResources,
  releaseResources,
  resourceChange,
  updateBooking,
  type BookingChanges,
  type LockedBooking,
} from './repository.ts';
import { notifyClientOfChange } from './service.ts';

/** The time, person and rooms that an appointment moves to. */
export type NewPlace = Pick<
  AppointmentRequest,
  | 'booking_date'
  | 'booking_time'
  | 'starts_at'
  | 'duration_minutes'
  | 'before_minutes'
  | 'after_minutes'
  | 'staff_id'
  | 'resource_ids'
>;

/**
 * Moves an appointment to a time that was found free under the diary's lock, and notifies its client. Price, deposit and
 * everything else stay with the appointment.
 * @param booking its row, locked until the transaction ends
 * @param changes to its status, if the move accepts a request
 */
export async function moveForClient(
  ctx: WorkContext,
  booking: LockedBooking,
  { resource_ids: resourceIds, ...place }: NewPlace,
  changes: Pick<BookingChanges, 'status' | 'is_provisional'> = {},
): Promise<void> {
  const all: BookingChanges = {
    ...changes,
    ...place,
    overlap_allowed: false,
    ...resourceChange(booking, resourceIds, ctx.now),
  };
  // Release the rooms first: another appointment may use them at the new time.
  await releaseResources(ctx, booking.id);
  await updateBooking(ctx, booking.id, all);
  await assignResources(ctx, booking.id, resourceIds);
  await notifyClientOfChange(ctx, booking, all, true);
}
