import type { BookingDetail } from '@burrow/contracts/booking';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useStaff } from '../queries.ts';
import { asFields, takenTime, type Consent, type TakenTime } from '../start-times.ts';
import { statusProblem } from '../use-status-change.ts';
import { aboutBooking } from '../about-booking.ts';
import { AcceptingStaff } from './accepting-staff.tsx';
import { DeclineRequest } from './decline-request.tsx';
import { ConflictList } from './taken-time-banner.tsx';

/** Accepts a request, and asks first when its time is no longer free. */
function useAccept({ id: bookingId, staff_id: before }: BookingDetail) {
  const command = useCommand('booking_update');
  const [taken, setTaken] = useState<TakenTime | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = (staffId: number | null, needs: readonly Consent[]) => {
    setProblem(null);
    command.mutate(
      {
        booking_id: bookingId,
        is_provisional: '0',
        status: 'pending',
        staff_accepted: '1',
        ...(staffId === before ? {} : { staff_id: staffId ?? 0 }),
        ...asFields(needs),
      },
      {
        onSuccess: () => {
          setTaken(null);
          toast.success('Request accepted', { about: aboutBooking(bookingId) });
        },
        onError: (error) => {
          const inTheWay = takenTime(error);
          if (inTheWay) setTaken(inTheWay);
          else setProblem(statusProblem(error));
        },
      },
    );
  };
  return { accept, taken, forget: () => setTaken(null), problem, busy: command.isPending };
}

/** Buttons to accept or reject a client's request. */
export function AnswerRequest({ booking }: { booking: BookingDetail }) {
  const accept = useAccept(booking);
  const [rejecting, setRejecting] = useState(false);
  const [staffId, setStaffId] = useState(booking.staff_id);
  const staff = useStaff().data ?? [];
  return (
    <>
      <p className="text-sm text-ink-soft">{booking.client_name} requested this appointment.</p>
      <AcceptingStaff
        label="Staff member (optional)"
        staff={staff}
        freeIds={booking.free_staff_ids}
        value={staffId}
        disabled={accept.busy}
        onChange={setStaffId}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="primary"
          size="large"
          icon={<Check aria-hidden="true" className="size-5" />}
          busy={accept.busy && accept.taken === null}
          busyLabel="Accepting..."
          onClick={() => accept.accept(staffId, [])}
        >
          Accept
        </Button>
        <Button
          size="large"
          variant="attention-quiet"
          icon={<X aria-hidden="true" className="size-5" />}
          waiting={accept.busy}
          onClick={() => setRejecting(true)}
        >
          Reject
        </Button>
      </div>
      {accept.problem !== null && accept.taken === null ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {accept.problem}
        </p>
      ) : null}
      {rejecting ? (
        <DeclineRequest
          bookingId={booking.id}
          onClose={() => setRejecting(false)}
          failure={statusProblem}
          done="Request rejected"
        />
      ) : null}
      <ConfirmDialog
        tone="primary"
        open={accept.taken !== null}
        onOpenChange={accept.forget}
        title={accept.taken?.message ?? 'That time is taken.'}
        confirmLabel="Accept anyway"
        busyLabel="Accepting..."
        busy={accept.busy}
        error={accept.problem}
        onConfirm={() => accept.accept(staffId, accept.taken ? [accept.taken.needs] : [])}
      >
        <ConflictList conflicts={accept.taken?.conflicts ?? []} />
      </ConfirmDialog>
    </>
  );
}
