import type { BookingDetail } from '@burrow/contracts/booking';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { aboutBooking } from '../about-booking.ts';
import { mayCancel } from '../booking-moves.ts';
import { useCancelPreview } from '../queries.ts';
import { useCancelAnswers } from '../use-cancel-answers.ts';
import { statusProblem } from '../use-status-change.ts';
import { CancelQuestions } from './cancel-questions.tsx';

/** The dialog that asks; its answers begin again each time. */
function CancelDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const { money } = useFormats();
  const query = useCancelPreview(booking.id);
  const preview = query.data;
  const answers = useCancelAnswers(preview);
  const { outcome } = answers;
  const atDesk = preview?.paid_at_desk ?? '0';
  return (
    <ConfirmCommand
      command="booking_status_update"
      input={{ booking_id: booking.id, status: 'cancelled', ...answers.asInput() }}
      onClose={onClose}
      title="Are you sure you want to cancel this booking?"
      confirmLabel="Cancel Booking"
      busyLabel="Cancelling..."
      cancelLabel="Keep Booking"
      questions={
        preview !== undefined ? (
          <CancelQuestions preview={preview} answers={answers} />
        ) : query.isError ? (
          <QueryError query={query} title="Couldn’t load the terms of this appointment" />
        ) : (
          <Loading label="Checking the terms..." />
        )
      }
      disabled={outcome === null}
      failure={statusProblem}
      done={
        outcome !== null && Number(outcome.refund) > 0
          ? `Appointment cancelled. ${money(outcome.refund)} will be refunded to the card.`
          : 'Appointment cancelled'
      }
      about={aboutBooking(booking.id)}
    >
      This cannot be undone.
      {Number(atDesk) > 0
        ? ` ${money(atDesk)} was paid at the desk and won’t be refunded automatically. You can refund it under Payments.`
        : ''}
    </ConfirmCommand>
  );
}

/** Cancels the appointment after asking; disabled once it is completed or cancelled. */
export function CancelBooking({ booking }: { booking: BookingDetail }) {
  const [asking, setAsking] = useState(false);
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
      {asking ? <CancelDialog booking={booking} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
