import type { ParsedInputOf } from '@burrow/contracts/actions';
import { canMoveBooking, type BookingStatus } from '@burrow/contracts/booking-status';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { instantOf, localMoment } from '../../lib/clock.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { findClashes, refuseClashes, type WantedTime } from '../availability/public.ts';
import { tellClients, type ToldEvent } from '../message/public.ts';
import { notify } from '../notification/public.ts';
import { refundDepositOf, recordPayment, voidStandingPayments } from '../payment/public.ts';
import { bookingReferences, refuseTransferred } from './references.ts';
import {
  insertBooking,
  lockBooking,
  updateBooking,
  type BookingChanges,
  type LockedBooking,
} from './repository.ts';

/**
 * Books an appointment for a client's animal.
 * @returns its id
 * @throws AppError `not_found` (client, animal, service, staff), `staff_busy`, `animal_busy`, `practice_full`,
 *   `nonexistent_time`, `invalid_input`
 */
export async function createBooking(ctx: Ctx, input: ParsedInputOf<'booking_create'>): Promise<number> {
  const { tx, tenantId, session, now } = ctx;
  if (input.booking_date < localMoment(now, session.timeZone).date) {
    throw invalidField('booking_date', 'Date cannot be earlier than today');
  }
  const startsAt = momentOf(ctx, input.booking_date, input.booking_time);
  const staffId = input.staff_id ?? null;
  const wanted: WantedTime = { ...input, staff_id: staffId, booking_id: null };
  // The lock, the check for overlaps and the references are sent together: one round trip.
  const [clashes, references] = await Promise.all([
    findClashes(ctx, wanted),
    bookingReferences(ctx, { ...input, staff_id: staffId }),
  ]);
  const isOverlap = refuseClashes(ctx, clashes, input.allow_overlap ?? false);
  const bookingId = await insertBooking(
    tx,
    tenantId,
    {
      client_id: input.client_id,
      animal_id: input.animal_id,
      service_id: input.service_id,
      staff_id: staffId,
      booking_date: input.booking_date,
      booking_time: input.booking_time,
      duration_minutes: input.duration_minutes,
      starts_at: startsAt,
      price_pence: input.price ?? references.base_price_pence,
      status: input.status,
      overlap_allowed: isOverlap,
      notes: input.notes ?? null,
      staff_notes: input.staff_notes ?? null,
      is_provisional: false,
      source: 'staff',
    },
    now,
  );
  // The client gets no booking message for an appointment that is not confirmed yet.
  if (input.tell_client && input.status === 'confirmed') {
    await tellClients(ctx, 'booking_confirmation', [bookingId]);
  }
  return bookingId;
}

/**
 * Changes an appointment: answers a request, changes its status, or edits it. Omitted fields stay.
 * @throws AppError `not_found`, `booking_closed`, `illegal_transition`, `staff_busy`, `animal_busy`, `practice_full`,
 * `slot_taken`, `animal_transferred`, `nonexistent_time`
 */
export async function changeBooking(ctx: Ctx, input: ParsedInputOf<'booking_update'>): Promise<void> {
  const booking = await lockedBooking(ctx, input.booking_id);
  const to = input.status ?? booking.status;
  if (to !== booking.status) checkTransition(booking.status, to);
  else if (booking.status === 'cancelled') throw new AppError('booking_closed');
  const changes = await checkedChanges(ctx, booking, input);
  if (settlesMoney(booking, changes)) needScope(ctx, 'payments:write');
  if (to !== booking.status) {
    changes.status = to;
    await settleMoney(ctx, booking, to, input.deposit);
  }
  await Promise.all([
    updateBooking(ctx.tx, ctx.tenantId, booking.id, changes, ctx.now),
    notifyClientOfChange(ctx, booking, changes, input.tell_client),
  ]);
}

/** Whether a new price changes a client's current balance, or leaves a credit. */
const settlesMoney = (booking: LockedBooking, { price_pence: price = booking.price_pence }: BookingChanges) =>
  price !== booking.price_pence && (booking.status === 'completed' || price < booking.paid_pence);

/**
 * Changes an appointment's status; completed with a method records a payment of the balance due.
 * @throws AppError `not_found`, `illegal_transition`; `staff_busy`, `animal_busy` or `slot_taken` when the change
 * accepts a request
 */
export async function moveBooking(ctx: Ctx, input: ParsedInputOf<'booking_status_update'>): Promise<void> {
  const booking = await lockedBooking(ctx, input.booking_id);
  checkTransition(booking.status, input.status);
  if (input.paid_type && input.status !== 'completed') {
    throw invalidField('paid_type', 'Send paid_type only when the status is completed.');
  }
  const acceptance = await acceptedByMove(ctx, booking, input);
  await settleMoney(ctx, booking, input.status, input.deposit);
  if (input.paid_type) {
    await recordPayment(
      ctx,
      booking.id,
      input.paid_type,
      Math.max(0, booking.price_pence - booking.paid_pence),
    );
  }
  const changes = { status: input.status, is_provisional: false, ...acceptance };
  await Promise.all([
    updateBooking(ctx.tx, ctx.tenantId, booking.id, changes, ctx.now),
    notifyClientOfChange(ctx, booking, changes, input.tell_client),
  ]);
}

/**
 * Changing a request to any status but 'cancelled' accepts it, so its time must be free as for any other acceptance.
 */
async function acceptedByMove(
  ctx: Ctx,
  booking: LockedBooking,
  input: ParsedInputOf<'booking_status_update'>,
): Promise<BookingChanges> {
  if (!booking.is_provisional || input.status === 'cancelled') return {};
  const clashes = await findClashes(ctx, { ...booking, booking_id: booking.id }, true);
  return { overlap_allowed: refuseClashes(ctx, clashes, input.allow_overlap ?? false, true) };
}

/** @throws AppError `not_found` */
export async function replaceNotes(ctx: Ctx, bookingId: number, notes: string | null): Promise<void> {
  await lockedBooking(ctx, bookingId);
  await updateBooking(ctx.tx, ctx.tenantId, bookingId, { notes }, ctx.now);
}

/** @throws AppError `not_found` */
export async function replaceStaffNotes(ctx: Ctx, bookingId: number, notes: string | null): Promise<void> {
  await lockedBooking(ctx, bookingId);
  await updateBooking(ctx.tx, ctx.tenantId, bookingId, { staff_notes: notes }, ctx.now);
}

async function lockedBooking({ tx, tenantId }: Ctx, bookingId: number): Promise<LockedBooking> {
  const booking = await lockBooking(tx, tenantId, bookingId);
  if (!booking) throw new AppError('not_found', { message: 'Appointment not found.' });
  return booking;
}

function checkTransition(from: BookingStatus, to: BookingStatus): void {
  if (canMoveBooking(from, to)) return;
  const message =
    from === to ? `This appointment is already ${to}.` : `An appointment can’t change from ${from} to ${to}.`;
  throw new AppError('illegal_transition', { message });
}

/**
 * Leaving 'completed' is Mark Unpaid: it voids the payments taken at the desk. Cancelling refunds a deposit that was
 * paid by card, unless the practice keeps it.
 */
async function settleMoney(
  ctx: Ctx,
  booking: LockedBooking,
  to: BookingStatus,
  deposit: 'refund' | 'keep',
): Promise<void> {
  if (booking.status === 'completed' && to === 'confirmed') await voidStandingPayments(ctx, booking.id);
  if (to !== 'cancelled') return;
  if (deposit === 'refund') await refundDepositOf(ctx, [booking.id]);
  else ctx.auditDetails({ deposit });
}

/** The columns that an edit or an answer to a request changes, after the diary was checked. */
async function checkedChanges(
  ctx: Ctx,
  booking: LockedBooking,
  input: ParsedInputOf<'booking_update'>,
): Promise<BookingChanges> {
  // Cancelling changes nothing else: it is possible without a subscription, and edits are not.
  if (input.status === 'cancelled') return { is_provisional: false };
  const date = input.booking_date ?? booking.booking_date;
  const time = input.booking_time ?? booking.booking_time;
  const duration = input.duration_minutes ?? booking.duration_minutes;
  const staffId = input.staff_id === undefined ? booking.staff_id : input.staff_id || null;
  const serviceId = input.service_id ?? booking.service_id;
  const moved =
    date !== booking.booking_date ||
    time !== booking.booking_time ||
    duration !== booking.duration_minutes ||
    staffId !== booking.staff_id;
  const to = input.status ?? booking.status;
  // Only a pending appointment can be a request; any later status means that it was accepted.
  const isRequest = to === 'pending' && (input.is_provisional ?? booking.is_provisional);
  const accepted = booking.is_provisional && !isRequest;
  const changes: BookingChanges = {
    service_id: serviceId,
    price_pence: input.price ?? booking.price_pence,
    is_provisional: isRequest,
    staff_accepted: input.staff_accepted ?? booking.staff_accepted,
  };
  if (input.service_id || input.staff_id) {
    // Only a new choice must be active; an archived service or a former colleague may stay.
    await bookingReferences(ctx, {
      service_id: input.service_id && input.service_id !== booking.service_id ? input.service_id : null,
      staff_id: input.staff_id && input.staff_id !== booking.staff_id ? input.staff_id : null,
    });
  }
  if (!moved && !accepted) return changes;
  const startsAt = momentOf(ctx, date, time);
  if (startsAt >= ctx.now) await refuseTransferred(ctx, booking);
  const wanted = { booking_date: date, booking_time: time, duration_minutes: duration, staff_id: staffId };
  const { id: bookingId, animal_id: animalId } = booking;
  const clashes = await findClashes(ctx, { ...wanted, booking_id: bookingId, animal_id: animalId }, accepted);
  const isOverlap = refuseClashes(ctx, clashes, input.allow_overlap ?? false, accepted);
  return { ...changes, ...wanted, starts_at: startsAt, overlap_allowed: isOverlap };
}

/**
 * Sends the notifications of a change to an appointment: to colleagues of a cancelled one, and, unless suppressed, to
 * its client of a cancellation, an accepted request, a confirmation, or another day or time.
 */
async function notifyClientOfChange(
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

/** @throws AppError `nonexistent_time` */
export function momentOf({ session }: Pick<WorkContext, 'session'>, date: string, time: string): Date {
  const instant = instantOf({ date, time }, session.timeZone);
  if (!instant)
    throw new AppError('nonexistent_time', {
      fields: { booking_time: 'The clocks go forward at this time. Choose another.' },
    });
  return instant;
}
