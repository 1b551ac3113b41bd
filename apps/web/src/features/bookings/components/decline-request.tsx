import { useState, type ReactNode } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { aboutBooking } from '../about-booking.ts';
import { useCancelPreview } from '../queries.ts';
import { useWaitAfterDecline, type Declined } from '../../waitlist/use-wait-after-decline.ts';
import { TellClient } from './tell-client.tsx';

/** The practice's reason for declining something, and whether the client is notified. */
export function useDeclining() {
  const [reason, setReason] = useState('');
  const [tells, setTells] = useState(true);
  return {
    questions: (
      <div className="mt-2 flex flex-col gap-4">
        <TextArea
          label="Reason (optional)"
          hint="In your own words. The client reads it in the message and in the portal."
          rows={2}
          maxLength={maxLengthOf('booking_decline', 'reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <TellClient checked={tells} onChange={({ target }) => setTells(target.checked)} />
      </div>
    ),
    asInput: (): { reason?: string; tell_client: '0' | '1' } => ({
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      tell_client: tells ? '1' : '0',
    }),
  };
}

/** Declines a client's request for an appointment after asking for a reason. A deposit is refunded. */
export function DeclineRequest({
  bookingId,
  onClose,
  failure,
  done,
  onDone,
  wish,
  children,
}: {
  bookingId: number;
  onClose: () => void;
  failure: string | ((error: Error) => string);
  done: string;
  onDone?: () => void;
  /** What it asks for, so that its client can be put on the waitlist instead. */
  wish?: Declined;
  /** Which request it is. */
  children?: ReactNode;
}) {
  const { money } = useFormats();
  const declining = useDeclining();
  const waits = useWaitAfterDecline(wish ?? null);
  const held = useCancelPreview(bookingId).data?.deposit_held;
  return (
    <ConfirmCommand
      command="booking_decline"
      input={{ booking_id: bookingId, ...declining.asInput() }}
      onClose={onClose}
      title="Reject this request?"
      confirmLabel="Reject request"
      busyLabel="Rejecting..."
      questions={
        <>
          {declining.questions}
          {waits.question ? (
            <Checkbox
              className="mt-4"
              label="Add the client to the waitlist for this service"
              hint="For times that come free in the next 30 days."
              checked={waits.question.checked}
              onChange={({ target }) => waits.question?.onChange(target.checked)}
            />
          ) : null}
        </>
      }
      failure={failure}
      done={done}
      about={aboutBooking(bookingId)}
      onDone={() => {
        waits.add();
        onDone?.();
      }}
    >
      {children} The request is cancelled. This cannot be undone.
      {held !== undefined && Number(held) > 0
        ? ` The deposit of ${money(held)} is refunded to the card.`
        : ''}
    </ConfirmCommand>
  );
}
