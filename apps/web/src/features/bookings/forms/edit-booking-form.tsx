import type { BookingDetail } from '@burrow/contracts/booking';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { dayToDate } from '@burrow/contracts/calendar-day';
import { DateInput } from '../../../ui/date-input.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import {
  appointmentChanges,
  appointmentValues,
  defaultMinutes,
  editErrors,
  minutesFrom,
  type AppointmentValues,
} from '../booking-form.ts';
import { filledBy, serviceOptions, staffOptions } from '../choices.ts';
import { useServices } from '../../services/queries.ts';
import { useStaff, type DayOfTimes } from '../queries.ts';
import { isRequest } from '../booking-moves.ts';
import { TellClient } from '../components/tell-client.tsx';
import { TimeNotice } from '../components/time-notice.tsx';
import type { BookingChanges } from '../use-booking-update.ts';
import { usePriceLabel } from './use-price-label.ts';

/** The day to check when an appointment is moved; null while it is unchanged. */
function movedDay(
  booking: BookingDetail,
  before: AppointmentValues,
  values: AppointmentValues,
): DayOfTimes | null {
  const place = ['booking_date', 'booking_time', 'duration_minutes', 'staff_id'] as const;
  if (place.every((field) => values[field] === before[field])) return null;
  if (dayToDate(values.booking_date) === null) return null;
  return {
    date: values.booking_date,
    minutes: minutesFrom(values.duration_minutes) ?? defaultMinutes,
    staffId: Number(values.staff_id) || null,
    bookingId: booking.id,
  };
}

/** The appointment's own fields. Sends what was changed, null when nothing was. */
export function EditBookingForm({
  id,
  booking,
  onSend,
  onEdit,
}: {
  /** Of the form, for the button that submits it from outside. */
  id: string;
  booking: BookingDetail;
  onSend: (changes: BookingChanges | null) => void;
  /** Called with every change, so that an old complaint can go. */
  onEdit: () => void;
}) {
  // What the edit began with: a refetch meanwhile must not turn somebody else's change into this person's.
  const [before] = useState(() => appointmentValues(booking));
  const services = useServices().data ?? [];
  const staff = useStaff().data ?? [];
  const form = useForm<AppointmentValues>({ defaultValues: before });
  const [tells, setTells] = useState(true);
  const edited = { ...before, ...useWatch({ control: form.control }) };
  const { booking_date: date, booking_time: time } = edited;
  // Other changes are no news to a client, and who only asked is told with the answer.
  const isNews = !isRequest(booking) && (date !== before.booking_date || time !== before.booking_time);
  const priceLabel = usePriceLabel();
  const { errors } = form.formState;
  const isField = (name: string): name is keyof AppointmentValues => name in before;
  const submit = form.handleSubmit((values) => {
    const found = Object.entries(editErrors(values));
    for (const [name, message] of found) if (isField(name)) form.setError(name, { message });
    const changes = found.length === 0 ? appointmentChanges(before, values) : null;
    if (found.length === 0)
      onSend(changes && { ...changes, ...(isNews ? { tell_client: tells ? '1' : '0' } : {}) });
    else if (found[0] && isField(found[0][0])) form.setFocus(found[0][0]);
  });
  const fillFrom = (serviceId: string) => {
    const filled = filledBy(services, serviceId);
    if (filled === null) return;
    form.setValue('duration_minutes', filled.duration_minutes);
    form.setValue('price', filled.price);
  };
  return (
    <form id={id} noValidate className="grid grid-cols-2 gap-4" onSubmit={submit} onChange={onEdit}>
      <DateInput
        label="Date"
        required
        error={errors.booking_date?.message}
        {...form.register('booking_date')}
      />
      <TimeInput
        label="Time"
        required
        error={errors.booking_time?.message}
        {...form.register('booking_time')}
      />
      <TimeNotice day={movedDay(booking, before, edited)} time={time} className="col-span-2 empty:hidden" />
      <Select
        label="Service"
        className="col-span-2"
        options={serviceOptions(services, { id: booking.service_id, name: booking.service })}
        {...(booking.service_id === null ? { emptyLabel: 'No service' } : {})}
        {...form.register('service_id', {
          onChange: (event: { target: { value: string } }) => fillFrom(event.target.value),
        })}
      />
      <NumberField
        label="Duration (minutes)"
        min={15}
        step={15}
        error={errors.duration_minutes?.message}
        {...form.register('duration_minutes')}
      />
      <NumberField
        label={priceLabel}
        min={0}
        step={0.01}
        error={errors.price?.message}
        {...form.register('price')}
      />
      <Select
        label="Staff"
        className="col-span-2"
        emptyLabel="Not assigned"
        options={staffOptions(staff, { id: booking.staff_id, name: booking.staff_member })}
        {...form.register('staff_id')}
      />
      {isNews ? (
        <div className="col-span-2">
          <TellClient
            checked={tells}
            onChange={(event) => setTells(event.target.checked)}
            hint="About the new date or time"
          />
        </div>
      ) : null}
    </form>
  );
}
