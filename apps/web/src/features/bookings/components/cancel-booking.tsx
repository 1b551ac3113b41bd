import type { BookingDetail } from '@burrow/contracts/booking';
import type { CancelPreview } from '@burrow/contracts/booking-terms';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { aboutBooking } from '../about-booking.ts';
import { mayCancel } from '../booking-moves.ts';
import { useCancelPreview } from '../queries.ts';
import { useCancelAnswers, type CancelAnswers } from '../use-cancel-answers.ts';
import { statusProblem } from '../use-status-change.ts';
import { DepositQuestion } from './deposit-question.tsx';
import { PaidAtDesk } from './paid-at-desk.tsx';
import { TellClient } from './tell-client.tsx';

/** What happens to the deposit: all of it goes back if the practice cancels, and the terms apply if the client does. */
function Deposit({ preview, answers }: { preview: CancelPreview; answers: CancelAnswers }) {
  const { money } = useFormats();
  const { deposit_held: held, by_client: terms } = preview;
  if (Number(held) === 0 || answers.by === null) return null;
  if (answers.by === 'practice') {
    return <p>The deposit of {money(held)} is refunded to the card within a few working days.</p>;
  }
  return (
    <DepositQuestion held={held} terms={terms} value={answers.deposit} onValueChange={answers.setDeposit} />
  );
}

/** Asks, before an appointment is cancelled, who cancels, what happens to the deposit, and whether to notify the client. */
function CancelQuestions({ preview, answers }: { preview: CancelPreview; answers: CancelAnswers }) {
  const { nearMoment } = useFormats();
  const { asked_at: asked, free_until: until, is_free: isFree, deposit_held: held } = preview;
  const request = asked ? `Asked on ${nearMoment(asked)}. ` : '';
  const limit =
    until === null || Number(held) === 0
      ? undefined
      : `${request}Free of charge until ${nearMoment(until)}${isFree ? '' : asked ? ' (asked late)' : ' (now late)'}`;
  return (
    <div className="mt-2 flex flex-col gap-4">
      <RadioGroup
        legend="Who is cancelling?"
        value={answers.by}
        onValueChange={answers.setBy}
        options={[
          { value: 'practice', label: 'The practice' },
          { value: 'client', label: 'The client', hint: limit },
        ]}
      />
      <div aria-live="polite" className="empty:hidden">
        <Deposit preview={preview} answers={answers} />
      </div>
      <TellClient checked={answers.tells} onChange={(event) => answers.setTells(event.target.checked)} />
    </div>
  );
}

/** The dialog that asks; its answers begin again each time. */
function CancelDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const { money } = useFormats();
  const query = useCancelPreview(booking.id);
  const preview = query.data;
  const answers = useCancelAnswers(preview);
  const { outcome } = answers;
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
      {preview ? <PaidAtDesk preview={preview} /> : null}
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
