import { shownStatus, type BookingStatus } from '@burrow/contracts/booking-status';
import { Badge, type BadgeTone } from './badge.tsx';

interface StatusLook {
  tone: BadgeTone;
  label: string;
}

const looks: Record<BookingStatus, StatusLook> = {
  pending: { tone: 'pending', label: 'Pending' },
  confirmed: { tone: 'confirmed', label: 'Confirmed' },
  'in-progress': { tone: 'progress', label: 'In progress' },
  completed: { tone: 'done', label: 'Completed' },
  cancelled: { tone: 'void', label: 'Cancelled' },
};

/** The columns that decide an appointment's badge. */
export type BookingState = Parameters<typeof shownStatus>[0];

export const statusLook = (status: BookingStatus): StatusLook => looks[status];

/** Tone and label of an appointment's status; an unanswered request is 'Provisional' whatever its status. */
export function bookingLook(booking: BookingState): StatusLook {
  const { status, is_provisional: isProvisional } = booking;
  return isProvisional && status !== 'cancelled' && status !== 'completed'
    ? { tone: 'provisional', label: 'Provisional' }
    : looks[shownStatus(booking)];
}

/** The status of an appointment, with the same label and colour on every screen, and 'MISSED?' beside it if so. */
export function StatusBadge({ booking, missed = false }: { booking: BookingState; missed?: boolean }) {
  const look = bookingLook(booking);
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={look.tone} className={booking.status === 'cancelled' ? 'line-through' : undefined}>
        {look.label}
      </Badge>
      {missed ? <Badge tone="attention-strong">MISSED?</Badge> : null}
    </span>
  );
}
