import type { BookingDetail } from '@burrow/contracts/booking';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { useServices, useStaff } from '../queries.ts';
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
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !update.busy) close();
      }}
      title="Edit Booking"
      description={`${booking.animal_name}, ${booking.client_name}`}
      actions={
        <>
          <Button disabled={update.busy} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={!isReady}
            busy={update.busy && update.taken === null}
            busyLabel="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isReady ? (
          <EditBookingForm id={formId} booking={booking} onSend={send} onEdit={update.forget} />
        ) : (
          <ChoicesProblem />
        )}
        {update.taken ? (
          <TakenTimeBanner taken={update.taken} busy={update.busy} onBookAnyway={update.taken.sendAnyway} />
        ) : null}
        {update.problem === null ? null : (
          <p role="alert" className="rounded-md bg-attention-soft px-3 py-2 font-medium text-attention">
            {update.problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
