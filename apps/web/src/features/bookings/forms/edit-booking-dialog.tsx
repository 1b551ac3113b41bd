import type { BookingDetail } from '@burrow/contracts/booking';
import { dayToDate } from '@burrow/contracts/calendar-day';
import { useState } from 'react';
import { withRequired } from '../../../lib/form-problems.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { useForm, type FormOf } from '../../../lib/use-form.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSumLabel } from '../../payments/use-sum-label.ts';
import { useServices } from '../../services/queries.ts';
import { aboutBooking } from '../about-booking.ts';
import {
  appointmentChanges,
  appointmentValues,
  defaultMinutes,
  editErrors,
  minutesFrom,
  requiredInEdit,
  type AppointmentValues,
} from '../booking-form.ts';
import { isRequest } from '../booking-moves.ts';
import { filledBy, refilledBy, resourceOptions, serviceOptions, staffOptions } from '../choices.ts';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { TellClient } from '../components/tell-client.tsx';
import { TimeNotice } from '../components/time-notice.tsx';
import { useResources, useStaff, type DayOfTimes } from '../queries.ts';
import { updateProblem, useBookingUpdate } from '../use-booking-update.ts';
import { ChoicesProblem } from './choices-problem.tsx';

/** The form's values, with whether to notify the client of a new time. */
interface EditValues extends AppointmentValues {
  tells: boolean;
}

/** Whether the client is notified of an edit: only of a new time, and not of a request. */
const isNews = (booking: BookingDetail, before: EditValues, values: EditValues): boolean =>
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
    serviceId: Number(values.service_id) || null,
    bookingId: booking.id,
  };
}

/** The room, if the practice has any; other equipment of the appointment stays. */
function RoomSelect({ form, booking }: { form: FormOf<EditValues>; booking: BookingDetail }) {
  const [room, ...others] = booking.resources;
  const options = resourceOptions(useResources().data ?? [], room, others);
  if (options.length === 0) return null;
  return (
    <Select
      {...form.field('resource_id')}
      label="Room"
      className="col-span-2"
      emptyLabel="No room"
      options={options}
      hint={others.length > 0 ? `Also uses ${others.map(({ name }) => name).join(', ')}.` : undefined}
    />
  );
}

function EditBookingFields({
  form,
  booking,
  before,
}: {
  form: FormOf<EditValues>;
  booking: BookingDetail;
  /** The initial values. */
  before: EditValues;
}) {
  const services = useServices().data ?? [];
  const staff = useStaff().data ?? [];
  const priceLabel = useSumLabel('Price');
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
        onChange={({ target }) =>
          form.set({ service_id: target.value, ...filledBy(services, target.value, values.staff_id) })
        }
      />
      <NumberField {...form.field('duration_minutes')} label="Duration (minutes)" min={15} step={15} />
      <NumberField {...form.field('price')} label={priceLabel} min={0} step={0.01} />
      <Select
        {...form.field('staff_id')}
        label="Staff"
        className="col-span-2"
        emptyLabel="Not assigned"
        options={staffOptions(staff, { id: booking.staff_id, name: booking.staff_member })}
        onChange={({ target }) =>
          form.set({ staff_id: target.value, ...refilledBy(services, values, target.value) })
        }
      />
      <RoomSelect form={form} booking={booking} />
      {isNews(booking, before, values) ? (
        <div className="col-span-2">
          <TellClient {...form.flag('tells')} hint="We’ll send them the new date and time" />
        </div>
      ) : null}
    </>
  );
}

/** The form of an appointment. `update` reports conflicts with a new time. */
function useEditBooking(booking: BookingDetail, onClose: () => void) {
  const update = useBookingUpdate(booking.id);
  const [before] = useState((): EditValues => ({ ...appointmentValues(booking), tells: true }));
  const form = useForm({
    draft: `booking ${booking.id}`,
    values: before,
    rules: withRequired(rulesOfCommand('booking_update'), requiredInEdit),
    check: editErrors,
    onEdit: update.forget,
    busy: update.busy,
    send: async (values) => {
      const changes = appointmentChanges(
        before,
        values,
        booking.resources.slice(1).map(({ id }) => id),
      );
      if (changes === null) {
        onClose();
        return;
      }
      const tells = isNews(booking, before, values) ? { tell_client: values.tells } : {};
      update.send({ ...changes, ...tells }, () => {
        onClose();
        toast.success('Appointment updated', { about: aboutBooking(booking.id) });
      });
    },
    failure: updateProblem,
  });
  return { update, before, form: { ...form, problem: update.problem } };
}

/** 'Edit Booking': date, time, service, duration, price, staff and room. */
export function EditBookingDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const { update, before, form } = useEditBooking(booking, onClose);
  const services = useServices();
  const staff = useStaff();
  const isReady = services.data !== undefined && staff.data !== undefined;
  return (
    <FormDialog
      form={form}
      title="Edit Booking"
      description={`${booking.animal_name}, ${booking.client_name}`}
      className={isReady ? 'grid grid-cols-2 gap-4' : undefined}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      disabled={!isReady}
      after={
        update.taken ? (
          <TakenTimeBanner taken={update.taken} busy={update.busy} onBookAnyway={update.taken.sendAnyway} />
        ) : null
      }
      onClose={onClose}
    >
      {isReady ? <EditBookingFields form={form} booking={booking} before={before} /> : <ChoicesProblem />}
    </FormDialog>
  );
}
