import type { BookingDetail } from '@burrow/contracts/booking';
import { useMutation } from '@tanstack/react-query';
import { CalendarClock, FileOutput, Pencil, ReceiptText, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { downloadDocument } from '../../../lib/download.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { statusLook } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { useServices } from '../../services/queries.ts';
import { AskedChange } from '../../booking-changes/components/asked-change.tsx';
import { useLeadsWithStage, VisitSection } from '../../attendance/components/visit-section.tsx';
import { isRequest, mayEdit, stepBack } from '../booking-moves.ts';
import { EditBookingDialog } from '../forms/edit-booking-dialog.tsx';
import { useStaff } from '../queries.ts';
import { useStatusChange } from '../use-status-change.ts';
import { AnswerRequest } from './answer-request.tsx';
import { CancelBooking } from './cancel-booking.tsx';
import { ReadyForCollection } from './ready-for-collection.tsx';
import { StatusButtons } from './status-buttons.tsx';

// Loaded on demand, because it includes the month calendar.
const RescheduleDialog = lazyDialog(
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
        {booking.open_change_id === null ? null : <AskedChange changeId={booking.open_change_id} />}
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
