import type { BookingDetail } from '@burrow/contracts/booking';
import { CircleCheckBig, CircleDollarSign, CirclePlay, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { amountOf, penceOf, voidedInWords } from '../../payments/payment-words.ts';
import { isStillAhead, offeredMoves, whenInWords, type BookingMove } from '../booking-moves.ts';
import { isBalanceChanged, useStatusChange } from '../use-status-change.ts';
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

/** Completes an appointment with a payment of the balance that is shown, unless another one is due by then. */
function Completion({
  open,
  onClose,
  booking,
  status,
  onBalanceChanged,
}: {
  open: boolean;
  onClose: () => void;
  /** As it is shown. */
  booking: BookingDetail;
  status: ReturnType<typeof useStatusChange>;
  onBalanceChanged: () => void;
}) {
  const { money } = useFormats();
  const due = amountOf(Math.max(0, penceOf(booking.balance)));
  return (
    <PaymentDialog
      open={open}
      onOpenChange={onClose}
      booking={booking}
      busy={status.busy}
      error={status.problem}
      onPay={(paidType) =>
        status.change(
          {
            status: 'completed',
            expected_balance: due,
            ...(paidType === null ? {} : { paid_type: paidType }),
          },
          paidType === null ? 'Appointment completed' : `Completed, ${money(due)} paid by ${paidType}`,
          {
            onDone: onClose,
            onFailed: (error) => {
              if (isBalanceChanged(error)) onBalanceChanged();
            },
          },
        )
      }
    />
  );
}

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
  // The balance that is being read does not change under the finger; once it is refused, the new one is shown.
  const [opened, setOpened] = useState<BookingDetail | null>(null);
  const close = () => {
    setAsking(null);
    status.forget();
  };
  const askHowPaid = () => {
    setOpened(booking);
    setAsking('complete');
  };
  const press: Record<StatusMove, () => void> = {
    confirm: () => status.change({ status: 'confirmed' }, 'Appointment confirmed'),
    start: () => status.change({ status: 'in-progress' }, 'Appointment started'),
    complete: () => (isStillAhead(booking, formats.now()) ? setAsking('ahead') : askHowPaid()),
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
        onConfirm={askHowPaid}
      >
        {whenInWords(booking, formats)} Once completed, {booking.client_name} sees it as a past appointment.
      </ConfirmDialog>
      <Completion
        open={asking === 'complete'}
        onClose={close}
        booking={opened ?? booking}
        status={status}
        onBalanceChanged={() => setOpened(null)}
      />
      <ConfirmDialog
        open={asking === 'unpaid'}
        onOpenChange={close}
        title="Mark this appointment as unpaid?"
        confirmLabel="Mark Unpaid"
        busyLabel="Saving..."
        busy={status.busy}
        error={status.problem}
        onConfirm={() =>
          status.change({ status: 'confirmed' }, 'Appointment marked as unpaid', { onDone: close })
        }
      >
        The appointment’s status changes back to confirmed. {voidedInWords(booking.payments, formats.money)}
      </ConfirmDialog>
    </>
  );
}
