import type { BookingDetail } from '@burrow/contracts/booking';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { takenTime, type TakenTime } from '../conflicts.ts';
import { useStaff } from '../queries.ts';
import { statusProblem, useStatusChange } from '../use-status-change.ts';
import { returnableDeposit } from '../../payments/payment-words.ts';
import { aboutBooking } from '../about-booking.ts';
import { useCancelAnswers } from '../use-cancel-answers.ts';
import { AcceptingStaff } from './accepting-staff.tsx';
import { CancelQuestions } from './cancel-questions.tsx';
import { ConflictList } from './taken-time-banner.tsx';

/** Accepts a request, and asks when its time has been taken meanwhile. */
function useAccept({ id: bookingId, staff_id: before }: BookingDetail) {
  const command = useCommand('booking_update');
  const [taken, setTaken] = useState<TakenTime | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = (staffId: number | null, overlap: boolean) => {
    setProblem(null);
    command.mutate(
      {
        booking_id: bookingId,
        is_provisional: '0',
        status: 'pending',
        staff_accepted: '1',
        ...(staffId === before ? {} : { staff_id: staffId ?? 0 }),
        ...(overlap ? { allow_overlap: '1' } : {}),
      },
      {
        onSuccess: () => {
          setTaken(null);
          toast.success('Booking accepted', { about: aboutBooking(bookingId) });
        },
        onError: (error) => {
          const inTheWay = takenTime(error);
          if (inTheWay) setTaken(inTheWay);
          else setProblem(statusProblem(error));
        },
      },
    );
  };
  return { accept, taken, forget: () => setTaken(null), problem, busy: command.isPending };
}

/** The two answers to a client's request. */
export function AnswerRequest({ booking }: { booking: BookingDetail }) {
  const accept = useAccept(booking);
  const reject = useStatusChange(booking);
  const answers = useCancelAnswers();
  const [rejecting, setRejecting] = useState(false);
  const [staffId, setStaffId] = useState(booking.staff_id);
  const staff = useStaff().data ?? [];
  return (
    <>
      <p className="text-sm text-ink-soft">{booking.client_name} asked for this appointment.</p>
      <AcceptingStaff
        label="Staff member (optional)"
        staff={staff}
        freeIds={booking.free_staff_ids}
        value={staffId}
        disabled={accept.busy}
        onChange={setStaffId}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="primary"
          size="large"
          icon={<Check aria-hidden="true" className="size-5" />}
          busy={accept.busy && accept.taken === null}
          busyLabel="Accepting..."
          onClick={() => accept.accept(staffId, false)}
        >
          Accept
        </Button>
        <Button
          size="large"
          variant="attention-quiet"
          icon={<X aria-hidden="true" className="size-5" />}
          waiting={accept.busy}
          onClick={() => {
            answers.forget();
            setRejecting(true);
          }}
        >
          Reject
        </Button>
      </div>
      {accept.problem !== null && accept.taken === null ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {accept.problem}
        </p>
      ) : null}
      <ConfirmDialog
        open={rejecting}
        onOpenChange={(open) => {
          setRejecting(open);
          reject.forget();
        }}
        title="Reject this booking request?"
        confirmLabel="Reject booking"
        busyLabel="Rejecting..."
        questions={<CancelQuestions deposit={returnableDeposit(booking.payments)} answers={answers} />}
        busy={reject.busy}
        error={reject.problem}
        onConfirm={() =>
          reject.change({ status: 'cancelled', ...answers.asInput() }, 'Booking rejected', () =>
            setRejecting(false),
          )
        }
      >
        The request is cancelled. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        tone="primary"
        open={accept.taken !== null}
        onOpenChange={accept.forget}
        title={accept.taken?.message ?? 'That time is taken.'}
        confirmLabel="Accept anyway"
        busyLabel="Accepting..."
        busy={accept.busy}
        error={accept.problem}
        onConfirm={() => accept.accept(staffId, true)}
      >
        <ConflictList conflicts={accept.taken?.conflicts ?? []} />
      </ConfirmDialog>
    </>
  );
}
