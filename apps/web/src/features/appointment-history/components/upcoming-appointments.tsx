import type { BookingRow } from '@burrow/contracts/booking';
import { plural } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';

/** The maximum number of appointments listed; the rest are counted. */
const maxNamed = 5;

/** The upcoming appointments of a client or animal, shown before it is archived or transferred. */
export function UpcomingAppointments({
  bookings,
  withAnimal = false,
}: {
  bookings: readonly BookingRow[];
  /** Names the animal of each appointment. */
  withAnimal?: boolean;
}) {
  const formats = useFormats();
  return (
    <div>
      <p className="text-sm font-semibold text-ink">Upcoming: {plural(bookings.length, 'appointment')}</p>
      <ul
        aria-label="Upcoming appointments"
        className="mt-1.5 divide-y divide-line rounded-md border border-line"
      >
        {bookings.slice(0, maxNamed).map((booking) => (
          <li key={booking.id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
            <span className="figures shrink-0 text-ink">
              {formats.day(booking.booking_date)}, {formats.time(booking.booking_time)}
            </span>
            <span className="min-w-0 wrap-anywhere text-ink-soft">
              {[withAnimal ? booking.animal_name : null, booking.service ?? 'Appointment']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
        {bookings.length > maxNamed ? (
          <li className="px-3 py-1.5 text-ink-soft">and {bookings.length - maxNamed} more</li>
        ) : null}
      </ul>
    </div>
  );
}
