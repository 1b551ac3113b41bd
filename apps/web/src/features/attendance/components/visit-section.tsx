import type { BookingDetail } from '@burrow/contracts/booking';
import { isHere, stageOfVisit } from '@burrow/contracts/booking-stage';
import { useNow } from '../../../lib/use-now.ts';
import { useBookingsHere } from '../queries.ts';
import { nextStage } from '../stage-steps.ts';
import { StageBadge } from './stage-badge.tsx';
import { StageControls } from './stage-controls.tsx';
import { VisitAlerts } from './visit-alerts.tsx';

/** Whether recording a stage is the most likely next step for an appointment. */
export function useLeadsWithStage(booking: BookingDetail): boolean {
  return nextStage(booking, useNow()) !== null;
}

/** The stage of the visit, the alerts to know while the animal is here, and the next step. */
export function VisitSection({ booking }: { booking: BookingDetail }) {
  const here = useBookingsHere(isHere(stageOfVisit(booking))).data?.here;
  const visit = here?.find(({ id }) => id === booking.id);
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {booking.stage === null ? null : (
        <p>
          <StageBadge booking={booking} />
        </p>
      )}
      {visit ? <VisitAlerts visit={visit} /> : null}
      <StageControls booking={booking} prominent />
    </div>
  );
}
