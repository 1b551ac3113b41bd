import type { BookingDetail } from '@burrow/contracts/booking';
import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { statusLook } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { stepBack } from '../booking-moves.ts';
import { useStatusChange } from '../use-status-change.ts';

/** Puts an appointment one step back that was started or confirmed by mistake. */
export function StepBack({ booking }: { booking: BookingDetail }) {
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
