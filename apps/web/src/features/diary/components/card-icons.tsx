import type { DiaryAppointment } from '@burrow/contracts/diary';
import { shownStatus } from '@burrow/contracts/booking-status';
import {
  CircleCheck,
  CircleCheckBig,
  CircleDashed,
  CircleHelp,
  CirclePlay,
  CircleX,
  ClockAlert,
  Coins,
  Sparkles,
  TriangleAlert,
} from 'lucide-react';
import { isRequest } from '../../bookings/booking-moves.ts';
import { hasAlert, hasDeposit } from '../booking-words.ts';

const statusIcons = {
  pending: CircleDashed,
  confirmed: CircleCheck,
  'in-progress': CirclePlay,
  completed: CircleCheckBig,
  cancelled: CircleX,
};

/** An appointment's status, and what the desk should notice, as small icons; the card says them in words too. */
export function CardIcons({ booking, missed }: { booking: DiaryAppointment; missed: boolean }) {
  const Status = isRequest(booking) ? CircleHelp : statusIcons[shownStatus(booking)];
  return (
    <span
      aria-hidden="true"
      className="ml-auto flex shrink-0 items-center gap-0.5 @max-[3.5rem]:hidden [&_svg]:size-3.5"
    >
      {hasAlert(booking) ? <TriangleAlert className="text-attention" /> : null}
      {booking.new_client ? <Sparkles className="@max-[8rem]:hidden" /> : null}
      {hasDeposit(booking) ? <Coins className="@max-[8rem]:hidden" /> : null}
      {missed ? <ClockAlert className="text-attention @max-[4.5rem]:hidden" /> : null}
      <Status />
    </span>
  );
}
