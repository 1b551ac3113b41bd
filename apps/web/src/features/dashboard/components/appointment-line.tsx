import type { CalendarEntry } from '@burrow/contracts/diary';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { whenOf, isMissed } from '../../../lib/booking-time.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { rowLinkClass } from '../../../ui/table.tsx';

/** One appointment on two lines, or three if narrow; a click anywhere opens it. `now` is the practice's clock. */
export function AppointmentLine({
  booking,
  now,
  below = null,
}: {
  booking: CalendarEntry;
  now: string;
  /** More lines about it, which a click reaches through. */
  below?: ReactNode;
}) {
  const formats = useFormats();
  const details = [booking.client_name, booking.service, booking.staff_member].filter(Boolean).join(' · ');
  return (
    <li className="relative flex flex-wrap items-center gap-3 px-4 py-2.5 hover:bg-sunken/60 has-focus-visible:bg-sunken/60">
      <p className="figures w-12 shrink-0 text-right leading-tight">
        <span className="block font-semibold">{formats.time(booking.booking_time)}</span>
        <span className="block text-sm text-ink-soft">{formats.time(whenOf(booking).end)}</span>
      </p>
      <SpeciesIcon species={booking.species} framed className="max-[22rem]:hidden" />
      <div className="min-w-0 flex-1">
        <Link to={paths.booking(booking.id)} className={rowLinkClass}>
          {booking.animal_name}
        </Link>
        <p className="line-clamp-2 text-sm text-ink-soft">{details}</p>
      </div>
      <StatusBadge booking={booking} missed={isMissed(booking, now)} />
      {below}
    </li>
  );
}
