import type { BookingRow } from '@burrow/contracts/booking';
import { useFormats } from '../../../lib/practice.ts';
import { DeclineRequest } from '../../bookings/components/decline-request.tsx';

/** Rejects a request in the list after asking. */
export function RejectRequest({
  request,
  onClose,
  onRejected,
}: {
  request: BookingRow;
  onClose: () => void;
  onRejected: () => void;
}) {
  const formats = useFormats();
  return (
    <DeclineRequest
      bookingId={request.id}
      onClose={onClose}
      failure="Failed to reject booking. Please try again."
      done={`${request.animal_name}’s request rejected`}
      onDone={onRejected}
      wish={request}
    >
      {request.animal_name} ({request.client_name}), {formats.shortDay(request.booking_date)},{' '}
      {formats.time(request.booking_time)}.
    </DeclineRequest>
  );
}
