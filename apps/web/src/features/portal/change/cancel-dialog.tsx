import type { PortalBooking } from '@burrow/contracts/portal';
import type { ChangePreview } from '@burrow/contracts/portal-booking-change';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { editsIn, useKeptForm } from '../../../lib/kept-forms.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NativeDialog } from '../../../ui/native-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { cancellingInWords } from './terms-words.ts';

/** The title and the button, by what cancelling is for this appointment. */
function wordsOf({ may_cancel: may, is_request: isRequest }: ChangePreview) {
  if (may === 'request') {
    return { title: 'Ask to cancel this appointment?', confirm: 'Ask to cancel', busy: 'Asking...' };
  }
  return isRequest
    ? { title: 'Cancel this request?', confirm: 'Cancel request', busy: 'Cancelling...' }
    : { title: 'Cancel this appointment?', confirm: 'Cancel appointment', busy: 'Cancelling...' };
}

const noReason = { reason: '' };

/** The message to the practice. If the session ends, it is kept for the same person. */
function useReason(bookingId: number) {
  const { kept, hold } = useKeptForm(useSession(), `cancel ${bookingId}`, noReason);
  const [reason, setReason] = useState(kept?.values.reason ?? '');
  useEffect(() => hold(editsIn(noReason, { reason })), [reason, hold]);
  return [reason, setReason] as const;
}

const hasMoney = ({ kept, refund }: ChangePreview): boolean => Number(kept) > 0 || Number(refund) > 0;

/** What the card gets back and what the practice keeps; nothing without a deposit. */
function Amounts({ preview }: { preview: ChangePreview }) {
  const { money } = usePortalFormats();
  if (!hasMoney(preview)) return null;
  const { kept, refund } = preview;
  return (
    <dl className="flex flex-col gap-1 rounded-md bg-brand-soft px-4 py-3">
      {[
        { name: 'Refund to your card', amount: refund },
        { name: 'Kept by the practice', amount: kept },
      ].map(({ name, amount }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="font-semibold">{name}</dt>
          <dd className="figures text-xl font-bold">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Asks before an appointment is cancelled, and says to the penny what happens to its money. */
export function CancelDialog({
  booking,
  preview,
  onClose,
}: {
  booking: PortalBooking;
  /** Refetched when the amount shown is no longer true. */
  preview: ChangePreview;
  onClose: () => void;
}) {
  const formats = usePortalFormats();
  const command = useCommand('cp/booking_cancel', { untilGone: true });
  const [reason, setReason] = useReason(booking.id);
  // The amount that is being read does not change under the finger; once it is refused, the new one is shown.
  const [first] = useState(preview);
  const [isRefused, setRefused] = useState(false);
  const shown = isRefused ? preview : first;
  const words = wordsOf(shown);
  const hasChanged = command.error instanceof ApiError && command.error.code === 'terms_changed';
  const cancel = () =>
    command.mutate(
      {
        booking_id: booking.id,
        refund: Number(shown.refund),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'terms_changed') setRefused(true);
        },
      },
    );
  return (
    <NativeDialog
      open
      width="small"
      title={words.title}
      dismissible={!command.isPending}
      onOpenChange={onClose}
      actions={
        <>
          <Button data-dialog-beginning size="large" disabled={command.isPending} onClick={onClose}>
            Go back
          </Button>
          <Button
            size="large"
            variant="attention"
            busy={command.isPending}
            busyLabel={words.busy}
            onClick={cancel}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="wrap-anywhere">
          <span className="font-semibold">
            {booking.animal_name}
            {booking.service ? `, ${booking.service}` : ''}
          </span>
          <span className="figures block text-ink-soft">
            {formats.longDay(booking.booking_date)} at {formats.time(booking.booking_time)}
          </span>
        </p>
        <Amounts preview={shown} />
        <p>{cancellingInWords(shown, formats)}</p>
        {Number(shown.paid_at_desk) > 0 ? (
          <p>
            You paid {formats.money(shown.paid_at_desk)} at the practice. It isn’t refunded automatically:
            please ask the practice.
          </p>
        ) : null}
        {shown.may_cancel === 'request' ? (
          <p>
            The practice will reply to your request. Until then your appointment stays as it is
            {hasMoney(shown) ? ', and these amounts won’t change' : ''}.
          </p>
        ) : null}
        <TextArea
          label="Message to the practice (optional)"
          rows={2}
          maxLength={maxLengthOf('cp/booking_cancel', 'reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {command.isError ? (
          <FormProblem>
            {hasChanged
              ? `The refund has changed to ${formats.money(shown.refund)}. Nothing was cancelled. Check the amount, then confirm again.`
              : messageOf(command.error, 'Couldn’t cancel the appointment. Please try again.')}
          </FormProblem>
        ) : null}
      </div>
    </NativeDialog>
  );
}
