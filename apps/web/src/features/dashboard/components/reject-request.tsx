import type { BookingRow } from '@burrow/contracts/booking';
import { useFormats } from '../../../lib/practice.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { CancelQuestions } from '../../bookings/components/cancel-questions.tsx';
import { useBooking } from '../../bookings/queries.ts';
import { useCancelAnswers, type CancelAnswers } from '../../bookings/use-cancel-answers.ts';
import { returnableDeposit } from '../../payments/payment-words.ts';

/** The questions about a request, once it is known whether a deposit was paid for it. */
function Questions({ booking, answers }: { booking: ReturnType<typeof useBooking>; answers: CancelAnswers }) {
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
    </>
  );
}

/** Asks before a request is rejected, and what becomes of a deposit that was paid for it. */
export function RejectRequest({
  request,
  busy,
  error,
  onClose,
  onReject,
}: {
  /** Null while nothing is asked. */
  request: BookingRow | null;
  busy: boolean;
  error: string | null;
  onClose: () => void;
  onReject: (answers: ReturnType<CancelAnswers['asInput']>) => void;
}) {
  const formats = useFormats();
  const asked = useLast(request);
  const booking = useBooking(asked?.id ?? null);
  const answers = useCancelAnswers();
  return (
    <ConfirmDialog
      open={request !== null}
      onOpenChange={() => {
        answers.forget();
        onClose();
      }}
      title="Reject this booking request?"
      confirmLabel="Reject booking"
      busyLabel="Rejecting..."
      questions={asked === null ? null : <Questions booking={booking} answers={answers} />}
      disabled={booking.isPending}
      busy={busy}
      error={error}
      onConfirm={() => onReject(answers.asInput())}
    >
      {asked ? (
        <>
          {asked.animal_name} ({asked.client_name}), {formats.shortDay(asked.booking_date)},{' '}
          {formats.time(asked.booking_time)}. The request is cancelled. This cannot be undone.
        </>
      ) : null}
    </ConfirmDialog>
  );
}
