import { CalendarX2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { whenOf } from '../../../lib/booking-time.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useBooking } from '../queries.ts';
import type { Conflict, TakenTime } from '../start-times.ts';

/** A conflicting appointment: its time at once, its names when loaded. Opens in a new tab, so that the form stays. */
function InTheWay({ conflict }: { conflict: Conflict }) {
  const formats = useFormats();
  const booking = useBooking(conflict.booking_id).data;
  const { date, start, end } = whenOf(conflict);
  return (
    <li>
      <Link
        to={paths.booking(conflict.booking_id)}
        target="_blank"
        rel="noreferrer"
        className="font-semibold underline"
      >
        {booking ? `${booking.animal_name} (${booking.client_name})` : `Booking ${conflict.booking_id}`}
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
      {`, ${formats.shortDay(date)}, ${formats.time(start)}–${formats.time(end)}`}
    </li>
  );
}

/** The conflicting appointments, one per line. */
export function ConflictList({ conflicts }: { conflicts: readonly Conflict[] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {conflicts.map((conflict) => (
        <InTheWay key={conflict.booking_id} conflict={conflict} />
      ))}
    </ul>
  );
}

/** Says that a time is taken and by which appointments, and offers to book it anyway. */
export function TakenTimeBanner({
  taken,
  busy,
  onBookAnyway,
}: {
  taken: TakenTime;
  busy: boolean;
  onBookAnyway: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // It may appear below the visible part of a long form.
  useEffect(() => {
    // Newer browsers return a promise here, which must not become the effect's clean-up.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className="scroll-my-6">
      <Banner
        tone="warning"
        alert
        icon={<CalendarX2 />}
        action={
          <Button busy={busy} busyLabel="Booking..." onClick={onBookAnyway}>
            Book anyway
          </Button>
        }
      >
        <p className="font-semibold">{taken.message}</p>
        <ConflictList conflicts={taken.conflicts} />
        <p className="mt-1 text-sm text-ink-soft">Choose another time, or book anyway.</p>
      </Banner>
    </div>
  );
}
