import type { BookingRow } from '@burrow/contracts/booking';
import {
  bookingStages,
  isEarlierStage,
  isHere,
  stageTimes,
  type BookingStage,
} from '@burrow/contracts/booking-stage';

/** The fields of an appointment that decide its stages. */
export type StagedBooking = Pick<
  BookingRow,
  | 'id'
  | 'animal_name'
  | 'client_name'
  | 'status'
  | 'is_provisional'
  | 'booking_date'
  | 'booking_time'
  | 'duration_minutes'
  | 'staff_id'
  | 'staff_member'
  | 'stage'
  | 'arrived_at'
  | 'seen_at'
  | 'ready_at'
  | 'left_at'
>;

/** A stage, or none. */
export type StageChoice = BookingStage | 'none';

type State = Pick<
  StagedBooking,
  'status' | 'is_provisional' | 'booking_date' | 'booking_time' | 'duration_minutes' | 'stage'
>;

/** Whether an appointment takes place on the day of `now`: it begins then, or began earlier and has not ended. */
function isOfToday(
  { booking_date: day, booking_time: time, duration_minutes: minutes }: State,
  now: string,
): boolean {
  const today = now.slice(0, 10);
  if (day >= today) return day === today;
  return new Date(Date.parse(`${day}T${time}Z`) + minutes * 60_000).toISOString().slice(0, 16) > now;
}

/** Whether stages can be recorded now: on the day of the appointment, until its end, and while the animal is here. */
function isUnderWay(booking: State, now: string): boolean {
  const { status, is_provisional: isRequest, stage } = booking;
  if (status === 'cancelled' || isRequest === 1) return false;
  if (status === 'completed') return stage !== null;
  return isHere(stage) || isOfToday(booking, now);
}

/**
 * The most likely next stage; null if there is none.
 * @param now the practice's clock, `YYYY-MM-DDTHH:MM`
 */
export function nextStage(booking: State, now: string): BookingStage | null {
  if (!isUnderWay(booking, now)) return null;
  const { status, stage } = booking;
  if (status === 'completed') return isHere(stage) ? 'left' : null;
  if (stage === null) return status === 'in-progress' ? 'ready' : 'arrived';
  return bookingStages[bookingStages.indexOf(stage) + 1] ?? null;
}

/** Why a client can't be marked as arrived; null if they can. */
export function whyNotArrived(
  booking: State & Pick<StagedBooking, 'animal_name'>,
  now: string,
): string | null {
  if (nextStage(booking, now) === 'arrived') return null;
  if (booking.stage !== null) return `${booking.animal_name} has already arrived.`;
  if (booking.is_provisional === 1) return 'This is still a request. Accept it first.';
  return isOfToday(booking, now)
    ? 'This appointment can’t be marked as arrived any more.'
    : 'Only today’s appointments can be marked as arrived.';
}

/** The stages that can follow instead: those after the next one, and `with` for another staff member. */
export function laterStages(booking: State, now: string): BookingStage[] {
  const next = nextStage(booking, now);
  if (next === null) return [];
  return bookingStages.filter(
    (stage) =>
      isEarlierStage(next, stage) || (stage === 'with' && booking.status !== 'completed' && stage !== next),
  );
}

/** The stage before the current one, to undo a mistake; null without a stage. */
export function stageBefore(
  booking: State & Pick<StagedBooking, 'arrived_at' | 'seen_at' | 'ready_at'>,
  now: string,
): StageChoice | null {
  const { stage } = booking;
  if (stage === null || !isUnderWay(booking, now)) return null;
  const reached = bookingStages.filter(
    (earlier) => isEarlierStage(earlier, stage) && booking[stageTimes[earlier] as 'arrived_at'] !== null,
  );
  return reached.at(-1) ?? 'none';
}

/** Whether the client did not attend: the time of a pending or confirmed appointment has passed, without a stage. */
export const mayBeMissed = (
  { status, is_provisional: isRequest, booking_date: day, booking_time: time, stage }: State,
  now: string,
): boolean =>
  (status === 'pending' || status === 'confirmed') &&
  isRequest === 0 &&
  stage === null &&
  `${day}T${time}` <= now;

/** Whole minutes from one instant to another; never negative, as the two clocks may differ. */
export const minutesSince = (instant: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 60_000));
