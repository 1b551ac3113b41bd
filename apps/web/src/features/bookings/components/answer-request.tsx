import type { BookingDetail } from '@burrow/contracts/booking';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useStaff } from '../queries.ts';
import { answeredProblem, useAccept } from '../use-accept.ts';
import { useAcceptingStaff } from '../use-accepting-staff.ts';
import { statusProblem } from '../use-status-change.ts';
import { aboutBooking } from '../about-booking.ts';
import { AcceptAnyway } from './accept-anyway.tsx';
import { AcceptingStaff } from './accepting-staff.tsx';
import { DeclineRequest } from './decline-request.tsx';

/** Shows a message if a colleague has answered the request, because its buttons disappear. @returns any other problem */
function acceptProblem(error: unknown, bookingId: number): string | null {
  const answered = answeredProblem(error);
  if (answered === null) return statusProblem(error);
  toast.error(answered, { about: aboutBooking(bookingId) });
  return null;
}

/** Accepts a request, and asks first when its time is no longer free. */
function useAcceptRequest({ id: bookingId, staff_id: before }: BookingDetail, staffId: number | null) {
  const command = useCommand('booking_update');
  const accepting = useAccept({
    send: (consents) =>
      command.mutateAsync({
        booking_id: bookingId,
        is_provisional: '0',
        status: 'pending',
        staff_accepted: '1',
        expected: { status: 'pending' },
        ...(staffId === before ? {} : { staff_id: staffId ?? 0 }),
        ...consents,
      }),
    onAccepted: () => toast.success('Request accepted', { about: aboutBooking(bookingId) }),
    failure: (error) => acceptProblem(error, bookingId),
  });
  return { ...accepting, busy: command.isPending };
}

/** Buttons to accept or reject a client's request. */
export function AnswerRequest({ booking }: { booking: BookingDetail }) {
  const [staffId, setStaffId] = useAcceptingStaff(booking);
  const request = useAcceptRequest(booking, staffId);
  const [rejecting, setRejecting] = useState(false);
  const staff = useStaff().data ?? [];
  return (
    <>
      <p className="text-sm text-ink-soft">{booking.client_name} requested this appointment.</p>
      <AcceptingStaff
        label="Staff member (optional)"
        staff={staff}
        request={booking}
        value={staffId}
        disabled={request.busy}
        onChange={setStaffId}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="primary"
          size="large"
          icon={<Check aria-hidden="true" className="size-5" />}
          busy={request.busy && request.taken === null}
          busyLabel="Accepting..."
          onClick={request.accept}
        >
          Accept
        </Button>
        <Button
          size="large"
          variant="attention-quiet"
          icon={<X aria-hidden="true" className="size-5" />}
          waiting={request.busy}
          onClick={() => setRejecting(true)}
        >
          Reject
        </Button>
      </div>
      {request.problem !== null && request.taken === null ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {request.problem}
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
      <AcceptAnyway
        taken={request.taken}
        busy={request.busy}
        problem={request.problem}
        onClose={request.forget}
        onAccept={request.acceptAnyway}
      />
    </>
  );
}
