import type { BookingDetail } from '@burrow/contracts/booking';
import type { InputOf } from '../../lib/api.ts';
import type { BookingChanges } from './use-booking-update.ts';

/** Time, service, staff, room and price of an appointment, as form values. */
export interface AppointmentValues {
  service_id: string;
  /** '' for none. */
  staff_id: string;
  /** The room, or the first of several; '' to leave it to the service. */
  resource_id: string;
  booking_date: string;
  booking_time: string;
  duration_minutes: string;
  price: string;
}

export interface NewBookingValues extends AppointmentValues {
  /** Whether the length was dragged in the diary or typed; choosing a service then keeps it. */
  has_own_length: boolean;
  notes: string;
  /** Visible to staff only. */
  staff_notes: string;
  status: 'confirmed' | 'pending';
  /** Whether to notify the client. */
  tells: boolean;
}

export type AppointmentErrors = Partial<Record<keyof AppointmentValues, string>>;

export const requiredMessage = 'Please fill in all required fields';
export const defaultMinutes = 30;

/** The values of a new booking before anything is entered. */
export const emptyBooking: NewBookingValues = {
  service_id: '',
  staff_id: '',
  resource_id: '',
  booking_date: '',
  booking_time: '',
  duration_minutes: String(defaultMinutes),
  price: '',
  has_own_length: false,
  notes: '',
  staff_notes: '',
  status: 'confirmed',
  tells: true,
};

const isPrice = (text: string) => /^\d{1,7}(\.\d{1,2})?$/.test(text) && Number(text) <= 1_000_000;

/** Minutes of a duration field: 30 when it is empty, null when it is not a multiple of 15 within a day. */
export function minutesFrom(text: string): number | null {
  if (text.trim() === '') return defaultMinutes;
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes >= 15 && minutes <= 1440 && minutes % 15 === 0 ? minutes : null;
}

/** Errors in the values that are filled in; {@link stillNeeded} names the missing ones. */
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

/** For the rules of an edit: the fields that can't be emptied. */
export const requiredInEdit = { booking_date: true, booking_time: true, duration_minutes: true, price: true };

/** Errors in an edit, which may be in the past but needs a day, a time, a duration and a price. */
export function editErrors(values: AppointmentValues): AppointmentErrors {
  const names = Object.keys(requiredInEdit) as (keyof typeof requiredInEdit)[];
  const emptied = names.filter((name) => values[name].trim() === '');
  return {
    ...appointmentErrors(values, null),
    ...Object.fromEntries(emptied.map((name) => [name, requiredMessage])),
  };
}

/** The fields that a new appointment needs, besides its client and animal, in the form's order. */
export const neededFields = ['service_id', 'booking_date', 'booking_time'] as const;

type Needed = Pick<AppointmentValues, (typeof neededFields)[number]>;

/** Names of the required values that are still missing, in the form's order. */
export function stillNeeded(values: Needed, lacks: { client: boolean; animal: boolean }): string[] {
  return [
    lacks.client ? 'client' : '',
    lacks.animal ? 'animal' : '',
    values.service_id === '' ? 'service' : '',
    values.booking_date === '' ? 'date' : '',
    values.booking_time === '' ? 'time' : '',
  ].filter((word) => word !== '');
}

/** The option that assigns the free person with the fewest booked minutes. */
export const anyone = 'anyone';

const staffInput = (staffId: string): Pick<InputOf<'booking_create'>, 'staff_id' | 'anyone'> => {
  if (staffId === anyone) return { anyone: '1' };
  return staffId === '' ? {} : { staff_id: Number(staffId) };
};

/**
 * The input of `booking_create` for a checked form.
 * @param isPriceOfPerson see `isPriceOfPerson` of `choices.ts`
 */
export function newBooking(
  values: NewBookingValues,
  clientId: number,
  animalId: number,
  isPriceOfPerson = false,
): InputOf<'booking_create'> {
  return {
    client_id: clientId,
    animal_id: animalId,
    service_id: Number(values.service_id),
    ...staffInput(values.staff_id),
    ...(values.resource_id ? { resource_ids: [Number(values.resource_id)] } : {}),
    booking_date: values.booking_date,
    booking_time: values.booking_time,
    duration_minutes: minutesFrom(values.duration_minutes) ?? defaultMinutes,
    ...(isPriceOfPerson ? {} : { price: values.price }),
    notes: values.notes.trim(),
    staff_notes: values.staff_notes.trim(),
    status: values.status,
    tell_client: values.tells ? '1' : '0',
  };
}

type Scheduled = Pick<
  BookingDetail,
  'booking_date' | 'booking_time' | 'duration_minutes' | 'price' | 'service_id' | 'staff_id' | 'resources'
>;

/** The form's values for an existing appointment. */
export const appointmentValues = (booking: Scheduled): AppointmentValues => ({
  service_id: booking.service_id === null ? '' : String(booking.service_id),
  staff_id: booking.staff_id === null ? '' : String(booking.staff_id),
  resource_id: String(booking.resources[0]?.id ?? ''),
  booking_date: booking.booking_date,
  booking_time: booking.booking_time,
  duration_minutes: String(booking.duration_minutes),
  price: booking.price,
});

/**
 * The fields of `booking_update` that differ from the form's initial values, so that another person's changes in the
 * meantime stay; null when none differ. Staff 0 removes the staff member.
 * @param others what it uses besides its room, such as equipment
 */
export function appointmentChanges(
  before: AppointmentValues,
  values: AppointmentValues,
  others: readonly number[],
): BookingChanges | null {
  const minutes = Number(values.duration_minutes);
  const changes = {
    ...(values.booking_date === before.booking_date ? {} : { booking_date: values.booking_date }),
    ...(values.booking_time === before.booking_time ? {} : { booking_time: values.booking_time }),
    ...(minutes === Number(before.duration_minutes) ? {} : { duration_minutes: minutes }),
    ...(Number(values.price) === Number(before.price) ? {} : { price: values.price }),
    ...(values.service_id === before.service_id || values.service_id === ''
      ? {}
      : { service_id: Number(values.service_id) }),
    ...(values.staff_id === before.staff_id ? {} : { staff_id: Number(values.staff_id) }),
    ...(values.resource_id === before.resource_id
      ? {}
      : { resource_ids: [...(values.resource_id === '' ? [] : [Number(values.resource_id)]), ...others] }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

/** An appointment's place in the diary: day, time and staff member. */
export interface Place {
  date: string;
  time: string;
  staffId: number | null;
}

type Start = Pick<AppointmentValues, 'booking_date' | 'booking_time'>;

export const startOf = ({ booking_date: date, booking_time: time }: Start) => ({ date, time });

export const placeOf = (booking: Start & Pick<BookingDetail, 'staff_id'>): Place => ({
  ...startOf(booking),
  staffId: booking.staff_id,
});

export const sameStart = (one: Place, other: Place): boolean =>
  one.date === other.date && one.time === other.time;

/**
 * The fields of `booking_update` that move an appointment; staff only when it changes (0 removes them). It is refused if
 * the appointment is no longer at `from`.
 */
export const movedTo = (to: Place, from: Place): BookingChanges => ({
  booking_date: to.date,
  booking_time: to.time,
  ...(to.staffId === from.staffId ? {} : { staff_id: to.staffId ?? 0 }),
  expected: { booking_date: from.date, booking_time: from.time, staff_id: from.staffId ?? 0 },
});
