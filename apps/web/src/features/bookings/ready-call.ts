import type { BookingDetail } from '@burrow/contracts/booking';
import type { Formats } from '../../lib/format.ts';

type Booking = Pick<BookingDetail, 'booking_date' | 'booking_time' | 'status'>;

/** How long before its time an appointment is taken for one that has been. */
const earlyMinutes = 60;

/** Asked again within this, a client is told once. */
const toldOnceWithin = 60_000;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * What makes it strange that the animal of an appointment is ready: it is on another day, or begins in more than an hour.
 * @param now the practice's clock, `YYYY-MM-DDTHH:MM`
 */
export function strangeToBeReady(
  { booking_date: day, booking_time: time, status }: Booking,
  now: string,
): 'another-day' | 'later-today' | null {
  if (day !== now.slice(0, 10)) return 'another-day';
  const isWaiting = status === 'pending' || status === 'confirmed';
  return isWaiting && minutesOf(time) - minutesOf(now.slice(11)) > earlyMinutes ? 'later-today' : null;
}

/** What makes it strange to complete an appointment: it lies ahead, on a later day or today in more than an hour. */
export const isStillAhead = (booking: Booking, now: string): boolean =>
  booking.booking_date > now.slice(0, 10) || strangeToBeReady(booking, now) === 'later-today';

/** When an appointment is, for a person who may have opened the wrong one. */
export function whenInWords(
  { booking_date: day, booking_time: time }: Pick<Booking, 'booking_date' | 'booking_time'>,
  { today, longDay, time: clock }: Pick<Formats, 'today' | 'longDay' | 'time'>,
): string {
  if (day === today()) return `This appointment begins at ${clock(time)}.`;
  return `This appointment ${day < today() ? 'was' : 'is'} on ${longDay(day)}.`;
}

/** When the client was told last that the animal is ready, an instant; null when they never were. */
export function lastReadyCall({
  comms_log: messages,
}: Pick<BookingDetail, 'comms_log'>): { created: string; told: string } | null {
  const last = messages.find(
    ({ kind, direction, status }) =>
      kind === 'ready_for_collection' && direction === 'out' && status !== 'failed',
  );
  return last === undefined ? null : { created: last.created_at, told: last.sent_at ?? last.created_at };
}

/** Whether a call is so fresh that another one at `now` tells nobody again. */
export const isStillFresh = (call: { created: string } | null, now: Date): call is { created: string } =>
  call !== null && now.getTime() - Date.parse(call.created) < toldOnceWithin;
