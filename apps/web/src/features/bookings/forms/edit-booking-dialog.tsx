import type { BookingDetail } from '@burrow/contracts/booking';
import { useId } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { toast } from '../../../ui/toast.ts';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { useServices } from '../../services/queries.ts';
import { useStaff } from '../queries.ts';
import { useBookingUpdate, type BookingChanges } from '../use-booking-update.ts';
import { ChoicesProblem } from './choices-problem.tsx';
import { aboutBooking } from '../about-booking.ts';
import { EditBookingForm } from './edit-booking-form.tsx';

/** 'Edit Booking': date, time, service, duration, price and staff. */
export function EditBookingDialog({
  booking,
  open,
  onClose,
}: {
  booking: BookingDetail;
  open: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const update = useBookingUpdate(booking.id);
  const services = useServices();
  const staff = useStaff();
  const isReady = services.data !== undefined && staff.data !== undefined;
  const close = () => {
    update.forget();
    onClose();
  };
  const send = (changes: BookingChanges | null) => {
    if (changes === null) {
      close();
      return;
    }
    update.send(changes, () => {
      close();
      toast.success('Booking updated', { about: aboutBooking(booking.id) });
    });
  };
  return (
    <FormDialogFrame
      dialog={Dialog}
      open={open}
      title="Edit Booking"
      description={`${booking.animal_name}, ${booking.client_name}`}
      formId={formId}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      disabled={!isReady}
      busy={update.busy}
      error={update.problem}
      onClose={close}
    >
      {isReady ? (
        <EditBookingForm id={formId} booking={booking} onSend={send} onEdit={update.forget} />
      ) : (
        <ChoicesProblem />
      )}
      {update.taken ? (
        <TakenTimeBanner taken={update.taken} busy={update.busy} onBookAnyway={update.taken.sendAnyway} />
      ) : null}
    </FormDialogFrame>
  );
}
