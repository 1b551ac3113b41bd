import type { BookingDetail } from '@burrow/contracts/booking';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { amountOf, penceOf, returnableDeposit } from '../../payments/payment-words.ts';
import { mayCancel } from '../booking-moves.ts';
import { useCancelAnswers } from '../use-cancel-answers.ts';
import { useStatusChange } from '../use-status-change.ts';
import { CancelQuestions } from './cancel-questions.tsx';

/** Cancels the appointment after asking; disabled once it is completed or cancelled. */
export function CancelBooking({ booking }: { booking: BookingDetail }) {
  const { money } = useFormats();
  const status = useStatusChange(booking);
  const answers = useCancelAnswers();
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    status.forget();
  };
  const deposit = returnableDeposit(booking.payments);
  const atTheDesk = penceOf(booking.paid) - penceOf(deposit ?? '0');
  return (
    <>
      <Button
        variant="attention-quiet"
        icon={<Ban aria-hidden="true" className="size-4" />}
        disabled={!mayCancel(booking)}
        onClick={() => {
          answers.forget();
          setAsking(true);
        }}
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
        questions={<CancelQuestions deposit={deposit} answers={answers} />}
        busy={status.busy}
        error={status.problem}
        onConfirm={() =>
          status.change(
            { status: 'cancelled', ...answers.asInput() },
            deposit !== null && answers.deposit === 'refund'
              ? `Booking cancelled, ${money(deposit)} will be refunded to the card`
              : 'Booking cancelled',
            close,
          )
        }
      >
        This cannot be undone.
        {atTheDesk > 0
          ? ` ${money(amountOf(atTheDesk))} was paid at the desk and won’t be refunded automatically. You can refund it under Payments.`
          : ''}
      </ConfirmDialog>
    </>
  );
}
