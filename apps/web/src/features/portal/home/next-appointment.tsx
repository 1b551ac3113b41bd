import type { PortalBooking } from '@burrow/contracts/portal';
import { ChevronRight } from 'lucide-react';
import { messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { rowLinkClass } from '../../../ui/table.tsx';
import { AppointmentBadge } from '../appointments/appointment-badge.tsx';
import { askedInWords } from '../appointments/appointment-status.ts';
import { PortalLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { nearDay } from './today.ts';

function AtAGlance({ booking }: { booking: PortalBooking }) {
  const formats = usePortalFormats();
  const day = nearDay(booking.booking_date, formats);
  return (
    <div className="relative flex items-center gap-3 rounded-b-lg p-4 hover:bg-sunken/60 has-focus-visible:bg-sunken/60">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <PortalLink to={paths.appointment(booking.id)} className={`figures text-xl ${rowLinkClass}`}>
          {day}, {formats.time(booking.booking_time)}
        </PortalLink>
        <p className="wrap-anywhere">
          <span className="font-semibold">{booking.animal_name}</span>
          {booking.service ? <span className="text-ink-soft"> · {booking.service}</span> : null}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <AppointmentBadge status={booking.status} on="list" />
          {booking.open_change === null ? null : (
            <span className="text-sm text-ink-soft">{askedInWords[booking.open_change]}</span>
          )}
        </p>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </div>
  );
}

/** A placeholder of the same height as the content. */
const Waiting = () => (
  <div role="status" className="flex flex-col gap-2 p-4">
    <span className="sr-only">Loading...</span>
    <Skeleton className="h-6 w-3/4" />
    <Skeleton className="h-5 w-1/2" />
    <Skeleton className="h-5.5 w-24" />
  </div>
);

/** The next appointment, or a note that there is none. */
export function NextAppointment({
  booking,
  error,
  onRetry,
  retrying,
}: {
  booking: PortalBooking | null | undefined;
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
}) {
  return (
    <Card title="Next appointment" flush>
      {booking ? (
        <AtAGlance booking={booking} />
      ) : booking === null ? (
        <p className="p-4">You have no upcoming appointments.</p>
      ) : error === null ? (
        <Waiting />
      ) : (
        <ErrorPanel boxed title="Failed to fetch data" onRetry={onRetry} retrying={retrying}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
    </Card>
  );
}
