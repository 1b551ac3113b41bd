import type { BookingDetail } from '@burrow/contracts/booking';
import { dayToDate } from '@burrow/contracts/calendar-day';
import type { FormOf } from '../../../lib/use-form.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { useServices } from '../../services/queries.ts';
import { defaultMinutes, minutesFrom, type AppointmentValues } from '../booking-form.ts';
import { isRequest } from '../booking-moves.ts';
import { filledBy, serviceOptions, staffOptions } from '../choices.ts';
import { TellClient } from '../components/tell-client.tsx';
import { TimeNotice } from '../components/time-notice.tsx';
import { useStaff, type DayOfTimes } from '../queries.ts';
import { usePriceLabel } from './use-price-label.ts';

/** An appointment as its form shows it, and whether the client hears of a new time. */
export interface EditValues extends AppointmentValues {
  tells: boolean;
}

/** Whether a client is notified of an edit: only of a new time, and only when the appointment is no mere request. */
export const isNews = (booking: BookingDetail, before: EditValues, values: EditValues): boolean =>
  !isRequest(booking) &&
  (values.booking_date !== before.booking_date || values.booking_time !== before.booking_time);

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

/** The appointment's own fields. */
export function EditBookingFields({
  form,
  booking,
  before,
}: {
  form: FormOf<EditValues>;
  booking: BookingDetail;
  /** What the edit began with. */
  before: EditValues;
}) {
  const services = useServices().data ?? [];
  const staff = useStaff().data ?? [];
  const priceLabel = usePriceLabel();
  const { values } = form;
  return (
    <>
      <DateInput {...form.field('booking_date')} label="Date" />
      <TimeInput {...form.field('booking_time')} label="Time" />
      <TimeNotice
        day={movedDay(booking, before, values)}
        time={values.booking_time}
        className="col-span-2 empty:hidden"
      />
      <Select
        {...form.field('service_id')}
        label="Service"
        className="col-span-2"
        options={serviceOptions(services, { id: booking.service_id, name: booking.service })}
        {...(booking.service_id === null ? { emptyLabel: 'No service' } : {})}
        onChange={({ target }) => form.set({ service_id: target.value, ...filledBy(services, target.value) })}
      />
      <NumberField {...form.field('duration_minutes')} label="Duration (minutes)" min={15} step={15} />
      <NumberField {...form.field('price')} label={priceLabel} min={0} step={0.01} />
      <Select
        {...form.field('staff_id')}
        label="Staff"
        className="col-span-2"
        emptyLabel="Not assigned"
        options={staffOptions(staff, { id: booking.staff_id, name: booking.staff_member })}
      />
      {isNews(booking, before, values) ? (
        <div className="col-span-2">
          <TellClient {...form.flag('tells')} hint="About the new date or time" />
        </div>
      ) : null}
    </>
  );
}
