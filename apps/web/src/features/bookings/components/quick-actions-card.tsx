import type { BookingDetail } from '@burrow/contracts/booking';
import { CalendarClock, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { useServices } from '../../services/queries.ts';
import { EditBookingDialog } from '../forms/edit-booking-dialog.tsx';
import { isRequest, mayEdit } from '../booking-moves.ts';
import { useStaff } from '../queries.ts';
import { AnswerRequest } from './answer-request.tsx';
import { CancelBooking } from './cancel-booking.tsx';
import { DocumentButtons } from './document-buttons.tsx';
import { ReadyForCollection } from './ready-for-collection.tsx';
import { StatusButtons } from './status-buttons.tsx';
import { StepBack } from './step-back.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

// The month calendar is only loaded by those who move an appointment.
const RescheduleDialog = lazyComponent(
  async () => (await import('../forms/reschedule-dialog.tsx')).RescheduleDialog,
);

/** Everything that can be done with an appointment. */
export function QuickActionsCard({ booking }: { booking: BookingDetail }) {
  const [open, setOpen] = useState<'edit' | 'reschedule' | null>(null);
  const close = () => setOpen(null);
  const request = isRequest(booking);
  // Load what the form chooses from, so that its dialog opens with the focus in the first field.
  useServices();
  useStaff();
  return (
    <Card title="Quick Actions" className="print:hidden">
      <KeepFocus className="flex flex-col gap-2 outline-none">
        {request ? <AnswerRequest booking={booking} /> : <StatusButtons booking={booking} />}
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
