import type { BookingRow } from '@burrow/contracts/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { toneClass } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { bookingLook } from '../../../ui/status-badge.tsx';

/** An appointment on one line of a day of the calendar, in the colour of its state. */
export function BookingChip({ booking }: { booking: BookingRow }) {
  const formats = useFormats();
  const look = bookingLook(booking);
  const details = [booking.client_name, booking.service, booking.staff_member, look.label].filter(Boolean);
  return (
    <Link
      to={paths.booking(booking.id)}
      title={details.join(' · ')}
      className={classNames(
        'figures block truncate rounded-sm border-l-3 border-current px-1.5 py-px text-xs leading-5 hover:brightness-95 dark:hover:brightness-115',
        toneClass[look.tone],
        booking.status === 'cancelled' ? 'line-through' : 'no-underline',
      )}
    >
      <span className="font-semibold">{formats.time(booking.booking_time)}</span> {booking.animal_name}
      <span className="sr-only">, {details.join(', ')}</span>
    </Link>
  );
}
