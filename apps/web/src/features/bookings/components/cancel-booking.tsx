import type { BookingDetail } from '@burrow/contracts/booking';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { mayCancel } from '../booking-moves.ts';
import { useStatusChange } from '../use-status-change.ts';

/** Cancels the appointment after asking; disabled once it is completed or cancelled. */
export function CancelBooking({ booking }: { booking: BookingDetail }) {
  const { money } = useFormats();
  const status = useStatusChange(booking);
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    status.forget();
  };
  return (
    <>
      <Button
        variant="attention-quiet"
        icon={<Ban aria-hidden="true" className="size-4" />}
        disabled={!mayCancel(booking)}
        onClick={() => setAsking(true)}
      >
        Cancel Booking
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={close}
        title="Are you sure you want to cancel this booking?"
        confirmLabel="Cancel Booking"
        busyLabel="Cancelling..."
        cancelLabel="Keep Booking"
        busy={status.busy}
        error={status.problem}
        onConfirm={() => status.change({ status: 'cancelled' }, 'Booking cancelled', close)}
      >
        A cancelled booking stays cancelled.
        {Number(booking.paid) > 0
          ? ` ${money(booking.paid)} has been paid for it and stays on its record.`
          : ''}
      </ConfirmDialog>
    </>
  );
}
