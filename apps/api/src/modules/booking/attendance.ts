import type { ParsedInputOf } from '@burrow/contracts/actions';
import {
  bookingStages,
  isEarlierStage,
  stageOfVisit,
  stageTimes,
  type BookingStage,
} from '@burrow/contracts/booking-stage';
import type { BookingStatus } from '@burrow/contracts/booking-status';
import { minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { findTime, refuseClashes } from '../availability/public.ts';
import { closeOpenChange, reopenChange } from '../booking-terms/public.ts';
import { tellScreens } from '../notification/public.ts';
import { bookingReferences, newBookingReferences } from './references.ts';
import { updateBooking, type BookingChanges, type LockedBooking } from './repository.ts';
import { allowedBy, applyStatus, insertDeskBooking, lockedBooking, momentOf } from './service.ts';

/** A stage changes no deposit. The client is at the practice and needs no message. */
const silently = { cancelling: { by: 'practice', deposit: 'keep' }, tell_client: false } as const;

/**
 * Records the stage of a visit. A stage recorded before keeps its time; an earlier stage, or none, clears the later times.
 * The status follows: arriving confirms, `with` starts, and returning to before `with` confirms again. Other screens are
 * updated.
 * @throws AppError `not_found` (appointment, staff), `booking_closed`, `request_unanswered`, `booking_not_due`
 */
export async function setStage(ctx: Ctx, input: ParsedInputOf<'booking_stage_set'>): Promise<void> {
  if (input.staff_id !== undefined && input.stage !== 'with') {
    throw invalidField('staff_id', 'Send staff_id only with stage=with.');
  }
  const booking = await lockedBooking(ctx, input.booking_id);
  if (booking.status === 'cancelled') throw new AppError('booking_closed');
  const stage = input.stage === 'none' ? null : input.stage;
  if (stage !== null) refuseTooEarly(ctx, booking);
  if (booking.is_provisional) throw new AppError('request_unanswered');
  const staff = input.staff_id === undefined ? {} : await newStaff(ctx, booking, input.staff_id);
  const status = statusAt(booking, stage);
  if (stage === booking.stage && status === booking.status && Object.keys(staff).length === 0) return;
  if (stage === null) reopenChange(ctx, booking.id);
  else closeOpenChange(ctx, booking.id, 'lapsed');
  const changes: BookingChanges = { stage, ...timesAt(booking, stage, ctx.now), ...staff };
  ctx.auditDetails({ stage: input.stage });
  if (status === booking.status) await updateBooking(ctx, booking.id, changes);
  else await applyStatus(ctx, booking, { ...changes, status }, silently);
  tellScreens(ctx);
}

/** A visit can't begin before the day of its appointment. */
function refuseTooEarly({ now, session }: Ctx, { booking_date: date }: LockedBooking): void {
  if (date > localMoment(now, session.timeZone).date) {
    throw new AppError('booking_not_due', {
      message: 'This appointment is on a later day. Move it to today first.',
    });
  }
}

/** The times of the stages: the new one gets the current time unless it has one, and the later ones are cleared. */
function timesAt(booking: LockedBooking, stage: BookingStage | null, now: Date): BookingChanges {
  const reached = stage === null ? {} : { [stageTimes[stage]]: booking[stageTimes[stage]] ?? now };
  const cleared = bookingStages
    .filter((other) => isEarlierStage(stage, other))
    .map((other) => [stageTimes[other], null]);
  return { ...reached, ...Object.fromEntries(cleared) };
}

function statusAt(
  booking: Pick<LockedBooking, 'status' | 'stage'>,
  stage: BookingStage | null,
): BookingStatus {
  const { status } = booking;
  if (status === 'pending')
    return stage === null ? status : stage === 'arrived' ? 'confirmed' : 'in-progress';
  if (status === 'confirmed' && stage === 'with') return 'in-progress';
  const isReturned = isEarlierStage(stage, 'with') && !isEarlierStage(stageOfVisit(booking), 'with');
  return status === 'in-progress' && isReturned ? 'confirmed' : status;
}

/** The change to the staff member whom the animal is with, even if they have another appointment at the time. */
async function newStaff(ctx: Ctx, booking: LockedBooking, staffId: number): Promise<BookingChanges> {
  if (staffId === booking.staff_id) return {};
  await bookingReferences(ctx, { service_id: null, staff_id: staffId });
  const { clashes } = await findTime(ctx, {
    ...booking,
    booking_id: booking.id,
    staff_id: staffId,
    kept_resource_ids: booking.resource_ids,
  });
  const busy = clashes.filter(({ code }) => code === 'staff_busy');
  const isOverlap = refuseClashes(ctx, busy, { overlap: true });
  return { staff_id: staffId, overlap_allowed: booking.overlap_allowed || isOverlap };
}

/**
 * Cancels an appointment with the reason `did_not_attend`.
 * @throws AppError `not_found`, `illegal_transition`, `request_unanswered`, `booking_not_due`, `terms_changed`
 */
export async function cancelNotAttended(
  ctx: Ctx,
  input: ParsedInputOf<'booking_did_not_attend'>,
): Promise<void> {
  const booking = await lockedBooking(ctx, input.booking_id);
  refuseUnlessMissed(ctx, booking);
  await applyStatus(
    ctx,
    booking,
    { status: 'cancelled', cancel_reason: 'did_not_attend' },
    // Clients get no messages about past appointments.
    {
      cancelling: { by: 'no_show', deposit: input.deposit, expectedRefund: input.expected_refund },
      tell_client: false,
    },
  );
}

function refuseUnlessMissed({ now, session }: Ctx, booking: LockedBooking): void {
  const { status, stage, booking_date: date, booking_time: time } = booking;
  if (status !== 'pending' && status !== 'confirmed') {
    throw new AppError('illegal_transition', {
      message: `This appointment is ${status === 'in-progress' ? 'in progress' : status}, so it can’t be marked as “Did not attend”.`,
    });
  }
  if (booking.is_provisional) throw new AppError('request_unanswered');
  if (stage !== null) {
    throw new AppError('illegal_transition', { message: 'This client has arrived. Undo that first.' });
  }
  const here = localMoment(now, session.timeZone);
  if (`${date} ${time}` > `${here.date} ${here.time}`) throw new AppError('booking_not_due');
}

/** Walk-ins start on the diary's steps. */
const stepMinutes = 5;

/** The current time on the practice's clock, rounded down to five minutes. */
function startingNow({ now, session }: Ctx): { booking_date: string; booking_time: string } {
  const { date, time } = localMoment(now, session.timeZone);
  const minutes = minutesOf(time);
  return { booking_date: date, booking_time: timeOf(minutes - (minutes % stepMinutes)) };
}

/**
 * Books an appointment that starts now, for a client who has arrived. Without a staff member it gets a free one, or
 * none when all are busy and the practice has room.
 * @throws AppError `not_found`, `client_archived`, `animal_inactive`, and those of `refuseClashes`
 */
export async function bookWalkIn(
  ctx: Ctx,
  input: ParsedInputOf<'booking_walk_in'>,
): Promise<{ booking_id: number; staff_id: number | null }> {
  const references = await newBookingReferences(ctx, { ...input, staff_id: input.staff_id ?? null });
  const { booking_id: bookingId, base_price_pence: price, duration_minutes: minutes } = references;
  const start = startingNow(ctx);
  const found = await findTime(ctx, {
    ...start,
    duration_minutes: minutes,
    own_length: true,
    booking_id: null,
    animal_id: input.animal_id,
    service_id: input.service_id,
    staff_id: input.staff_id ?? 'free',
    resource_ids: [],
  });
  insertDeskBooking(ctx, bookingId, found, {
    ...start,
    duration_minutes: found.minutes,
    client_id: input.client_id,
    animal_id: input.animal_id,
    service_id: input.service_id,
    starts_at: momentOf(ctx, start.booking_date, start.booking_time),
    price_pence: found.ownPricePence ?? price,
    status: 'confirmed',
    overlap_allowed: refuseClashes(ctx, found.clashes, allowedBy(input)),
    notes: null,
    staff_notes: null,
    arrived_at: ctx.now,
  });
  tellScreens(ctx);
  return { booking_id: bookingId, staff_id: found.staffId };
}
