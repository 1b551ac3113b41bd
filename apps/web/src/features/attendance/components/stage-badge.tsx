import { stageSince } from '@burrow/contracts/booking-stage';
import { useInstant } from '../../../lib/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { minutesSince, type StagedBooking } from '../stage-steps.ts';
import { stageLook, waitedText } from '../stage-words.ts';
import { StageIcon } from './stage-icon.tsx';

/** The stage of a visit and for how long it has lasted: 'Waiting · 12 min'. Nothing without a stage. */
export function StageBadge({ booking }: { booking: StagedBooking }) {
  const now = useInstant();
  const { stage } = booking;
  if (stage === null) return null;
  const { tone, label } = stageLook(stage, booking.staff_member);
  const since = stageSince(booking);
  return (
    <Badge tone={tone} icon={<StageIcon stage={stage} className="size-3.5" />} className="figures">
      {since === null || stage === 'left' ? label : `${label} · ${waitedText(minutesSince(since, now))}`}
    </Badge>
  );
}
