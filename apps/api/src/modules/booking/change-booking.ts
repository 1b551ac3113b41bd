import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { findTime, refuseClashes, type DeskClash, type WantedTime } from '../availability/public.ts';
import {
  closeOpenChange,
  recordMove,
  reopenChange,
  termsAfterMove,
  termsToRestore,
} from '../booking-terms/public.ts';
import { endSolvedNotices } from '../rota/public.ts';
import { cancellingOf } from './cancellation.ts';
import { bookingReferences, refuseTransferred } from './references.ts';
import {
  assignResources,
  releaseResources,
  resourceChange,
  updateBooking,
  type BookingChanges,
  type LockedBooking,
} from './repository.ts';
import {
  allowedBy,
  checkTransition,
  eventOf,
  lockedBooking,
  momentOf,
  notifyClientOfChange,
  settleMoney,
} from './service.ts';

type Input = ParsedInputOf<'booking_update'>;

/**
 * Changes an appointment: answers a request, changes its status, or edits it. Omitted fields stay.
 * @throws AppError `not_found`, `booking_closed`, `booking_moved`, `request_answered`, `illegal_transition`, `staff_busy`,
 * `animal_busy`, `practice_full`, `slot_taken`, `animal_transferred`, `nonexistent_time`
 */
export async function changeBooking(ctx: Ctx, input: Input): Promise<void> {
  const booking = await lockedBooking(ctx, input.booking_id);
  const to = input.status ?? booking.status;
  if (to !== booking.status) checkTransition(booking.status, to);
  else if (booking.status === 'cancelled') throw new AppError('booking_closed');
  refuseUnexpected(booking, input.expected);
  if (isAnsweredBefore(booking, input)) throw new AppError('request_answered');
  const { changes, resourceIds } = await checkedChanges(ctx, booking, input);
  if (settlesMoney(booking, changes)) needScope(ctx, 'payments:write');
  if (to !== booking.status) {
    Object.assign(changes, {
      status: to,
      ...(await settleMoney(ctx, booking, to, cancellingOf(input))),
    });
  }
  if (changes.starts_at !== undefined) {
    // A client's open request is about the former time.
    closeOpenChange(ctx, booking.id, 'lapsed');
    reopenChange(ctx, booking.id);
    const moved = { ...changes, starts_at: new Date(changes.starts_at) };
    changes.terms = await moveTerms(ctx, booking, moved, input);
  }
  await Promise.all([
    // Release the rooms first: another appointment may use them at the new time.
    resourceIds && releaseResources(ctx, booking.id),
    updateBooking(ctx, booking.id, changes),
    resourceIds && assignResources(ctx, booking.id, resourceIds),
    notifyClientOfChange(ctx, booking, changes, input.tell_client),
    // It may have the room it lacked.
    resourceIds && endSolvedNotices(ctx, booking.id),
  ]);
}

/** Refuses to change an appointment that is no longer as the caller saw it: colleagues may have changed it since. */
function refuseUnexpected(booking: LockedBooking, expected: Input['expected'] = {}): void {
  const { staff_id: staffId, resource_ids: resourceIds, status, ...time } = expected;
  const times = ['booking_date', 'booking_time', 'duration_minutes'] as const;
  const isWhereSeen =
    times.every((name) => time[name] === undefined || time[name] === booking[name]) &&
    (staffId === undefined || (staffId || null) === booking.staff_id) &&
    (resourceIds === undefined || isSameSet(resourceIds, booking.resource_ids));
  if (!isWhereSeen) throw new AppError('booking_moved');
  if (status !== undefined && status !== booking.status) {
    throw new AppError('booking_moved', {
      message: 'This appointment’s status has changed since you opened it. Check it, then try again.',
    });
  }
}

/**
 * Whether a colleague has accepted the request since the caller saw it. Its status doesn't tell, because an accepted request stays
 * pending. A caller that sends no `expected` may accept it again.
 */
const isAnsweredBefore = (booking: LockedBooking, input: Input): boolean =>
  input.expected !== undefined &&
  input.is_provisional === false &&
  input.staff_accepted === true &&
  !booking.is_provisional;

const isSameSet = (some: readonly number[], others: readonly number[]): boolean =>
  new Set(some).size === new Set(others).size && some.every((id) => others.includes(id));

/** Whether a new price changes a client's current balance, or leaves a credit. */
const settlesMoney = (booking: LockedBooking, { price_pence: price = booking.price_pence }: BookingChanges) =>
  price !== booking.price_pence && (booking.status === 'completed' || price < booking.paid_pence);

interface CheckedChanges {
  changes: BookingChanges;
  /** Its new rooms and equipment; null to keep the current ones. */
  resourceIds: number[] | null;
}

/** The columns that an edit or an answer to a request changes, after the diary was checked. */
async function checkedChanges(ctx: Ctx, booking: LockedBooking, input: Input): Promise<CheckedChanges> {
  // Cancelling changes nothing else: it is possible without a subscription, and edits are not.
  if (input.status === 'cancelled') return { changes: { is_provisional: false }, resourceIds: null };
  await checkNewChoices(ctx, booking, input);
  // Only a pending appointment can be a request; any later status means that it was accepted.
  const isPending = (input.status ?? booking.status) === 'pending';
  const isRequest = isPending && (input.is_provisional ?? booking.is_provisional);
  const isAccepted = booking.is_provisional && !isRequest;
  const changes: BookingChanges = {
    service_id: input.service_id ?? booking.service_id,
    price_pence: input.price ?? booking.price_pence,
    is_provisional: isRequest,
    staff_accepted: input.staff_accepted ?? booking.staff_accepted,
  };
  const place = placeAfter(booking, input);
  const isPlaced = isAccepted || isMoved(booking, place);
  if (!isPlaced && changes.service_id === booking.service_id && !input.resource_ids) {
    return { changes, resourceIds: null };
  }
  const startsAt = momentOf(ctx, place.booking_date, place.booking_time);
  if (startsAt >= ctx.now && isPlaced) await refuseTransferred(ctx, booking);
  const found = await findTime(ctx, wantedTime(booking, input, place), { isAcceptance: isAccepted });
  // An appointment that keeps its time can only clash over its new service or rooms.
  const isOtherService = changes.service_id !== booking.service_id;
  const clashes = isPlaced ? found.clashes : found.clashes.filter(isOfNeeds(isOtherService));
  const isOverlap = refuseClashes(ctx, clashes, allowedBy(input), isAccepted);
  const isSameStart = startsAt.getTime() === Date.parse(booking.starts_at);
  const placed = isPlaced ? { ...place, ...(isSameStart ? {} : { starts_at: startsAt }) } : {};
  return {
    changes: {
      ...changes,
      ...placed,
      ...resourceChange(booking, found.resourceIds, ctx.now),
      ...(isPlaced || isOverlap ? { overlap_allowed: isOverlap } : {}),
      before_minutes: found.beforeMinutes,
      after_minutes: found.afterMinutes,
    },
    resourceIds: found.resourceIds,
  };
}

/**
 * Records that the practice moves an appointment to another start. Undoing a move of which the client was not notified restores
 * the terms, so that a mistake costs the practice no fee.
 * @returns the terms that it then has
 */
async function moveTerms(
  ctx: Ctx,
  booking: LockedBooking,
  changes: BookingChanges & { starts_at: Date },
  input: Input,
): Promise<BookingChanges['terms']> {
  const place = placeAfter(booking, input);
  const former = await termsToRestore(ctx, booking.id, place);
  const isTold = input.tell_client && eventOf(booking, changes) !== null;
  recordMove(ctx, booking, place, {
    by_client: false,
    terms_before: former !== null || isTold ? null : booking.terms,
  });
  return former ?? termsAfterMove(booking, { by: 'practice', at: ctx.now, startsAt: changes.starts_at });
}

/** Only a new choice must be active: an archived service or a former colleague can be kept. */
async function checkNewChoices(ctx: Ctx, booking: LockedBooking, input: Input): Promise<void> {
  if (!input.service_id && !input.staff_id) return;
  await bookingReferences(ctx, {
    service_id: input.service_id && input.service_id !== booking.service_id ? input.service_id : null,
    staff_id: input.staff_id && input.staff_id !== booking.staff_id ? input.staff_id : null,
  });
}

type Place = Pick<LockedBooking, 'booking_date' | 'booking_time' | 'duration_minutes' | 'staff_id'>;

/** The time and staff member of an appointment after a change. */
const placeAfter = (booking: LockedBooking, input: Input): Place => ({
  booking_date: input.booking_date ?? booking.booking_date,
  booking_time: input.booking_time ?? booking.booking_time,
  duration_minutes: input.duration_minutes ?? booking.duration_minutes,
  staff_id: input.staff_id === undefined ? booking.staff_id : input.staff_id || null,
});

const isMoved = (booking: LockedBooking, place: Place): boolean =>
  place.booking_date !== booking.booking_date ||
  place.booking_time !== booking.booking_time ||
  place.duration_minutes !== booking.duration_minutes ||
  place.staff_id !== booking.staff_id;

function wantedTime(booking: LockedBooking, input: Input, place: Place): WantedTime {
  const serviceId = input.service_id ?? booking.service_id;
  return {
    ...place,
    booking_id: booking.id,
    animal_id: booking.animal_id,
    service_id: serviceId,
    // A different service has its own needs.
    resource_ids: input.resource_ids ?? (serviceId === booking.service_id ? booking.resource_ids : []),
    kept_resource_ids: booking.resource_ids,
  };
}

const isOfNeeds =
  (isOtherService: boolean) =>
  ({ code, isOfService }: DeskClash): boolean =>
    code === 'resource_busy' || (isOtherService && isOfService === true);
