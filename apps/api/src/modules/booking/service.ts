import type { ParsedInputOf } from '@burrow/contracts/actions';
import { canMoveBooking, type BookingStatus } from '@burrow/contracts/booking-status';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { instantOf, localMoment } from '../../lib/clock.ts';
import { seesPayments } from '../../lib/key-scopes.ts';
import { writtenMoney } from '../../lib/money.ts';
import {
  daysTouched,
  findTime,
  refuseClashes,
  type FoundTime,
  type WantedTime,
} from '../availability/public.ts';
import { tellClients, type ToldEvent } from '../message/public.ts';
import { closeOpenChange, reopenChange } from '../booking-terms/public.ts';
import { notify } from '../notification/public.ts';
import { lockBookingMoney, recordPayment, voidStandingPayments } from '../payment/public.ts';
import { cancellingOf, settleCancellation, type Cancelling } from './cancellation.ts';
import { newBookingReferences } from './references.ts';
import {
  assignResources,
  insertBookingAtCommit,
  lockBooking,
  releaseResources,
  resourceChange,
  updateBooking,
  type BookingChanges,
  type LockedBooking,
  type NewBooking,
} from './repository.ts';

/**
 * Books an appointment for a client's animal.
 * @returns its id
 * @throws AppError `not_found` (client, animal, service, staff), `staff_busy`, `animal_busy`, `practice_full`,
 *   `nonexistent_time`, `invalid_input`
 */
export async function createBooking(ctx: Ctx, input: ParsedInputOf<'booking_create'>): Promise<number> {
  const { session, now } = ctx;
  if (input.booking_date < localMoment(now, session.timeZone).date) {
    throw invalidField('booking_date', 'Date cannot be earlier than today');
  }
  const startsAt = momentOf(ctx, input.booking_date, input.booking_time);
  const wanted: WantedTime = {
    ...input,
    staff_id: input.staff_id ?? (input.anyone ? 'anyone' : null),
    booking_id: null,
    resource_ids: input.resource_ids ?? [],
  };
  // Sent together in one round trip, with the lock last, to hold it briefly.
  const [references, found] = await Promise.all([
    newBookingReferences(ctx, { ...input, staff_id: input.staff_id ?? null }, daysTouched(wanted)),
    findTime(ctx, wanted, { isLocked: true }),
  ]);
  const { booking_id: bookingId } = references;
  insertDeskBooking(ctx, bookingId, found, {
    ...input,
    starts_at: startsAt,
    price_pence: input.price ?? found.ownPricePence ?? references.base_price_pence,
    overlap_allowed: refuseClashes(ctx, found.clashes, allowedBy(input)),
    notes: input.notes ?? null,
    staff_notes: input.staff_notes ?? null,
    arrived_at: null,
  });
  // The client gets no booking message for an appointment that is not confirmed yet.
  if (input.tell_client && input.status === 'confirmed') {
    await tellClients(ctx, 'booking_confirmation', [bookingId]);
  }
  return bookingId;
}

/** Writes an appointment that the desk books, with the staff member and the rooms that were found for it. */
export function insertDeskBooking(
  ctx: Ctx,
  bookingId: number,
  found: FoundTime,
  booking: Omit<NewBooking, 'staff_id' | 'before_minutes' | 'after_minutes' | 'is_provisional' | 'source'>,
): void {
  insertBookingAtCommit(
    ctx,
    bookingId,
    {
      ...booking,
      staff_id: found.staffId,
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
      is_provisional: false,
      source: 'staff',
    },
    found.resourceIds,
  );
}

/** The clashes that the caller overrides. */
export const allowedBy = (input: {
  allow_overlap?: boolean | undefined;
  allow_outside?: boolean | undefined;
}): { overlap: boolean; outside: boolean } => ({
  overlap: input.allow_overlap ?? false,
  outside: input.allow_outside ?? false,
});

/**
 * Changes an appointment's status; completed with a method records a payment of the balance due.
 * @throws AppError `not_found`, `illegal_transition`, `balance_changed`, `terms_changed`; `staff_busy`, `animal_busy` or
 * `slot_taken` when the change accepts a request
 */
export async function moveBooking(ctx: Ctx, input: ParsedInputOf<'booking_status_update'>): Promise<void> {
  const [booking, { due_pence: due }] = await Promise.all([
    lockedBooking(ctx, input.booking_id),
    lockBookingMoney(ctx, input.booking_id),
  ]);
  checkTransition(booking.status, input.status);
  if (input.paid_type && input.status !== 'completed') {
    throw invalidField('paid_type', 'Send paid_type only when the status is completed.');
  }
  if (input.expected_balance !== undefined && input.expected_balance !== due) {
    const message = `The balance due is now ${writtenMoney(due, ctx.session)}. Nothing was saved. Check the amount, then try again.`;
    throw new AppError('balance_changed', seesPayments(ctx.session) ? { message } : {});
  }
  const acceptance = await acceptedByMove(ctx, booking, input);
  if (input.paid_type) await recordPayment(ctx, booking.id, input.paid_type, due);
  if (acceptance) await releaseResources(ctx, booking.id);
  await applyStatus(
    ctx,
    booking,
    { status: input.status, ...acceptance?.changes },
    { cancelling: cancellingOf(input), tell_client: input.tell_client },
  );
  if (acceptance) await assignResources(ctx, booking.id, acceptance.resourceIds);
}

/**
 * Changes an appointment to another status: settles the money, updates it, and sends the notifications. A change of the
 * status answers a request.
 */
export async function applyStatus(
  ctx: Ctx,
  booking: LockedBooking,
  status: BookingChanges & { status: BookingStatus },
  { cancelling, tell_client: tellsClient }: { cancelling: Cancelling; tell_client: boolean },
): Promise<void> {
  const settled = await settleMoney(ctx, booking, status.status, cancelling);
  const changes = { ...status, ...settled, is_provisional: false };
  await Promise.all([
    updateBooking(ctx, booking.id, changes),
    notifyClientOfChange(ctx, booking, changes, tellsClient),
  ]);
}

/**
 * Changing a request to any status but 'cancelled' accepts it, so its time must be free as for any other acceptance.
 */
async function acceptedByMove(
  ctx: Ctx,
  booking: LockedBooking,
  input: ParsedInputOf<'booking_status_update'>,
): Promise<{ changes: BookingChanges; resourceIds: number[] } | null> {
  if (!booking.is_provisional || input.status === 'cancelled') return null;
  const found = await findTime(
    ctx,
    { ...booking, booking_id: booking.id, kept_resource_ids: booking.resource_ids },
    { isAcceptance: true },
  );
  const isOverlap = refuseClashes(ctx, found.clashes, allowedBy(input), true);
  return {
    changes: {
      overlap_allowed: isOverlap,
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
      ...resourceChange(booking, found.resourceIds, ctx.now),
    },
    resourceIds: found.resourceIds,
  };
}

/** @throws AppError `not_found` */
export async function replaceNotes(ctx: Ctx, bookingId: number, notes: string | null): Promise<void> {
  await lockedBooking(ctx, bookingId);
  await updateBooking(ctx, bookingId, { notes });
}

/** @throws AppError `not_found` */
export async function replaceStaffNotes(ctx: Ctx, bookingId: number, notes: string | null): Promise<void> {
  await lockedBooking(ctx, bookingId);
  await updateBooking(ctx, bookingId, { staff_notes: notes });
}

/** @throws AppError `not_found` */
export async function lockedBooking(ctx: Ctx, bookingId: number): Promise<LockedBooking> {
  const booking = await lockBooking(ctx, bookingId);
  if (!booking) throw new AppError('not_found', { message: 'Appointment not found.' });
  return booking;
}

export function checkTransition(from: BookingStatus, to: BookingStatus): void {
  if (canMoveBooking(from, to)) return;
  const message =
    from === to ? `This appointment is already ${to}.` : `An appointment can’t change from ${from} to ${to}.`;
  throw new AppError('illegal_transition', { message });
}

/**
 * Leaving 'completed' is Mark Unpaid: it voids the payments taken at the desk. Cancelling refunds what of a deposit paid by
 * card is not kept. A client's open request about the appointment ends when the visit begins or is cancelled; it is reopened
 * when the visit has not begun after all.
 * @returns further columns to write
 */
export async function settleMoney(
  ctx: Ctx,
  booking: LockedBooking,
  to: BookingStatus,
  cancelling: Cancelling,
): Promise<BookingChanges> {
  if (booking.status === 'completed' && to === 'confirmed') await voidStandingPayments(ctx, booking.id);
  if (to === 'cancelled') return settleCancellation(ctx, booking, cancelling);
  if (to === 'in-progress' || to === 'completed') closeOpenChange(ctx, booking.id, 'lapsed');
  else reopenChange(ctx, booking.id);
  return {};
}

/**
 * Sends the notifications of a change to an appointment: to colleagues of a cancelled one, and, unless suppressed, to
 * its client of a cancellation, an accepted request, a confirmation, or another day or time.
 */
export async function notifyClientOfChange(
  ctx: WorkContext,
  booking: LockedBooking,
  changes: BookingChanges,
  tellsClient: boolean,
): Promise<void> {
  const event = eventOf(booking, changes);
  if (event && tellsClient) await tellClients(ctx, event, [booking.id], booking);
  if (changes.status === 'cancelled') await notify(ctx, { kind: 'booking_cancelled', bookingId: booking.id });
}

/** What the client is notified of when an appointment changes; null for nothing. */
export function eventOf(booking: LockedBooking, changes: BookingChanges): ToldEvent | null {
  const { status, is_provisional: isRequest = booking.is_provisional } = changes;
  if (status === 'cancelled') {
    const isDeclined = booking.is_provisional && changes.cancelled_by === 'practice';
    return isDeclined ? 'request_declined' : 'booking_cancellation';
  }
  if (isRequest) return null;
  // A client who was notified of the acceptance is not notified of the confirmation.
  const isConfirmed = booking.status === 'pending' && status === 'confirmed';
  if (booking.is_provisional || isConfirmed) return 'booking_confirmation';
  const { booking_date: date = booking.booking_date, booking_time: time = booking.booking_time } = changes;
  const isMoved = date !== booking.booking_date || time !== booking.booking_time;
  return isMoved ? 'booking_change' : null;
}

/** @throws AppError `nonexistent_time` */
export function momentOf({ session }: Pick<WorkContext, 'session'>, date: string, time: string): Date {
  const instant = instantOf({ date, time }, session.timeZone);
  if (!instant)
    throw new AppError('nonexistent_time', {
      fields: { booking_time: 'The clocks go forward at this time. Choose another.' },
    });
  return instant;
}
