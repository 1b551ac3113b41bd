import type { BookingDetail } from '@burrow/contracts/booking';
import { useMutation } from '@tanstack/react-query';
import { Ban, CalendarClock, FileOutput, Pencil, ReceiptText, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { downloadDocument } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { statusLook } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { amountOf, penceOf, returnableDeposit } from '../../payments/payment-words.ts';
import { useServices } from '../../services/queries.ts';
import { useLeadsWithStage, VisitSection } from '../../attendance/components/visit-section.tsx';
import { aboutBooking } from '../about-booking.ts';
import { isRequest, mayCancel, mayEdit, stepBack } from '../booking-moves.ts';
import { EditBookingDialog } from '../forms/edit-booking-dialog.tsx';
import { useStaff } from '../queries.ts';
import { useCancelAnswers } from '../use-cancel-answers.ts';
import { statusProblem, useStatusChange } from '../use-status-change.ts';
import { AnswerRequest } from './answer-request.tsx';
import { CancelQuestions } from './cancel-questions.tsx';
import { ReadyForCollection } from './ready-for-collection.tsx';
import { StatusButtons } from './status-buttons.tsx';

// Loaded on demand, because it includes the month calendar.
const RescheduleDialog = lazyComponent(
  async () => (await import('../forms/reschedule-dialog.tsx')).RescheduleDialog,
);

/** Downloads the appointment's documents as PDFs. */
function DocumentButtons({ bookingId }: { bookingId: number }) {
  const invoice = useMutation({
    mutationFn: () =>
      downloadDocument('booking_invoice', { booking_id: bookingId }, `invoice-${bookingId}.pdf`),
  });
  const referral = useMutation({
    mutationFn: () =>
      downloadDocument('booking_referral', { booking_id: bookingId }, `referral-${bookingId}.pdf`),
  });
  const problems = [
    invoice.isError ? failureText('Failed to generate invoice', invoice.error) : null,
    referral.isError ? failureText('Failed to generate referral form', referral.error) : null,
  ].filter((problem) => problem !== null);
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button
          className="px-2"
          icon={<ReceiptText aria-hidden="true" className="size-4" />}
          busy={invoice.isPending}
          busyLabel="Generating..."
          title={`Saves invoice-${bookingId}.pdf`}
          onClick={() => invoice.mutate()}
        >
          <span className="sr-only">Download </span>Invoice
        </Button>
        <Button
          className="px-2"
          icon={<FileOutput aria-hidden="true" className="size-4" />}
          busy={referral.isPending}
          busyLabel="Generating..."
          title={`Saves referral-${bookingId}.pdf`}
          onClick={() => referral.mutate()}
        >
          <span className="sr-only">Download </span>Referral form
        </Button>
      </div>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="text-sm font-medium text-attention">
          {problem}
        </p>
      ))}
    </>
  );
}

/** Moves an appointment that was started or confirmed by mistake back one step. */
function StepBack({ booking }: { booking: BookingDetail }) {
  const status = useStatusChange(booking);
  const back = stepBack(booking);
  useEffect(() => {
    if (status.problem !== null) toast.error(status.problem);
  }, [status.problem]);
  if (back === null) return null;
  const { label } = statusLook(back);
  return (
    <Button
      variant="quiet"
      className="px-2"
      icon={<Undo2 aria-hidden="true" className="size-4" />}
      busy={status.busy}
      busyLabel="Saving..."
      onClick={() => status.change({ status: back }, `Back to ${label.toLowerCase()}`)}
    >
      Back to {label.toLowerCase()}
    </Button>
  );
}

/** Cancels the appointment after asking; disabled once it is completed or cancelled. */
function CancelBooking({ booking }: { booking: BookingDetail }) {
  const { money } = useFormats();
  const answers = useCancelAnswers();
  const [asking, setAsking] = useState(false);
  const deposit = returnableDeposit(booking.payments);
  const atTheDesk = penceOf(booking.paid) - penceOf(deposit ?? '0');
  return (
    <>
      <Button
        variant="attention-quiet"
        icon={<Ban aria-hidden="true" className="size-4" />}
        disabled={!mayCancel(booking)}
        onClick={() => {
          answers.forget();
          setAsking(true);
        }}
      >
        Cancel Booking
      </Button>
      <ConfirmCommand
        command="booking_status_update"
        input={{ booking_id: booking.id, status: 'cancelled', ...answers.asInput() }}
        open={asking}
        onClose={() => setAsking(false)}
        title="Are you sure you want to cancel this booking?"
        confirmLabel="Cancel Booking"
        busyLabel="Cancelling..."
        cancelLabel="Keep Booking"
        questions={<CancelQuestions deposit={deposit} answers={answers} />}
        failure={statusProblem}
        done={
          deposit !== null && answers.deposit === 'refund'
            ? `Appointment cancelled. ${money(deposit)} will be refunded to the card.`
            : 'Appointment cancelled'
        }
        about={aboutBooking(booking.id)}
      >
        This cannot be undone.
        {atTheDesk > 0
          ? ` ${money(amountOf(atTheDesk))} was paid at the desk and won’t be refunded automatically. You can refund it under Payments.`
          : ''}
      </ConfirmCommand>
    </>
  );
}

export function QuickActionsCard({ booking }: { booking: BookingDetail }) {
  const [open, setOpen] = useState<'edit' | 'reschedule' | null>(null);
  const close = () => setOpen(null);
  const request = isRequest(booking);
  const leadsWithStage = useLeadsWithStage(booking);
  // Load the form's choices, so that its dialog opens with the focus in the first field.
  useServices();
  useStaff();
  return (
    <Card title="Quick Actions" className="print:hidden">
      <KeepFocus className="flex flex-col gap-2 outline-none">
        {leadsWithStage ? <VisitSection booking={booking} /> : null}
        {request ? (
          <AnswerRequest booking={booking} />
        ) : (
          <StatusButtons booking={booking} isMain={!leadsWithStage} />
        )}
        {leadsWithStage ? null : <VisitSection booking={booking} />}
        <div className="grid grid-cols-2 gap-2">
          <Button
            className="px-2"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            disabled={!mayEdit(booking)}
            onClick={() => setOpen('edit')}
          >
            Edit Booking
          </Button>
          <Button
            className="px-2"
            icon={<CalendarClock aria-hidden="true" className="size-4" />}
            disabled={!mayEdit(booking)}
            onClick={() => setOpen('reschedule')}
          >
            Reschedule
          </Button>
        </div>
        <ReadyForCollection booking={booking} />
        <DocumentButtons bookingId={booking.id} />
        {request ? null : (
          <div className="grid auto-cols-fr grid-flow-col gap-2 border-t border-line pt-2">
            <StepBack booking={booking} />
            <CancelBooking booking={booking} />
          </div>
        )}
      </KeepFocus>
      {open === 'edit' ? <EditBookingDialog booking={booking} onClose={close} /> : null}
      {open === 'reschedule' ? <RescheduleDialog booking={booking} onClose={close} /> : null}
    </Card>
  );
}
