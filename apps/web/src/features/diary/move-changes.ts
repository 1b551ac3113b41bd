import type { InputOf } from '@burrow/contracts/actions';
import type { DiaryAppointment } from '@burrow/contracts/diary';
import { consentFor } from '../bookings/start-times.ts';
import { momentAt } from './day-spans.ts';
import type { DropConflict, DropPlace } from './drop-day.ts';

/** A move of an appointment from where the screen shows it. */
export interface Move {
  booking: DiaryAppointment;
  place: DropPlace;
  /** What is against it. */
  conflicts: readonly DropConflict[];
  /** Its place before, and what is against that now: going back there needs the same consent. */
  was: { place: DropPlace; conflicts: readonly DropConflict[] };
}

const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** What `booking_update` changes. */
export type Changes = Omit<InputOf<'booking_update'>, 'booking_id'>;
type Placed = Pick<
  DiaryAppointment,
  'booking_date' | 'booking_time' | 'duration_minutes' | 'staff_id' | 'resource_ids'
>;

/** The fields of `booking_update` that move an appointment to `to`; null if it is there. */
export function movedChanges(booking: Placed, to: DropPlace): Changes | null {
  const { date, time } = momentAt(to.date, to.start);
  const changes: Changes = {
    ...(date === booking.booking_date && time === booking.booking_time
      ? {}
      : { booking_date: date, booking_time: time }),
    ...(to.minutes === booking.duration_minutes ? {} : { duration_minutes: to.minutes }),
    ...(to.staffId === booking.staff_id ? {} : { staff_id: to.staffId ?? 0 }),
    ...(sameIds(to.resourceIds, booking.resource_ids) ? {} : { resource_ids: [...to.resourceIds] }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

/** The appointment as it would be after a move, to be shown meanwhile. */
export function movedBooking(booking: DiaryAppointment, to: DropPlace): DiaryAppointment {
  const { date, time } = momentAt(to.date, to.start);
  return {
    ...booking,
    booking_date: date,
    booking_time: time,
    duration_minutes: to.minutes,
    staff_id: to.staffId,
    resource_ids: [...to.resourceIds],
  };
}

/**
 * Where the screen shows an appointment: the server refuses to move one that a colleague has moved since.
 * @param changes its rooms are compared only if they change: the server may have chosen them
 */
export const expectedAt = (booking: Placed, changes: Changes) => ({
  booking_date: booking.booking_date,
  booking_time: booking.booking_time,
  duration_minutes: booking.duration_minutes,
  staff_id: booking.staff_id ?? 0,
  ...('resource_ids' in changes ? { resource_ids: booking.resource_ids } : {}),
});

/** The command that undoes a move. With the time, the server may have changed the rooms, so they are named. */
export function undoneChanges({ booking, place, was }: Move): Changes {
  const moved = movedBooking(booking, place);
  const rooms = was.place.resourceIds.length > 0 ? { resource_ids: [...was.place.resourceIds] } : {};
  return {
    ...rooms,
    ...movedChanges(moved, was.place),
    expected: expectedAt(moved, {}),
    // It may go back to where it already stood beside another one.
    ...(booking.overlap_allowed ? { allow_overlap: '1' } : {}),
    ...(was.conflicts.some(({ code }) => consentFor(code) === 'allow_outside') ? { allow_outside: '1' } : {}),
  };
}
