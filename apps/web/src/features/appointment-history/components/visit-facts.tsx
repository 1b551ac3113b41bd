import type { BookingRow } from '@burrow/contracts/booking';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { summariseVisits } from '../../../lib/visits.ts';
import { Fact } from '../../../ui/facts.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

function VisitLink({ booking, none }: { booking: BookingRow | null; none: string }) {
  const formats = useFormats();
  if (booking === null) return <span className="text-ink-soft">{none}</span>;
  return (
    <Link to={paths.booking(booking.id)} className={textLinkClass}>
      {formats.day(booking.booking_date)}, {formats.time(booking.booking_time)}
    </Link>
  );
}

/** The number of appointments, the last and the next one; dashes if they could not be loaded. */
export function VisitFacts({ bookings }: { bookings: UseQueryResult<BookingRow[]> }) {
  const formats = useFormats();
  if (bookings.data === undefined) {
    const value = bookings.isPending ? <Skeleton className="my-1 h-3.5 w-16" /> : null;
    return ['Appointments', 'Completed', 'Last visit', 'Next visit'].map((name) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ));
  }
  const summary = summariseVisits(bookings.data, formats.now());
  return (
    <>
      <Fact name="Appointments">{formats.number(summary.total)}</Fact>
      <Fact name="Completed">{formats.number(summary.completed)}</Fact>
      <Fact name="Last visit">
        <VisitLink booking={summary.last} none="None yet" />
      </Fact>
      <Fact name="Next visit">
        <VisitLink booking={summary.next} none="None booked" />
      </Fact>
    </>
  );
}
