import type { BookingRow } from '@burrow/contracts/booking';
import { useFormats } from '../../../lib/practice.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { CancelQuestions } from '../../bookings/components/cancel-questions.tsx';
import { useWaitAfterDecline } from '../../waitlist/use-wait-after-decline.ts';
import { useBooking } from '../../bookings/queries.ts';
import { useCancelAnswers, type CancelAnswers } from '../../bookings/use-cancel-answers.ts';
import { returnableDeposit } from '../../payments/payment-words.ts';

/** The questions before rejecting, once it is known whether a deposit was paid. */
function Questions({
  booking,
  answers,
  waits,
}: {
  booking: ReturnType<typeof useBooking>;
  answers: CancelAnswers;
  /** Whether to put the client on the waitlist; null without one. */
  waits: { checked: boolean; onChange: (checked: boolean) => void } | null;
}) {
  if (booking.isPending) return <Loading label="Checking for a deposit..." />;
  return (
    <>
      {booking.data ? null : (
        <p className="text-ink-soft">If a deposit was paid by card, it will be refunded to that card.</p>
      )}
      <CancelQuestions
        deposit={booking.data ? returnableDeposit(booking.data.payments) : null}
        answers={answers}
      />
      {waits ? (
        <Checkbox
          label="Put them on the waitlist for this instead"
          hint="They’re offered a time for this service that comes free in the next 30 days."
          checked={waits.checked}
          onChange={(event) => waits.onChange(event.target.checked)}
        />
      ) : null}
    </>
  );
}

/** Rejects a request after asking, including whether to refund a deposit. */
export function RejectRequest({
  request,
  open,
  onClose,
  onRejected,
}: {
  request: BookingRow;
  open: boolean;
  onClose: () => void;
  onRejected: () => void;
}) {
  const formats = useFormats();
  const booking = useBooking(request.id);
  const answers = useCancelAnswers();
  const waitlist = useWaitAfterDecline(request);
  return (
    <ConfirmCommand
      command="booking_update"
      input={{ booking_id: request.id, status: 'cancelled', ...answers.asInput() }}
      open={open}
      onClose={() => {
        answers.forget();
        onClose();
      }}
      title="Reject this request?"
      confirmLabel="Reject request"
      busyLabel="Rejecting..."
      questions={<Questions booking={booking} answers={answers} waits={waitlist.question} />}
      disabled={booking.isPending}
      failure={() => 'Failed to reject booking. Please try again.'}
      done={`${request.animal_name}’s request rejected`}
      about={aboutBooking(request.id)}
      onDone={() => {
        waitlist.add();
        onRejected();
      }}
    >
      {request.animal_name} ({request.client_name}), {formats.shortDay(request.booking_date)},{' '}
      {formats.time(request.booking_time)}. The request is cancelled. This cannot be undone.
    </ConfirmCommand>
  );
}
