import type { BookingDetail } from '@burrow/contracts/booking';
import { useState } from 'react';
import { withRequired } from '../../../lib/form-problems.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useServices } from '../../services/queries.ts';
import { aboutBooking } from '../about-booking.ts';
import { appointmentChanges, appointmentValues, editErrors } from '../booking-form.ts';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { useStaff } from '../queries.ts';
import { updateProblem, useBookingUpdate } from '../use-booking-update.ts';
import { ChoicesProblem } from './choices-problem.tsx';
import { EditBookingFields, isNews, type EditValues } from './edit-booking-fields.tsx';

/** The form of an appointment. `update` reports conflicts with a new time. */
function useEditBooking(booking: BookingDetail, onClose: () => void) {
  const update = useBookingUpdate(booking.id);
  const [before] = useState((): EditValues => ({ ...appointmentValues(booking), tells: true }));
  const form = useForm({
    values: before,
    rules: withRequired(rulesOfCommand('booking_update'), { booking_date: true, booking_time: true }),
    check: editErrors,
    onEdit: update.forget,
    busy: update.busy,
    send: async (values) => {
      const changes = appointmentChanges(before, values);
      if (changes === null) {
        onClose();
        return;
      }
      const tells = isNews(booking, before, values) ? { tell_client: values.tells } : {};
      update.send({ ...changes, ...tells }, () => {
        onClose();
        toast.success('Booking updated', { about: aboutBooking(booking.id) });
      });
    },
    failure: updateProblem,
  });
  return { update, before, form: { ...form, problem: update.problem } };
}

/** 'Edit Booking': date, time, service, duration, price and staff. */
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
