import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import {
  isOffered,
  offersOf,
  readPracticeDays,
  staffMissing,
  type PracticeDays,
} from '../availability/public.ts';
import {
  closeOpenChange,
  recordMove,
  termsAfterMove,
  type ChangeFacts,
  type TermedBooking,
} from '../booking-terms/public.ts';
import {
  assignResources,
  releaseResources,
  resourceChange,
  updateBooking,
  type BookingChanges,
  type LockedBooking,
} from './repository.ts';
import { momentOf, notifyClientOfChange } from './service.ts';

/** The time that a client wants for their appointment; with the same person if possible, unless one is named. */
export interface WantedMove {
  booking_date: string;
  booking_time: string;
  staff_id?: number | undefined;
}

/** Where an appointment goes. */
export interface MovePlace {
  booking_date: string;
  booking_time: string;
  starts_at: Date;
  staff_id: number | null;
  resource_ids: readonly number[];
  before_minutes: number;
  after_minutes: number;
}

// $2 the animal, $3 its appointment that moves, $4 the requested moment on the practice's clock, $5 minutes. An appointment
// may span midnight.
const animalBusy = statement<{ busy: boolean }>(
  'animal_busy_for_move',
  `select exists (select from bookings b
     where b.tenant_id = $1 and b.animal_id = $2 and b.id <> $3 and b.status <> 'cancelled'
       and b.booking_date >= $4::timestamp::date - 1 and b.booking_date < $4::timestamp::date + 2
       and b.during && tsrange($4::timestamp, $4::timestamp + $5::int * interval '1 minute')) as busy`,
);

/** The people to try, in this order; null for anyone who is free. */
function candidates(
  days: PracticeDays,
  { staff_id: current }: ChangeFacts,
  { staff_id: wanted }: WantedMove,
): (number | null)[] {
  if (wanted === undefined)
    return current !== null && days.people.includes(current) ? [current, null] : [null];
  const isChoice = wanted === current ? days.people.includes(wanted) : isOffered(days, wanted);
  if (!isChoice) throw staffMissing();
  return [wanted];
}

/**
 * Finds the place of an appointment that its client moves, by the rules of a new request, except that its own time counts
 * as free. The answer stays true only after `lockDiary`.
 * @throws AppError `nonexistent_time`, `slot_not_offered`, `slot_taken`, `animal_busy`, `not_found`, `invalid_input` for the
 * present time
 */
export async function findMovePlace(
  ctx: WorkContext,
  booking: ChangeFacts,
  wanted: WantedMove,
): Promise<MovePlace> {
  const { tx, tenantId, session, now } = ctx;
  const { booking_date: date, booking_time: time } = wanted;
  const startsAt = momentOf(ctx, date, time);
  const [days, animal] = await Promise.all([
    readPracticeDays(ctx, [date, date], {
      serviceId: booking.service_id,
      clientId: booking.client_id,
      moving: booking,
    }),
    tx.row(animalBusy, [
      tenantId,
      booking.animal_id,
      booking.id,
      `${date} ${time}`,
      booking.duration_minutes,
    ]),
  ]);
  const isSameTime = date === booking.booking_date && time === booking.booking_time;
  if (isSameTime && (wanted.staff_id === undefined || wanted.staff_id === booking.staff_id)) {
    throw invalidField('booking_time', 'Your appointment is already at this time. Please choose another.');
  }
  const moment = { now, timeZone: session.timeZone, today: localMoment(now, session.timeZone).date };
  let isPossible = false;
  for (const staffId of candidates(days, booking, wanted)) {
    const offers = offersOf({ ...days, staffId }, moment);
    const slot = offers.day(date).times.find((offered) => offered.time === time);
    isPossible ||= slot?.possible === true;
    const assignment = slot?.free ? offers.assignment(date, time) : null;
    if (!assignment) continue;
    if (animal?.busy) throw new AppError('animal_busy');
    return {
      booking_date: date,
      booking_time: time,
      starts_at: startsAt,
      staff_id: assignment.staffId,
      resource_ids: assignment.resourceIds,
      before_minutes: days.service?.before_minutes ?? 0,
      after_minutes: days.service?.after_minutes ?? 0,
    };
  }
  throw new AppError(isPossible ? 'slot_taken' : 'slot_not_offered');
}

/**
 * Moves an appointment for its client. The caller has locked it.
 * @param at when the client decided it
 * @param others further columns to write
 */
export async function moveForClient(
  ctx: WorkContext,
  booking: TermedBooking & Pick<LockedBooking, 'id' | 'resource_ids'>,
  { resource_ids: resourceIds, ...place }: MovePlace,
  { at, ...others }: { at: Date } & BookingChanges,
): Promise<void> {
  const terms = termsAfterMove(booking, { by: 'client', at, startsAt: place.starts_at });
  // Release the rooms first: another appointment may use them at the new time.
  await Promise.all([
    releaseResources(ctx, booking.id),
    updateBooking(ctx, booking.id, {
      ...place,
      terms,
      ...others,
      ...resourceChange(booking, resourceIds, ctx.now),
    }),
    assignResources(ctx, booking.id, resourceIds),
  ]);
}

/**
 * Moves an appointment to a time that the practice has offered and its client has accepted, found free under the diary's
 * lock, and notifies the client. It is confirmed. Price, deposit and everything else stay with it. The terms are those of a
 * move by the client, who asked for it, or the waitlist would be a way round the late fee; it does not count as one of theirs.
 * @param booking its row, locked until the transaction ends
 */
export async function moveToOffer(ctx: WorkContext, booking: LockedBooking, place: MovePlace): Promise<void> {
  const accepted = { status: 'confirmed', is_provisional: false, overlap_allowed: false } as const;
  closeOpenChange(ctx, booking.id, 'lapsed');
  recordMove(ctx, booking, place, { by_client: true });
  await moveForClient(ctx, booking, place, { at: ctx.now, ...accepted });
  const { booking_date, booking_time } = place;
  await notifyClientOfChange(ctx, booking, { booking_date, booking_time, ...accepted }, true);
}
