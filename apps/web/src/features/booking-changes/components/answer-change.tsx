import type { OpenChange } from '@burrow/contracts/booking-change';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { AcceptAnyway } from '../../bookings/components/accept-anyway.tsx';
import { useDeclining } from '../../bookings/components/decline-request.tsx';
import { DepositQuestion } from '../../bookings/components/deposit-question.tsx';
import { PaidAtDesk } from '../../bookings/components/paid-at-desk.tsx';
import { TellClient } from '../../bookings/components/tell-client.tsx';
import { useCancelPreview } from '../../bookings/queries.ts';
import { useAccept } from '../../bookings/use-accept.ts';
import { outcomeOf, type DepositAnswer } from '../../bookings/use-cancel-answers.ts';
import { wishedPlace } from '../change-words.ts';

const failure = (error: unknown) => failureText('Couldn’t answer the request', error);

/** Accepts a move, and asks first when its time is no longer free. */
function useAcceptMove(change: OpenChange, onDone: (() => void) | undefined) {
  const formats = useFormats();
  const command = useCommand('booking_change_answer');
  const accepting = useAccept({
    send: (consents) => command.mutateAsync({ change_id: change.change_id, answer: 'accept', ...consents }),
    onAccepted: () => {
      toast.success(`${change.animal_name} moved to ${wishedPlace(change, formats)}`, {
        about: aboutBooking(change.booking_id),
      });
      onDone?.();
    },
    failure,
  });
  return { ...accepting, busy: command.isPending };
}

/** Cancels an appointment as its client asked, with what the terms keep, which the desk can waive. */
function AcceptCancel({ change, onClose, onDone }: DialogProps) {
  const { money } = useFormats();
  const query = useCancelPreview(change.booking_id);
  const preview = query.data;
  const [deposit, setDeposit] = useState<DepositAnswer>('terms');
  const [tells, setTells] = useState(true);
  const refund = preview ? outcomeOf(preview.by_client, preview, deposit).refund : '0.00';
  return (
    <ConfirmCommand
      command="booking_change_answer"
      input={{
        change_id: change.change_id,
        answer: 'accept',
        deposit,
        expected_refund: refund,
        tell_client: tells ? '1' : '0',
      }}
      onClose={onClose}
      title={`Cancel ${change.animal_name}’s appointment?`}
      confirmLabel="Cancel Booking"
      busyLabel="Cancelling..."
      cancelLabel="Keep Booking"
      disabled={preview === undefined}
      failure={failure}
      done={
        Number(refund) > 0
          ? `Appointment cancelled. ${money(refund)} will be refunded to the card.`
          : 'Appointment cancelled'
      }
      about={aboutBooking(change.booking_id)}
      onDone={() => onDone?.()}
      questions={
        preview !== undefined ? (
          <div className="mt-2 flex flex-col gap-4">
            {Number(preview.deposit_held) > 0 ? (
              <DepositQuestion
                held={preview.deposit_held}
                terms={preview.by_client}
                value={deposit}
                onValueChange={setDeposit}
              />
            ) : null}
            <TellClient checked={tells} onChange={({ target }) => setTells(target.checked)} />
          </div>
        ) : query.isError ? (
          <QueryError query={query} title="Couldn’t load the terms of this appointment" />
        ) : (
          <Loading label="Checking the terms..." />
        )
      }
    >
      {change.client_name} asked to cancel it. This cannot be undone.
      {preview ? <PaidAtDesk preview={preview} /> : null}
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
          onClick={() => (change.kind === 'move' ? move.accept() : setAsking('cancel'))}
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
      <AcceptAnyway
        taken={move.taken}
        busy={move.busy}
        problem={move.problem}
        onClose={move.forget}
        onAccept={move.acceptAnyway}
      />
    </>
  );
}
