import type { BookingDetail } from '@burrow/contracts/booking';
import { minutesOf, startOf } from '@burrow/contracts/calendar-day';
import { canMoveBooking, shownStatus, type BookingStatus } from '@burrow/contracts/booking-status';
import type { Formats } from '../../lib/format.ts';

/** The state of an appointment that decides which buttons its page has. */
export interface BookingState {
  status: BookingStatus;
  is_provisional: 0 | 1;
  /** 1 for a request that was accepted, which needs no confirmation. */
  staff_accepted: 0 | 1;
}

/** A change of an appointment's state. */
export type BookingMove = 'accept' | 'reject' | 'confirm' | 'start' | 'complete' | 'unpaid';

/** Whether it is a client's request that the practice has not answered yet. */
export const isRequest = ({
  status,
  is_provisional,
}: Pick<BookingState, 'status' | 'is_provisional'>): boolean =>
  is_provisional === 1 && status !== 'cancelled' && status !== 'completed';

/** The possible moves, the most likely first. A request must be answered before anything else. */
export function offeredMoves(booking: BookingState): BookingMove[] {
  if (isRequest(booking)) return ['accept', 'reject'];
  const { status } = booking;
  if (status === 'completed') return ['unpaid'];
  const moves: BookingMove[] = [];
  if (shownStatus(booking) === 'pending') moves.push('confirm');
  if (canMoveBooking(status, 'in-progress')) moves.push('start');
  if (canMoveBooking(status, 'completed')) moves.push('complete');
  return moves;
}

/** Whether an appointment can still change: a cancelled one cannot. */
export const mayEdit = ({ status }: Pick<BookingState, 'status'>): boolean => status !== 'cancelled';

export const mayCancel = ({ status }: Pick<BookingState, 'status'>): boolean =>
  canMoveBooking(status, 'cancelled');

/** The status that undoes a move; null if it cannot be undone. */
export function wayBack(from: BookingStatus, to: BookingStatus): BookingStatus | null {
  return canMoveBooking(to, from) ? from : null;
}

/**
 * The previous status, for an appointment that was started or confirmed by mistake; null if there is none. A request
 * that was accepted is shown as confirmed when it is pending.
 */
export function stepBack(booking: BookingState): BookingStatus | null {
  if (isRequest(booking)) return null;
  if (booking.status === 'in-progress') return 'confirmed';
  return booking.status === 'confirmed' && booking.staff_accepted === 0 ? 'pending' : null;
}

type Start = Parameters<typeof startOf>[0];
type Scheduled = Start & Pick<BookingDetail, 'status'>;

/** How long before its time an appointment can be completed without asking, and its animal be ready. */
const earlyMinutes = 60;

/**
 * Why an animal is unlikely to be ready for collection: its appointment is on another day, or starts in more than an
 * hour.
 * @param now the practice's clock, `YYYY-MM-DDTHH:MM`
 */
export function tooEarlyToCollect(booking: Scheduled, now: string): 'another-day' | 'later-today' | null {
  const { date: day, time } = startOf(booking);
  if (day !== now.slice(0, 10)) return 'another-day';
  const isWaiting = booking.status === 'pending' || booking.status === 'confirmed';
  return isWaiting && minutesOf(time) - minutesOf(now.slice(11)) > earlyMinutes ? 'later-today' : null;
}

/** Whether an appointment is too far ahead to be completed: on a later day, or today in more than an hour. */
export const isStillAhead = (booking: Scheduled, now: string): boolean =>
  booking.booking_date > now.slice(0, 10) || tooEarlyToCollect(booking, now) === 'later-today';

/** The date and time of an appointment in words, for a person who may have opened the wrong one. */
export function whenInWords(
  booking: Start,
  { today, longDay, time: clock }: Pick<Formats, 'today' | 'longDay' | 'time'>,
): string {
  const { date: day, time } = startOf(booking);
  if (day === today()) return `This appointment starts at ${clock(time)}.`;
  return `This appointment ${day < today() ? 'was' : 'is'} on ${longDay(day)}.`;
}
