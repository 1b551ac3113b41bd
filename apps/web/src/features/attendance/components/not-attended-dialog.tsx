import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { DepositQuestion } from '../../bookings/components/deposit-question.tsx';
import { useBooking } from '../../bookings/queries.ts';
import type { DepositAnswer } from '../../bookings/use-cancel-answers.ts';
import { returnableDeposit } from '../../payments/payment-words.ts';
import type { StagedBooking } from '../stage-steps.ts';

const failed = 'Failed to update booking status';

/** Asks before an appointment is cancelled because its client did not attend, and whether to refund the deposit. */
export function NotAttendedDialog({ booking, onClose }: { booking: StagedBooking; onClose: () => void }) {
  const { money } = useFormats();
  const command = useCommand('booking_did_not_attend', { untilGone: true });
  const detail = useBooking(booking.id);
  const [answer, setAnswer] = useState<DepositAnswer>('keep');
  const deposit = detail.data ? returnableDeposit(detail.data.payments) : null;
  const problem = command.isError
    ? failureText(failed, command.error)
    : detail.isError && !detail.data
      ? failureText('Couldn’t load the appointment', detail.error)
      : null;
  const confirm = () =>
    command.mutate(
      { booking_id: booking.id, deposit: answer },
      {
        onSuccess: () => {
          onClose();
          toast.success(
            deposit !== null && answer === 'refund'
              ? `Marked as did not attend. ${money(deposit)} will be refunded to the card.`
              : 'Marked as did not attend',
            { about: aboutBooking(booking.id) },
          );
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Mark ${booking.client_name} as did not attend?`}
      confirmLabel="Did not attend"
      busyLabel="Saving..."
      cancelLabel="Keep Booking"
      disabled={!detail.data}
      busy={command.isPending}
      error={problem}
      questions={
        deposit === null ? null : (
          <div className="mt-2">
            <DepositQuestion deposit={deposit} value={answer} onValueChange={setAnswer} />
          </div>
        )
      }
      onConfirm={confirm}
    >
      This cancels {booking.animal_name}’s appointment and adds a missed appointment to the client’s record.
      No message is sent. This cannot be undone.
    </ConfirmDialog>
  );
}
