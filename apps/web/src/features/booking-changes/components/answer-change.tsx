import type { OpenChange } from '@burrow/contracts/booking-change';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { useDeclining } from '../../bookings/components/decline-request.tsx';
import { DepositQuestion } from '../../bookings/components/deposit-question.tsx';
import { ConflictList } from '../../bookings/components/taken-time-banner.tsx';
import { TellClient } from '../../bookings/components/tell-client.tsx';
import { asFields, takenTime, type Consent, type TakenTime } from '../../bookings/start-times.ts';
import { outcomeOf, type DepositAnswer } from '../../bookings/use-cancel-answers.ts';
import { wishedPlace } from '../change-words.ts';

const failure = (error: unknown) => failureText('Couldn’t answer the request', error);

/** Accepts a move, and asks first when its time is no longer free. */
function useAcceptMove(change: OpenChange, onDone: (() => void) | undefined) {
  const formats = useFormats();
  const command = useCommand('booking_change_answer');
  const [taken, setTaken] = useState<TakenTime | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = (needs: readonly Consent[]) => {
    setProblem(null);
    command.mutate(
      { change_id: change.change_id, answer: 'accept', ...asFields(needs) },
      {
        onSuccess: () => {
          setTaken(null);
          toast.success(`${change.animal_name} moved to ${wishedPlace(change, formats)}`, {
            about: aboutBooking(change.booking_id),
          });
          onDone?.();
        },
        onError: (error) => {
          const inTheWay = takenTime(error);
          if (inTheWay) setTaken(inTheWay);
          else setProblem(failure(error));
        },
      },
    );
  };
  return { accept, taken, forget: () => setTaken(null), problem, busy: command.isPending };
}

/** Cancels an appointment as its client asked, with what the terms keep, which the desk can waive. */
function AcceptCancel({ change, onClose, onDone }: DialogProps) {
  const { money } = useFormats();
  const [deposit, setDeposit] = useState<DepositAnswer>('terms');
  const [tells, setTells] = useState(true);
  const held = (Number(change.kept) + Number(change.refund)).toFixed(2);
  const { refund } = outcomeOf(change, { deposit_held: held }, deposit);
  return (
    <ConfirmCommand
      command="booking_change_answer"
      input={{ change_id: change.change_id, answer: 'accept', deposit, tell_client: tells ? '1' : '0' }}
      onClose={onClose}
      title={`Cancel ${change.animal_name}’s appointment?`}
      confirmLabel="Cancel Booking"
      busyLabel="Cancelling..."
      cancelLabel="Keep Booking"
      failure={failure}
      done={
        Number(refund) > 0
          ? `Appointment cancelled. ${money(refund)} will be refunded to the card.`
          : 'Appointment cancelled'
      }
      about={aboutBooking(change.booking_id)}
      onDone={() => onDone?.()}
      questions={
        <div className="mt-2 flex flex-col gap-4">
          {Number(held) > 0 ? (
            <DepositQuestion held={held} terms={change} value={deposit} onValueChange={setDeposit} />
          ) : null}
          <TellClient checked={tells} onChange={({ target }) => setTells(target.checked)} />
        </div>
      }
    >
      {change.client_name} asked to cancel it. This cannot be undone.
    </ConfirmCommand>
  );
}

/** Declines a request with a reason; the appointment stays as it is. */
function Decline({ change, onClose, onDone }: DialogProps) {
  const declining = useDeclining();
  return (
    <ConfirmCommand
      command="booking_change_answer"
      input={{ change_id: change.change_id, answer: 'decline', ...declining.asInput() }}
      onClose={onClose}
      title={change.kind === 'move' ? 'Decline the request to move?' : 'Decline the request to cancel?'}
      confirmLabel="Decline request"
      busyLabel="Declining..."
      questions={declining.questions}
      failure={failure}
      done={`${change.animal_name}’s request declined`}
      about={aboutBooking(change.booking_id)}
      onDone={() => onDone?.()}
    >
      {change.animal_name}’s appointment stays as it is.
    </ConfirmCommand>
  );
}

interface DialogProps {
  change: OpenChange;
  onClose: () => void;
  onDone: (() => void) | undefined;
}

/** Buttons to accept or decline a client's request to move or cancel, and what they ask. */
export function AnswerChange({
  change,
  size,
  onDone,
}: {
  change: OpenChange;
  size: NonNullable<ButtonProps['size']>;
  onDone?: () => void;
}) {
  const [asking, setAsking] = useState<'cancel' | 'decline' | null>(null);
  const move = useAcceptMove(change, onDone);
  const name = `${change.animal_name}, ${change.client_name}`;
  const dialog = { change, onClose: () => setAsking(null), onDone };
  return (
    <>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
        <Button
          variant="primary"
          size={size}
          icon={<Check aria-hidden="true" className="size-4" />}
          busy={move.busy && move.taken === null}
          busyLabel="Accepting..."
          aria-label={move.busy ? undefined : `Accept ${name}`}
          onClick={() => (change.kind === 'move' ? move.accept([]) : setAsking('cancel'))}
        >
          Accept
        </Button>
        <Button
          variant="attention-secondary"
          size={size}
          icon={<X aria-hidden="true" className="size-4" />}
          waiting={move.busy}
          aria-label={`Decline ${name}`}
          onClick={() => setAsking('decline')}
        >
          Decline
        </Button>
      </div>
      {move.problem === null || move.taken !== null ? null : (
        <p role="alert" className="w-full text-sm font-medium text-attention">
          {move.problem}
        </p>
      )}
      {asking === 'cancel' ? <AcceptCancel {...dialog} /> : null}
      {asking === 'decline' ? <Decline {...dialog} /> : null}
      <ConfirmDialog
        tone="primary"
        open={move.taken !== null}
        onOpenChange={move.forget}
        title={move.taken?.message ?? 'That time is taken.'}
        confirmLabel="Accept anyway"
        busyLabel="Accepting..."
        busy={move.busy}
        error={move.problem}
        onConfirm={() => move.accept(move.taken ? [move.taken.needs] : [])}
      >
        <ConflictList conflicts={move.taken?.conflicts ?? []} />
      </ConfirmDialog>
    </>
  );
}
