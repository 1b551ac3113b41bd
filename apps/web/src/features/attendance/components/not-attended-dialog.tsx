import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { DepositQuestion } from '../../bookings/components/deposit-question.tsx';
import { useCancelPreview } from '../../bookings/queries.ts';
import { outcomeOf, type DepositAnswer } from '../../bookings/use-cancel-answers.ts';
import { statusProblem } from '../../bookings/use-status-change.ts';
import type { StagedBooking } from '../stage-steps.ts';

/**
 * Asks before an appointment is cancelled because its client did not attend, and shows what the terms keep of the deposit,
 * which the desk can waive.
 */
export function NotAttendedDialog({ booking, onClose }: { booking: StagedBooking; onClose: () => void }) {
  const { money, nearMoment } = useFormats();
  const query = useCancelPreview(booking.id);
  const preview = query.data;
  const [answer, setAnswer] = useState<DepositAnswer>('terms');
  const refund = preview ? outcomeOf(preview.no_show, preview, answer).refund : '0.00';
  return (
    <ConfirmCommand
      command="booking_did_not_attend"
      input={{ booking_id: booking.id, deposit: answer, expected_refund: refund }}
      onClose={onClose}
      title={`Mark ${booking.client_name} as “Did not attend”?`}
      confirmLabel="Did not attend"
      busyLabel="Saving..."
      cancelLabel="Keep Booking"
      disabled={preview === undefined}
      failure={statusProblem}
      done={
        Number(refund) > 0
          ? `Marked as did not attend. ${money(refund)} will be refunded to the card.`
          : 'Marked as did not attend'
      }
      about={aboutBooking(booking.id)}
      questions={
        preview === undefined ? (
          query.isError ? (
            <QueryError query={query} title="Couldn’t load the terms of this appointment" />
          ) : (
            <Loading label="Checking the terms..." />
          )
        ) : Number(preview.deposit_held) > 0 ? (
          <div className="mt-2">
            <DepositQuestion
              held={preview.deposit_held}
              terms={preview.no_show}
              value={answer}
              onValueChange={setAnswer}
            />
          </div>
        ) : null
      }
    >
      This cancels {booking.animal_name}’s appointment and adds a missed appointment to the client’s record.
      No message is sent. This cannot be undone.
      {preview?.asked_at ? ` They asked to cancel it on ${nearMoment(preview.asked_at)}.` : ''}
    </ConfirmCommand>
  );
}
