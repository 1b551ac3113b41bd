import type { BookingDetail } from '@burrow/contracts/booking';
import type { InputOf } from '../../lib/api.ts';

/** When, what for, with whom and for how much, as the fields of a form hold it. */
export interface AppointmentValues {
  service_id: string;
  /** '' for nobody in particular. */
  staff_id: string;
  booking_date: string;
  booking_time: string;
  duration_minutes: string;
  price: string;
}

export interface NewBookingValues extends AppointmentValues {
  notes: string;
  /** For the practice only. */
  staff_notes: string;
  status: 'confirmed' | 'pending';
  /** Whether the client gets a message. */
  tells: boolean;
}

export type AppointmentErrors = Partial<Record<keyof AppointmentValues, string>>;

export const requiredMessage = 'Please fill in all required fields';
export const defaultMinutes = 30;

const isPrice = (text: string) => /^\d{1,7}(\.\d{1,2})?$/.test(text) && Number(text) <= 1_000_000;

/** Minutes of a duration field: 30 when it is empty, null when it is not a multiple of 15 within a day. */
export function minutesFrom(text: string): number | null {
  if (text.trim() === '') return defaultMinutes;
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes >= 15 && minutes <= 1440 && minutes % 15 === 0 ? minutes : null;
}

/** What is wrong with the values that are there; which are missing is {@link stillNeeded}'s question. */
export function appointmentErrors(values: AppointmentValues, earliest: string | null): AppointmentErrors {
  const errors: AppointmentErrors = {};
  if (earliest !== null && values.booking_date !== '' && values.booking_date < earliest) {
    errors.booking_date = 'Date cannot be earlier than today';
  }
  if (minutesFrom(values.duration_minutes) === null) {
    errors.duration_minutes = 'Duration must be at least 15 minutes, in steps of 15';
  }
  if (values.price !== '' && !isPrice(values.price)) {
    errors.price = 'Price must be 0 or more, with at most two decimals';
  }
  return errors;
}

/** What is wrong with an edit: it may be in the past, but never without a day and a time. */
export function editErrors(values: AppointmentValues): AppointmentErrors {
  return {
    ...(values.booking_date === '' ? { booking_date: requiredMessage } : {}),
    ...(values.booking_time === '' ? { booking_time: requiredMessage } : {}),
    ...appointmentErrors(values, null),
  };
}

type Needed = Pick<AppointmentValues, 'service_id' | 'booking_date' | 'booking_time'>;

/** What an appointment can't do without and is not set yet, in words, in the form's order. */
export function stillNeeded(values: Needed, clientId: number | null, animalId: number | null): string[] {
  return [
    clientId === null ? 'client' : '',
    animalId === null ? 'animal' : '',
    values.service_id === '' ? 'service' : '',
    values.booking_date === '' ? 'date' : '',
    values.booking_time === '' ? 'time' : '',
  ].filter((word) => word !== '');
}

/** What `booking_create` takes for a checked form. */
export function newBooking(
  values: NewBookingValues,
  clientId: number,
  animalId: number,
): InputOf<'booking_create'> {
  return {
    client_id: clientId,
    animal_id: animalId,
    service_id: Number(values.service_id),
    ...(values.staff_id === '' ? {} : { staff_id: Number(values.staff_id) }),
    booking_date: values.booking_date,
    booking_time: values.booking_time,
    duration_minutes: minutesFrom(values.duration_minutes) ?? defaultMinutes,
    price: values.price,
    notes: values.notes.trim(),
    staff_notes: values.staff_notes.trim(),
    status: values.status,
    tell_client: values.tells ? '1' : '0',
  };
}

type Scheduled = Pick<
  BookingDetail,
  'booking_date' | 'booking_time' | 'duration_minutes' | 'price' | 'service_id' | 'staff_id'
>;

/** The form's values for an appointment as it is. */
export const appointmentValues = (booking: Scheduled): AppointmentValues => ({
  service_id: booking.service_id === null ? '' : String(booking.service_id),
  staff_id: booking.staff_id === null ? '' : String(booking.staff_id),
  booking_date: booking.booking_date,
  booking_time: booking.booking_time,
  duration_minutes: String(booking.duration_minutes),
  price: booking.price,
});

/**
 * The fields of `booking_update` that differ from what the form began with, so that what somebody else changed in the
 * meantime stays; null when nothing does. Staff 0 takes the member of staff off.
 */
export function appointmentChanges(
  before: AppointmentValues,
  values: AppointmentValues,
): Omit<InputOf<'booking_update'>, 'booking_id'> | null {
  const minutes = minutesFrom(values.duration_minutes) ?? defaultMinutes;
  const changes = {
    ...(values.booking_date === before.booking_date ? {} : { booking_date: values.booking_date }),
    ...(values.booking_time === before.booking_time ? {} : { booking_time: values.booking_time }),
    ...(String(minutes) === before.duration_minutes ? {} : { duration_minutes: minutes }),
    ...(values.price === '' || Number(values.price) === Number(before.price) ? {} : { price: values.price }),
    ...(values.service_id === before.service_id || values.service_id === ''
      ? {}
      : { service_id: Number(values.service_id) }),
    ...(values.staff_id === before.staff_id ? {} : { staff_id: Number(values.staff_id) }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
