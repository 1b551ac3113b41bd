import type { ParsedInputOf } from '@burrow/contracts/actions';
import { canMoveBooking, type BookingStatus } from '@burrow/contracts/booking-status';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { instantOf, localMoment } from '../../lib/clock.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { findTime, refuseClashes, type WantedTime } from '../availability/public.ts';
import { tellClients, type ToldEvent } from '../message/public.ts';
import { notify } from '../notification/public.ts';
import { refundDepositOf, recordPayment, voidStandingPayments } from '../payment/public.ts';
import { bookingReferences, refuseTransferred } from './references.ts';
import {
  assignResources,
  insertBooking,
  lockBooking,
  releaseResources,
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
  const wanted: WantedTime = {
    ...input,
    staff_id: input.staff_id ?? (input.anyone ? 'free' : null),
    booking_id: null,
    resource_ids: input.resource_ids ?? [],
  };
  // The lock, the check for overlaps and the references are sent together: one round trip.
  const [found, references] = await Promise.all([
    findTime(ctx, wanted),
    bookingReferences(ctx, { ...input, staff_id: input.staff_id ?? null }),
  ]);
  if (input.anyone && found.staffId === null) {
    throw new AppError('practice_full', {
      message: 'No one who provides this service is free at that time.',
    });
  }
  const isOverlap = refuseClashes(ctx, found.clashes, allowedBy(input));
  const bookingId = await insertBooking(
    tx,
    tenantId,
    {
      client_id: input.client_id,
      animal_id: input.animal_id,
      service_id: input.service_id,
      staff_id: found.staffId,
      booking_date: input.booking_date,
      booking_time: input.booking_time,
      duration_minutes: input.duration_minutes,
      starts_at: startsAt,
      price_pence: input.price ?? found.ownPricePence ?? references.base_price_pence,
      status: input.status,
      overlap_allowed: isOverlap,
      notes: input.notes ?? null,
      staff_notes: input.staff_notes ?? null,
      is_provisional: false,
      source: 'staff',
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
    },
    now,
  );
  await assignResources(tx, tenantId, bookingId, found.resourceIds);
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
  const { changes, resourceIds } = await checkedChanges(ctx, booking, input);
  if (settlesMoney(booking, changes)) needScope(ctx, 'payments:write');
  if (to !== booking.status) {
    changes.status = to;
    await settleMoney(ctx, booking, to, input.deposit);
  }
  const { tx, tenantId, now } = ctx;
  await Promise.all([
    // Release the rooms first: another appointment may use them at the new time.
    resourceIds && releaseResources(tx, tenantId, booking.id),
    updateBooking(tx, tenantId, booking.id, changes, now),
    resourceIds && assignResources(tx, tenantId, booking.id, resourceIds),
    notifyClientOfChange(ctx, booking, changes, input.tell_client),
  ]);
}

/** The clashes that the caller overrides. */
export const allowedBy = (input: {
  allow_overlap?: boolean | undefined;
  allow_outside?: boolean | undefined;
}): { overlap: boolean; outside: boolean } => ({
  overlap: input.allow_overlap ?? false,
  outside: input.allow_outside ?? false,
});

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
  if (input.paid_type) {
    await recordPayment(
      ctx,
      booking.id,
      input.paid_type,
      Math.max(0, booking.price_pence - booking.paid_pence),
    );
  }
  const { tx, tenantId } = ctx;
  if (acceptance) await releaseResources(tx, tenantId, booking.id);
  await applyStatus(ctx, booking, { status: input.status, ...acceptance?.changes }, input);
  if (acceptance) await assignResources(tx, tenantId, booking.id, acceptance.resourceIds);
}

/**
 * Changes an appointment to another status: settles the money, updates it, and sends the notifications. A change of the
 * status answers a request.
 */
export async function applyStatus(
  ctx: Ctx,
  booking: LockedBooking,
  status: BookingChanges & { status: BookingStatus },
  { deposit, tell_client: tellsClient }: { deposit: 'refund' | 'keep'; tell_client: boolean },
): Promise<void> {
  await settleMoney(ctx, booking, status.status, deposit);
  const changes = { ...status, is_provisional: false };
  await Promise.all([
    updateBooking(ctx.tx, ctx.tenantId, booking.id, changes, ctx.now),
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
  const found = await findTime(ctx, { ...booking, booking_id: booking.id, resources_kept: true }, true);
  const isOverlap = refuseClashes(ctx, found.clashes, allowedBy(input), true);
  return {
    changes: {
      overlap_allowed: isOverlap,
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
    },
    resourceIds: found.resourceIds,
  };
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

/** @throws AppError `not_found` */
export async function lockedBooking({ tx, tenantId }: Ctx, bookingId: number): Promise<LockedBooking> {
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

interface CheckedChanges {
  changes: BookingChanges;
  /** Its new rooms and equipment; null to keep the current ones. */
  resourceIds: number[] | null;
}

/** The columns that an edit or an answer to a request changes, after the diary was checked. */
async function checkedChanges(
  ctx: Ctx,
  booking: LockedBooking,
  input: ParsedInputOf<'booking_update'>,
): Promise<CheckedChanges> {
  // Cancelling changes nothing else: it is possible without a subscription, and edits are not.
  if (input.status === 'cancelled') return { changes: { is_provisional: false }, resourceIds: null };
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
  const otherService = serviceId !== booking.service_id;
  if (!moved && !accepted && !otherService && !input.resource_ids) return { changes, resourceIds: null };
  const startsAt = momentOf(ctx, date, time);
  if (startsAt >= ctx.now && (moved || accepted)) await refuseTransferred(ctx, booking);
  const wanted = { booking_date: date, booking_time: time, duration_minutes: duration, staff_id: staffId };
  const { id: bookingId, animal_id: animalId } = booking;
  const found = await findTime(
    ctx,
    {
      ...wanted,
      booking_id: bookingId,
      animal_id: animalId,
      service_id: serviceId,
      // A different service has its own needs.
      resource_ids: input.resource_ids ?? (otherService ? [] : booking.resource_ids),
      resources_kept: !input.resource_ids,
    },
    accepted,
  );
  const placement = {
    changes: {
      ...changes,
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
    },
    resourceIds: found.resourceIds,
  };
  if (!moved && !accepted) {
    // An appointment that keeps its time can only clash over its new service or rooms.
    const clashes = found.clashes.filter(
      ({ code }) => code === 'resource_busy' || code === 'staff_not_offering',
    );
    const isOverlap = refuseClashes(ctx, clashes, allowedBy(input));
    return isOverlap ? { ...placement, changes: { ...placement.changes, overlap_allowed: true } } : placement;
  }
  const isOverlap = refuseClashes(ctx, found.clashes, allowedBy(input), accepted);
  return {
    ...placement,
    changes: { ...placement.changes, ...wanted, starts_at: startsAt, overlap_allowed: isOverlap },
  };
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
