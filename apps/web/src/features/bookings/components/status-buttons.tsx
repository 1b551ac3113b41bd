import type { BookingDetail } from '@burrow/contracts/booking';
import { CircleCheckBig, CircleDollarSign, CirclePlay, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { voidedInWords } from '../../payments/payment-words.ts';
import { isStillAhead, offeredMoves, whenInWords, type BookingMove } from '../booking-moves.ts';
import { useStatusChange } from '../use-status-change.ts';
import { PaymentDialog } from './payment-dialog.tsx';

const iconClass = 'size-5';
const looks = {
  confirm: { label: 'Confirm', busyLabel: 'Confirming...', icon: <CircleCheckBig className={iconClass} /> },
  start: { label: 'Start', busyLabel: 'Starting...', icon: <CirclePlay className={iconClass} /> },
  complete: {
    label: 'Mark Complete (Paid)',
    busyLabel: 'Saving...',
    icon: <CircleDollarSign className={iconClass} />,
  },
  unpaid: { label: 'Mark Unpaid', busyLabel: 'Saving...', icon: <Undo2 className={iconClass} /> },
};

type StatusMove = keyof typeof looks;
const isStatusMove = (move: BookingMove): move is StatusMove => move in looks;

/** Buttons for the next steps of an appointment, the most likely first. */
export function StatusButtons({
  booking,
  isMain,
}: {
  booking: BookingDetail;
  /** Whether the first is the page's main button. */
  isMain: boolean;
}) {
  const formats = useFormats();
  const status = useStatusChange(booking);
  const [asking, setAsking] = useState<'ahead' | 'complete' | 'unpaid' | null>(null);
  const close = () => {
    setAsking(null);
    status.forget();
  };
  const press: Record<StatusMove, () => void> = {
    confirm: () => status.change({ status: 'confirmed' }, 'Appointment confirmed'),
    start: () => status.change({ status: 'in-progress' }, 'Appointment started'),
    complete: () => setAsking(isStillAhead(booking, formats.now()) ? 'ahead' : 'complete'),
    unpaid: () => setAsking('unpaid'),
  };
  const isBusy = (move: StatusMove) =>
    (move === 'confirm' && status.target === 'confirmed') ||
    (move === 'start' && status.target === 'in-progress');
  return (
    <>
      {offeredMoves(booking)
        .filter(isStatusMove)
        .map((move, index) => (
          <Button
            key={move}
            size="large"
            variant={isMain && index === 0 && move !== 'unpaid' ? 'primary' : 'secondary'}
            icon={<span aria-hidden="true">{looks[move].icon}</span>}
            busy={asking === null && isBusy(move)}
            busyLabel={looks[move].busyLabel}
            waiting={status.busy && !isBusy(move)}
            onClick={press[move]}
          >
            {looks[move].label}
          </Button>
        ))}
      {status.problem !== null && asking === null ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {status.problem}
        </p>
      ) : null}
      <ConfirmDialog
        open={asking === 'ahead'}
        onOpenChange={close}
        tone="primary"
        title="Complete this appointment early?"
        confirmLabel="Continue"
        busy={false}
        error={null}
        onConfirm={() => setAsking('complete')}
      >
        {whenInWords(booking, formats)} Once completed, {booking.client_name} sees it as a past appointment.
      </ConfirmDialog>
      <PaymentDialog
        open={asking === 'complete'}
        onOpenChange={close}
        booking={booking}
        busy={status.busy}
        error={status.problem}
        onPay={(paidType) =>
          status.change(
            { status: 'completed', ...(paidType === null ? {} : { paid_type: paidType }) },
            paidType === null ? 'Appointment completed' : `Completed, paid by ${paidType}`,
            close,
          )
        }
      />
      <ConfirmDialog
        open={asking === 'unpaid'}
        onOpenChange={close}
        title="Mark this appointment as unpaid?"
        confirmLabel="Mark Unpaid"
        busyLabel="Saving..."
        busy={status.busy}
        error={status.problem}
        onConfirm={() => status.change({ status: 'confirmed' }, 'Appointment marked as unpaid', close)}
      >
        The appointment’s status changes back to confirmed. {voidedInWords(booking.payments, formats.money)}
      </ConfirmDialog>
    </>
  );
}
