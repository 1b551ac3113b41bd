import type { BookingStatus } from '@burrow/contracts/booking-status';
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

/** Tone and word of an appointment's state; a request that waits for an answer is 'Provisional' whatever its status. */
export function bookingLook(status: BookingStatus, isProvisional: boolean): StatusLook {
  return isProvisional && status !== 'cancelled' && status !== 'completed'
    ? { tone: 'provisional', label: 'Provisional' }
    : looks[status];
}

/** The state of an appointment, in the same words and colours on every screen; 'MISSED?' beside it when it is. */
export function StatusBadge({
  status,
  provisional = false,
  missed = false,
}: {
  status: BookingStatus;
  provisional?: boolean;
  missed?: boolean;
}) {
  const look = bookingLook(status, provisional);
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={look.tone} className={status === 'cancelled' ? 'line-through' : undefined}>
        {look.label}
      </Badge>
      {missed ? <Badge tone="attention-strong">MISSED?</Badge> : null}
    </span>
  );
}
