import type { DiaryAppointment } from '@burrow/contracts/diary';
import { endTime } from '../../lib/booking-time.ts';
import type { Formats } from '../../lib/format.ts';
import { stageLook } from '../attendance/stage-words.ts';
import { bookingLook } from '../../ui/status-badge.tsx';

export const timeRange = (
  formats: Pick<Formats, 'time'>,
  {
    booking_time: time,
    duration_minutes: minutes,
  }: Pick<DiaryAppointment, 'booking_time' | 'duration_minutes'>,
): string => `${formats.time(time)}–${formats.time(endTime(time, minutes))}`;

export const hasAlert = ({ allergies, behaviour_notes, client_alert }: DiaryAppointment): boolean =>
  [allergies, behaviour_notes, client_alert].some(Boolean);

/** Whether something was paid before the appointment was completed. */
export const hasDeposit = ({ paid, status }: DiaryAppointment): boolean =>
  status !== 'completed' && Number(paid) > 0;

/** The information that a card shows by icons and colours, in words. */
export function cardInWords(
  formats: Pick<Formats, 'time'>,
  booking: DiaryAppointment,
  missed: boolean,
): string {
  return [
    `${timeRange(formats, booking)} ${booking.animal_name}`,
    booking.species,
    booking.client_name,
    booking.service,
    bookingLook(booking).label,
    booking.stage === null ? null : stageLook(booking.stage, null).label,
    missed ? 'MISSED?' : null,
    booking.new_client ? 'New client' : null,
    booking.client_alert ? 'Client alert' : null,
    booking.allergies ? 'Allergies' : null,
    booking.behaviour_notes ? 'Behaviour alert' : null,
    hasDeposit(booking) ? 'Deposit paid' : null,
  ]
    .filter(Boolean)
    .join(', ');
}
